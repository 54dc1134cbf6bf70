import { assert, describe, it } from "@effect/vitest"
import { renderCheck } from "../../src/cli/doctor/report.ts"
import { renderValue } from "../../src/cli/rendering/renderValue.ts"
import { padToWidth, styleFor, truncateLine, widthOf, wrap, wrapText } from "../../src/cli/rendering/text.ts"

const FAMILY = "👨‍👩‍👧"
const FLAG = "🇯🇵"

describe("the width of a text", () => {
  for (const [text, columns] of [
    ["", 0],
    ["plain", 5],
    ["naïve", 5],
    ["e\u0301", 1],
    ["日本語", 6],
    ["한국어", 6],
    ["ｗｉｄｅ", 8],
    ["\u1112\u1161\u11ab", 2],
    ["👋", 2],
    [FAMILY, 2],
    [FLAG, 2],
    ["❤\uFE0F", 2],
    ["1\uFE0F\u20E3", 2],
    ["…→✖", 3],
    ["नमस्ते", 4]
  ] as const) {
    it(`is ${columns} for ${JSON.stringify(text)}`, () => {
      assert.strictEqual(widthOf(text), columns)
      assert.strictEqual(widthOf(padToWidth(text, 20)), 20)
    })
  }
})

describe("a long text", () => {
  it("is wrapped at spaces, and keeps its own lines and spaces if they fit", () => {
    assert.deepStrictEqual(wrap("one two three", 7), ["one two", "three"])
    assert.deepStrictEqual(wrap("one  two\n  three\n\nfour", 20), ["one  two", "  three", "", "four"])
    assert.deepStrictEqual(wrap("", 7), [""])
    assert.deepStrictEqual(wrap("        ", 3), [""])
  })

  it("is broken within a word only if the word is wider than a line", () => {
    assert.deepStrictEqual(wrap("see abcdefghijklmnop", 12), ["see", "abcdefghijkl", "mnop"])
  })

  const WHOLE = [
    "https://tidepool.example/starfish?client_id=1219699408896000001&scope=bot",
    "redis://cache.internal.example:6379/0",
    "(https://discord.com/developers/applications/1219699408896000001/bot)",
    "/home/ada/.local/state/effect-discord-mcp/1219699408896000001.token",
    "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
    "~/Library/Application Support/effect-discord-mcp/audit.log",
    String.raw`C:\Program Files (x86)\nodejs\node_modules\effect-discord-mcp\main.js`,
    String.raw`C:\Users\Ada Bell\AppData\Local\effect-discord-mcp`,
    '"/data/my files/with several words/clients.json"',
    "node_modules/effect-discord-mcp/dist/bin/main.js",
    "./relative/effect-discord-mcp/of/a/checkout/main.js"
  ]

  it("keeps an address or a path on one line, in every output and at every width", () => {
    const style = styleFor(false)
    for (const whole of WHOLE) {
      const sentence = `Check the entry in ${whole}, then run it again for the other clients.`
      for (let columns = 20; columns <= 90; columns += 5) {
        const outputs = [
          wrap(sentence, columns),
          wrapText(`  - ${sentence}`, columns).split("\n"),
          renderValue({ text: sentence, nested: { list: [{ name: "a", path: whole, other: 1 }] } }, { style, columns }),
          renderCheck(
            { name: "audit", status: "warning", found: sentence, details: [sentence], todo: [sentence] },
            { style, signs: true, columns }
          ).split("\n")
        ]
        for (const lines of outputs) {
          assert.isNotEmpty(
            lines.filter((line) => line.includes(whole)),
            `${columns}: ${lines.join("\n")}`
          )
          for (const line of lines) {
            if (widthOf(line) > columns) assert.match(line, /[/\\]/, `${columns}: ${line}`)
          }
        }
      }
    }
  })

  it("is never broken within a grapheme", () => {
    assert.deepStrictEqual(wrap("日本語です", 5), ["日本", "語で", "す"])
    assert.deepStrictEqual(wrap(FAMILY.repeat(3), 5), [FAMILY.repeat(2), FAMILY])
    assert.deepStrictEqual(wrap("日本", 1), ["日", "本"])
  })

  it("is truncated with an ellipsis, by columns", () => {
    assert.strictEqual(truncateLine("short", 5), "short")
    assert.strictEqual(truncateLine("a longer one", 8), "a…")
    assert.strictEqual(truncateLine("a longer one", 9), "a longer…")
    assert.strictEqual(truncateLine("a b c", 3), "a…")
    assert.strictEqual(truncateLine("日本語", 5), "日本…")
    assert.strictEqual(truncateLine(`${FLAG}${FLAG}`, 3), `${FLAG}…`)
  })
})

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
    assert.deepStrictEqual(wrapText("see abcdefghijklm", 10).split("\n"), ["see", "abcdefghij", "klm"])
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
