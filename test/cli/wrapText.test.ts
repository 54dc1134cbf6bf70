import { assert, describe, it } from "@effect/vitest"
import { widthOf, wrapText } from "../../src/cli/rendering/text.ts"

describe("a text on a terminal", () => {
  it("is wrapped at words, and keeps the indentation and the mark of its lines", () => {
    for (const [text, wrapped] of [
      ["one two three", ["one two", "three"]],
      ["  one two three", ["  one two", "  three"]],
      ["- one two three", ["- one two", "  three"]],
      ["1. one two three", ["1. one two", "   three"]],
      ["→ one two three", ["→ one two", "  three"]],
      ["+  one two three", ["+  one two", "   three"]],
      ["short\n\none two three", ["short", "", "one two", "three"]]
    ] as const) {
      assert.strictEqual(wrapText(text, 10), wrapped.join("\n"))
    }
  })

  it("puts the second column of a row below the first", () =>
    assert.deepStrictEqual(wrapText("  - serve [--http]        Serve MCP on stdio.", 24).split("\n"), [
      "  - serve [--http]",
      "      Serve MCP on",
      "      stdio."
    ]))

  it("drops an indentation that would break a word, and breaks only words wider than the terminal", () => {
    assert.deepStrictEqual(wrapText("    see https://a.example/b now", 20).split("\n"), [
      "see",
      "https://a.example/b",
      "now"
    ])
    assert.deepStrictEqual(wrapText("    see https://a.example/b now", 19).split("\n")[1], "https://a.example/b")
    assert.deepStrictEqual(wrapText("see https://a.example/b", 10).split("\n"), ["see", "https://a.", "example/b"])
  })

  it("does not count codes of colours", () => {
    const text = "\u001b[32m+  one two\u001b[0m three"
    assert.strictEqual(widthOf(text), "+  one two three".length)
    assert.strictEqual(wrapText(text, 16), text)
    assert.strictEqual(wrapText(text, 12), "\u001b[32m+  one two\u001b[0m\n   three")
  })

  it("stays as it is if it is JSON", () => {
    const json = JSON.stringify({ content: "one two three four" }, undefined, 2)
    assert.strictEqual(wrapText(json, 10), json)
    assert.notStrictEqual(wrapText(`${json} and more`, 10), `${json} and more`)
  })
})
