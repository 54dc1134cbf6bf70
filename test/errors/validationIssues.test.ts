import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck, Schema } from "effect"
import { ValidationIssue } from "../../src/errors/fields.ts"
import { flattenIssues, formatPath } from "../../src/errors/validationIssues.ts"

const leaf = (message: string, code: string) => ({ _errors: [{ message, code }] })

describe("the nested errors of Discord", () => {
  it("become one issue per leaf, with the path of the argument", () => {
    deepStrictEqual(
      flattenIssues({
        content: leaf("Must be 2000 or fewer in length.", "BASE_TYPE_BAD_LENGTH"),
        embeds: { 0: { fields: { 2: { name: leaf("This field is required", "BASE_TYPE_REQUIRED") } } } },
        components: { 10: { components: { 0: leaf("Only one of", "UNION_TYPE_CHOICES") } } }
      }),
      [
        { path: "content", message: "Must be 2000 or fewer in length.", code: "BASE_TYPE_BAD_LENGTH" },
        { path: "embeds[0].fields[2].name", message: "This field is required", code: "BASE_TYPE_REQUIRED" },
        { path: "components[10].components[0]", message: "Only one of", code: "UNION_TYPE_CHOICES" }
      ]
    )
  })

  it("may have several issues at one path, and some at the root", () => {
    deepStrictEqual(
      flattenIssues({
        _errors: [
          { message: "a", code: "A" },
          { message: "b", code: "B" }
        ],
        nick: leaf("c", "C")
      }),
      [
        { path: "", message: "a", code: "A" },
        { path: "", message: "b", code: "B" },
        { path: "nick", message: "c", code: "C" }
      ]
    )
  })

  it("are empty if there are none, or if they have another shape", () => {
    for (const errors of [
      undefined,
      null,
      {},
      [],
      "no",
      7,
      { content: ["old style"] },
      { content: { _errors: "no" } }
    ]) {
      deepStrictEqual(flattenIssues(errors), [])
    }
  })

  it("lists up to 25 and counts the others", () => {
    const errors = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, leaf("m", "C")]))
    deepStrictEqual(flattenIssues(errors), [
      ...Array.from({ length: 25 }, (_, n) => ({ path: `f${n}`, message: "m", code: "C" })),
      { path: "", message: "75 more problems are not listed", code: "more" }
    ])
  })

  it("are followed to a bounded depth", () => {
    const nested = (depth: number): unknown => (depth === 0 ? leaf("m", "C") : { a: nested(depth - 1) })
    strictEqual(flattenIssues(nested(20)).length, 1)
    deepStrictEqual(flattenIssues(nested(10_000)), [])
  })

  it.prop(
    "are valid issues, at most 25 and a count, for any input",
    [FastCheck.jsonValue({ maxDepth: 6 }), FastCheck.jsonValue()],
    ([a, b]) => {
      const issues = flattenIssues({ a, b: { _errors: [b, { message: a, code: b }] } })
      strictEqual(issues.length <= 26, true)
      strictEqual(Schema.is(Schema.Array(ValidationIssue))(issues), true)
    }
  )
})

describe("a path", () => {
  it("is written with dots and brackets", () => {
    strictEqual(formatPath(["embeds", 0, "fields", 2, "name"]), "embeds[0].fields[2].name")
    strictEqual(formatPath(["embeds", "0"]), "embeds[0]")
    strictEqual(formatPath([0, "id"]), "[0].id")
    strictEqual(formatPath([]), "")
    strictEqual(formatPath([Symbol("s")]), "Symbol(s)")
  })
})
