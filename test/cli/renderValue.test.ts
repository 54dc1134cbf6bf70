import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { inlineText, renderValue } from "../../src/cli/rendering/renderValue.ts"
import { sanitize, styleFor, widthOf } from "../../src/cli/rendering/text.ts"

/** A value as it is shown without colours. */
const shown = (value: unknown, columns: number) => renderValue(value, { style: styleFor(false), columns })

const FAMILY = "👨‍👩‍👧"

describe("an inline value", () => {
  it("is quoted only if it looks like another value", () => {
    for (const [value, text] of [
      ["a text", "a text"],
      [5, "5"],
      [true, "true"],
      [null, "null"],
      ["null", '"null"'],
      ["true", '"true"'],
      ["", '""'],
      [" apart ", '" apart "'],
      [[], "[]"],
      [{}, "{}"],
      [["a", 1, null], "a, 1, null"],
      [["a, b"], undefined],
      [[["a"]], undefined],
      [{ a: 1 }, undefined]
    ] as const) {
      assert.strictEqual(inlineText(value), text)
    }
  })

  it("has no control sequences", () => {
    assert.strictEqual(inlineText("\u001b[2J\u001b]0;title\u0007red\u009b31m"), "[2J]0;titlered31m")
    assert.strictEqual(inlineText("over\rwritten\b"), "over\nwritten")
    assert.strictEqual(sanitize("a\tb\u2028c\r\nd"), "a    b\nc\nd")
  })
})

describe("a rendered value", () => {
  it("is a table of the short fields, with the other fields below each row", () => {
    assert.deepStrictEqual(
      shown(
        {
          items: [
            { id: "1", name: "日本", tags: ["a", "b"], reply: { id: "0" } },
            { id: "22", name: "two", done: true }
          ],
          next: "x"
        },
        80
      ),
      [
        "items (2)",
        "  id  name  tags  done",
        "  1   日本  a, b",
        "    reply",
        "      id  0",
        "  22  two         true",
        "next  x"
      ]
    )
  })

  it("wraps wide texts within their column", () => {
    assert.deepStrictEqual(shown([{ id: "1", text: "one two three four five six", at: "now" }], 34), [
      "id  text                       at",
      "1   one two three four five    now",
      "    six"
    ])
  })

  it("keeps the columns that most objects have, and puts the others below the row", () => {
    const id = "1248328050311954441"
    assert.deepStrictEqual(
      shown(
        [
          { id, note: "only here, and rather long", name: "general", kind: "text" },
          { id, name: "staff", kind: "text" }
        ],
        40
      ),
      [
        "id                   name     kind",
        "1248328050311954441  general  text",
        "  note  only here, and rather long",
        "1248328050311954441  staff    text"
      ]
    )
  })

  it("lists fields if too few columns fit", () => {
    assert.deepStrictEqual(shown([{ a: "a".repeat(24), b: "b".repeat(24), c: { d: 1 } }, { a: "x" }], 40), [
      `1  a  ${"a".repeat(24)}`,
      `   b  ${"b".repeat(24)}`,
      "   c",
      "     d  1",
      "2  a  x"
    ])
  })

  it("puts a value below its name if it does not fit beside it", () => {
    assert.deepStrictEqual(shown({ a_rather_long_name: "with a value" }, 20), ["a_rather_long_name", "  with a value"])
    assert.deepStrictEqual(shown({ ["n".repeat(40)]: 1, b: 2 }, 60), ["n".repeat(40), "  1", "b  2"])
  })

  it("shows empty values", () => {
    assert.deepStrictEqual(shown({}, 80), ["{}"])
    assert.deepStrictEqual(shown([], 80), ["[]"])
    assert.deepStrictEqual(shown({ items: [] }, 80), ["items  []"])
    assert.deepStrictEqual(shown([{}, {}], 80), ["1  {}", "2  {}"])
  })

  it("numbers the items of mixed and nested lists", () => {
    assert.deepStrictEqual(shown([["a, b", "c"], 5, { x: 1, y: { z: 2 } }], 80), [
      "1  1  a, b",
      "   2  c",
      "2  5",
      "3  x  1",
      "   y",
      "     z  2"
    ])
  })

  it("keeps every name on one line", () => {
    assert.deepStrictEqual(shown({ "a\n\u001b[31mb": 1 }, 80), ["a [31mb  1"])
    assert.deepStrictEqual(shown([{ "a\nb": 1, c: 2 }], 80), ["a b  c", "1    2"])
  })

  it("has the same text with and without colours", () => {
    const value = { items: [{ id: 1, reply: { id: 2 } }], list: [[1], "a"], text: "x" }
    const coloured = renderValue(value, { style: styleFor(true), columns: 40 })
    assert.isTrue(coloured.some((line) => line.includes("\u001b[")))
    assert.deepStrictEqual(coloured.map(withoutColours), shown(value, 40))
  })

  it("renders a huge result completely and fast", () => {
    const items = Array.from({ length: 500 }, (_, at) => ({ id: String(at), content: `${at} 👋 `.repeat(40) }))
    const page = shown({ items }, 80)
    assert.isAbove(page.length, 1950)
    assert.strictEqual(countsOf(page.join("")).get("👋"), 20_000)
  })

  it.prop(
    "keeps every character at every width, and keeps lines within the width",
    [anyJson, FastCheck.integer({ min: 16, max: 120 })],
    ([value, columns]) => {
      const page = shown(value, columns)
      for (const line of page) {
        assert.isAtMost(widthOf(line), columns, JSON.stringify(line))
        assert.notMatch(line, CONTROL)
      }
      const there = countsOf(page.join("\n"))
      for (const [letter, count] of countsOf(leavesOf(value).map(sanitize).join("\n"))) {
        assert.isAtLeast(there.get(letter) ?? 0, count, JSON.stringify(letter))
      }
    }
  )
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with it
const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "")

const text = FastCheck.oneof(
  FastCheck.string(),
  FastCheck.fullUnicodeString(),
  FastCheck.constantFrom(
    "",
    " ",
    "null",
    "\u001b[2J",
    "日本語".repeat(9),
    FAMILY.repeat(9),
    "a\nb\tc",
    "word ".repeat(30)
  )
)

/** Any value of JSON, with records that options like those of a list. */
const anyJson = FastCheck.letrec<{ any: unknown }>((tie) => ({
  any: FastCheck.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    FastCheck.integer(),
    FastCheck.boolean(),
    FastCheck.constant(null),
    FastCheck.array(tie("any"), { maxLength: 4 }),
    FastCheck.dictionary(text, tie("any"), { maxKeys: 4 }),
    FastCheck.array(
      FastCheck.record(
        { id: FastCheck.integer(), name: text, content: text, more: tie("any") },
        { requiredKeys: ["id"] }
      ),
      { maxLength: 4 }
    )
  )
})).any

const leavesOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)]

/** Counts each letter. Spaces are layout. */
const countsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const letter of text) if (letter.trim() !== "") counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
