/**
 * What users rely on, as it was last published: tools with their fields, errors and settings. Texts may change at any
 * time; what these tables say changes only on purpose, with `HELD=write` and a line in CHANGELOG.md.
 */
// The one switch of this file is the shell's.
// @effect-diagnostics processEnv:off
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue.ts"
import { variables } from "../../src/config/Settings.ts"
import { errorFacts } from "../../src/errors/ErrorCode.ts"
import { type Json, publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"

/** A schema without its texts. */
const withoutTexts = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutTexts)
  if (typeof node !== "object" || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !((key === "description" || key === "title") && typeof value === "string"))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, withoutTexts(value)])
  )
}

/** Short forms are readable, long ones stand as their digest. */
const short = (schema: unknown): string => {
  const text = JSON.stringify(withoutTexts(schema))
  return text.length <= 80 ? text : `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 12)}`
}

const fields = catalogue.flatMap(({ input, name }) => {
  const schema: Json = publishedSchema(input)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  return Object.entries(Object(schema.properties)).map(([field, type]) =>
    [name, field, required.has(field) ? "required" : "optional", short(type)].join("\t")
  )
})

const tables: Readonly<Record<string, ReadonlyArray<string>>> = {
  fields,
  errors: Object.entries(errorFacts).map(([tag, { category, code, side }]) => [tag, code, side, category].join("\t")),
  settings: Object.values(variables).map(({ fallback, name }) => [name, fallback].join("\t"))
}

describe("what is published", () => {
  for (const [name, rows] of Object.entries(tables)) {
    it(`has the ${name} of test/held/${name}.tsv`, () => {
      const path = `test/held/${name}.tsv`
      const text = `${rows.toSorted().join("\n")}\n`
      if (process.env.HELD === "write") writeFileSync(path, text)
      assert.deepStrictEqual(text.split("\n"), readFileSync(path, "utf8").split("\n"))
    })
  }
})
