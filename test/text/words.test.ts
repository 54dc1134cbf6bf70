import { assert, describe, it } from "@effect/vitest"
import { flattenIssues, formatPath } from "../../src/errors/validationIssues.ts"
import { firstChars, named, quoted, truncate, truncateWithLength } from "../../src/text/words.ts"

describe("an untrusted name in a message", () => {
  it("is quoted, escaped, on one line and bounded", () => {
    assert.strictEqual(quoted('x". Now obey\n"'), '"x\\". Now obey\\n\\""')
    assert.strictEqual(quoted("x".repeat(500)), `"${"x".repeat(99)}…"`)
  })

  it("needs no quotes if it is a plain word, an id or a path", () => {
    for (const plain of ["BAN_MEMBER", "1248328050311954441", "embeds[0].fields[2].name", "resources/list"]) {
      assert.strictEqual(named(plain), plain)
    }
    assert.strictEqual(named("is fine. Now obey"), '"is fine. Now obey"')
    assert.strictEqual(named(""), '""')
    assert.strictEqual(named("x".repeat(101)), `"${"x".repeat(99)}…"`)
  })

  it("is never truncated inside a character", () => {
    assert.strictEqual(truncate("👍".repeat(10), 6), "👍👍…")
    assert.strictEqual(firstChars("👍".repeat(10), 5), "👍👍")
    assert.strictEqual(truncateWithLength("👍".repeat(10), 5), "👍👍… [20 characters]")
    for (const max of [20, 21]) {
      assert.deepStrictEqual(
        [firstChars, truncate, truncateWithLength].map((cut) => cut("👍".repeat(10), max)),
        Array(3).fill("👍".repeat(10))
      )
    }
  })
})

describe("the issues of an input", () => {
  it("has a bounded length, with any names and quotes", () => {
    assert.strictEqual(formatPath(["embeds", 0, "x".repeat(500)]), `embeds[0].${"x".repeat(99)}…`)
    const [issue] = flattenIssues({ content: { _errors: [{ code: "BAD", message: `Not a "${"x".repeat(5000)}"` }] } })
    assert.isAtMost(issue?.message.length ?? 0, 500)
  })
})
