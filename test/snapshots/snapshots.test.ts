/**
 * The contract with users: tools with their fields, errors, settings and exit codes. Texts may change at any time. These tables
 * change only on purpose, with `SNAPSHOTS=write` and a line in CHANGELOG.md.
 */
// Reads one environment variable.
// @effect-diagnostics processEnv:off
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { exitCodes } from "../../src/cli/exit.ts"
import { variables } from "../../src/config/Settings.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
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

/** Returns the schema as JSON, or its digest if it is long. */
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

const { audit, doctor, ...codes } = exitCodes

const tables: Readonly<Record<string, ReadonlyArray<string>>> = {
  fields,
  errors: Object.entries(errorTraits).map(([tag, { category, code, side }]) => [tag, code, side, category].join("\t")),
  exitCodes: [
    ...Object.entries(codes).map(([name, { code }]) => [name, code].join("\t")),
    ...Object.entries(audit).map(([verdict, { code }]) => [`audit ${verdict}`, code].join("\t")),
    ...Object.entries(doctor).map(([verdict, { code }]) => [`doctor ${verdict}`, code].join("\t"))
  ],
  settings: Object.values(variables).map(({ fallback, name }) => [name, fallback].join("\t"))
}

describe("the published contract", () => {
  for (const [name, rows] of Object.entries(tables)) {
    it(`has the ${name} of test/snapshots/${name}.tsv`, () => {
      const path = `test/snapshots/${name}.tsv`
      const text = `${rows.toSorted().join("\n")}\n`
      if (process.env.SNAPSHOTS === "write") writeFileSync(path, text)
      assert.deepStrictEqual(text.split("\n"), readFileSync(path, "utf8").split("\n"))
    })
  }
})
