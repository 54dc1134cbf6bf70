import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { cut } from "../../src/cli/rendering/cut.ts"
import { fold } from "../../src/cli/rendering/fold.ts"
import { harmless } from "../../src/cli/rendering/harmless.ts"
import { inline } from "../../src/cli/rendering/inline.ts"
import { lines } from "../../src/cli/rendering/lines.ts"
import { padded, widthOf } from "../../src/cli/rendering/width.ts"
import { paint } from "../../src/cli/style.ts"

/** A value as it is shown without colours. */
const shown = (value: unknown, columns: number) => lines(value, { paint: paint(false), columns })

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
    it(`of ${JSON.stringify(text)} is ${columns}`, () => {
      assert.strictEqual(widthOf(text), columns)
      assert.strictEqual(widthOf(padded(text, 20)), 20)
    })
  }
})

describe("a text that does not fit", () => {
  it("is folded at spaces, and keeps the lines and the room it had where it fits", () => {
    assert.deepStrictEqual(fold("one two three", 7), ["one two", "three"])
    assert.deepStrictEqual(fold("one  two\n  three\n\nfour", 20), ["one  two", "  three", "", "four"])
    assert.deepStrictEqual(fold("", 7), [""])
    assert.deepStrictEqual(fold("        ", 3), [""])
  })

  it("is broken inside a word only where the word fits no line", () => {
    assert.deepStrictEqual(fold("see https://tidepool.example/starfish", 12), [
      "see",
      "https://tide",
      "pool.example",
      "/starfish"
    ])
  })

  it("is never broken inside a character", () => {
    assert.deepStrictEqual(fold("日本語です", 5), ["日本", "語で", "す"])
    assert.deepStrictEqual(fold(FAMILY.repeat(3), 5), [FAMILY.repeat(2), FAMILY])
    assert.deepStrictEqual(fold("日本", 1), ["日", "本"])
  })

  it("is cut with a sign, by columns and not by letters", () => {
    assert.strictEqual(cut("short", 5), "short")
    assert.strictEqual(cut("a longer one", 8), "a longe…")
    assert.strictEqual(cut("a b c", 3), "a…")
    assert.strictEqual(cut("日本語", 5), "日本…")
    assert.strictEqual(cut(`${FLAG}${FLAG}`, 3), `${FLAG}…`)
  })
})

describe("a value beside its name", () => {
  it("is what it is, and in quotes where it could be taken for something else", () => {
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
      assert.strictEqual(inline(value), text)
    }
  })

  it("has nothing in it that a terminal obeys", () => {
    assert.strictEqual(inline("\u001b[2J\u001b]0;title\u0007red\u009b31m"), "[2J]0;titlered31m")
    assert.strictEqual(inline("over\rwritten\b"), "over\nwritten")
    assert.strictEqual(harmless("a\tb\u2028c\r\nd"), "a    b\nc\nd")
  })
})

describe("a page", () => {
  it("shows records as a table of what is short, with the rest of each below it", () => {
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

  it("folds what is wide inside its column", () => {
    assert.deepStrictEqual(shown([{ id: "1", text: "one two three four five six", at: "now" }], 34), [
      "id  text                       at",
      "1   one two three four five    now",
      "    six"
    ])
  })

  it("keeps the columns that most records have, and moves below what there is no room for", () => {
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

  it("goes field by field where a table would be none", () => {
    assert.deepStrictEqual(shown([{ a: "a".repeat(24), b: "b".repeat(24), c: { d: 1 } }, { a: "x" }], 40), [
      `1  a  ${"a".repeat(24)}`,
      `   b  ${"b".repeat(24)}`,
      "   c",
      "     d  1",
      "2  a  x"
    ])
  })

  it("puts a value below its name where there is no room beside it", () => {
    assert.deepStrictEqual(shown({ a_rather_long_name: "with a value" }, 20), ["a_rather_long_name", "  with a value"])
    assert.deepStrictEqual(shown({ ["n".repeat(40)]: 1, b: 2 }, 60), ["n".repeat(40), "  1", "b  2"])
  })

  it("says that there is nothing where there is nothing", () => {
    assert.deepStrictEqual(shown({}, 80), ["{}"])
    assert.deepStrictEqual(shown([], 80), ["[]"])
    assert.deepStrictEqual(shown({ items: [] }, 80), ["items  []"])
    assert.deepStrictEqual(shown([{}, {}], 80), ["1  {}", "2  {}"])
  })

  it("shows lists of lists and of all kinds by number", () => {
    assert.deepStrictEqual(shown([["a, b", "c"], 5, { x: 1, y: { z: 2 } }], 80), [
      "1  1  a, b",
      "   2  c",
      "2  5",
      "3  x  1",
      "   y",
      "     z  2"
    ])
  })

  it("keeps a name on one line, whatever is in it", () => {
    assert.deepStrictEqual(shown({ "a\n\u001b[31mb": 1 }, 80), ["a [31mb  1"])
    assert.deepStrictEqual(shown([{ "a\nb": 1, c: 2 }], 80), ["a b  c", "1    2"])
  })

  it("has the same texts with colours and without", () => {
    const value = { items: [{ id: 1, reply: { id: 2 } }], list: [[1], "a"], text: "x" }
    const coloured = lines(value, { paint: paint(true), columns: 40 })
    assert.isTrue(coloured.some((line) => line.includes("\u001b[")))
    assert.deepStrictEqual(coloured.map(withoutColours), shown(value, 40))
  })

  it("is done with a huge result in a moment, all of it", () => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ id: String(at), content: `${at} 👋 `.repeat(40) }))
    const page = shown({ items }, 80)
    assert.isAbove(page.length, 3900)
    assert.strictEqual(countsOf(page.join("")).get("👋"), 40_000)
  })

  it("loses no letter of any value, at no width, and breaks no line", () => {
    FastCheck.assert(
      FastCheck.property(anyJson, FastCheck.integer({ min: 16, max: 120 }), (value, columns) => {
        const page = shown(value, columns)
        for (const line of page) {
          assert.isAtMost(widthOf(line), columns, JSON.stringify(line))
          assert.notMatch(line, CONTROL)
        }
        const there = countsOf(page.join("\n"))
        for (const [letter, count] of countsOf(leavesOf(value).map(harmless).join("\n"))) {
          assert.isAtLeast(there.get(letter) ?? 0, count, JSON.stringify(letter))
        }
      })
    )
  })
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

/** Any value of JSON, with records that look like those of a list. */
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

/** How often each letter is there; spaces are layout. */
const countsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const letter of text) if (letter.trim() !== "") counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
