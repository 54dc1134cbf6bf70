/** The published JSON Schema of blueprints. `DOCS=write` writes it. */
// @effect-diagnostics nodeBuiltinImport:off processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { Effect, Either, FastCheck as fc } from "effect"
import { documentSchema, SCHEMA_ID } from "../../src/blueprint/document.ts"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import { readDocument } from "../../src/blueprint/readDocument.ts"
import { propInTurns, runs } from "../turns.ts"
import { guildState } from "./guilds.ts"

const file = fileURLToPath(new URL("../../schema/blueprint.schema.json", import.meta.url))
const published = `${JSON.stringify(documentSchema(), undefined, 2)}\n`
const accepts = new Ajv({ strict: false }).compile(Object(documentSchema()))

/** Returns the fields of a schema that all of these values have, or lack, with the same value. */
const constantFields = (schema: unknown, values: ReadonlyArray<unknown>, path: string): ReadonlyArray<string> => {
  const { additionalProperties, items, properties } = Object(schema)
  const inner = (name: string) =>
    values.map((value) => (Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined))
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, field]) =>
      constantFields(field, inner(name), path === "" ? name : `${path}.${name}`)
    )
  const all = values.flatMap((value) => Object.values(Object(value ?? [])))
  if (items !== undefined) return constantFields(items, all, `${path}[]`)
  if (typeof additionalProperties === "object") return constantFields(additionalProperties, all, `${path}.*`)
  return new Set(values.map((value) => JSON.stringify(value))).size > 1 ? [] : [path]
}

describe("the schema of blueprints", () => {
  it("is published in the package, at the address that exports name", () => {
    if (process.env.DOCS === "write") writeFileSync(file, published)
    assert.strictEqual(readFileSync(file, "utf8"), published)
    assert.isTrue(SCHEMA_ID.endsWith("/schema/blueprint.schema.json"))
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    assert.include(manifest.files, "schema")
  })

  propInTurns(
    "accepts every export",
    [guildState()],
    ([state]) => {
      const { document } = documentOf(state, { name: true })
      assert.isTrue(accepts(JSON.parse(JSON.stringify(document))), JSON.stringify(accepts.errors))
    },
    { fastCheck: { numRuns: runs(20) } }
  )

  it("has no field that is the same in all random guilds", () => {
    const documents = fc
      .sample(guildState(), { numRuns: 200, seed: 1 })
      .map((state) => documentOf(state, { name: true }).document)
    const unvaried = constantFields(documentSchema(), documents, "")
    // There is one version. The other sections of ids are those of the document. An export refers to pictures by URL.
    assert.deepStrictEqual(unvaried, ["version", "emojis[].file", "stickers[].file", "ids.guild"])
  })

  it.effect("accepts and refuses what the reader does", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [value: object, isValid: boolean]> = [
        [{ version: 1, roles: [{ name: "a" }], channels: [{ name: "a", topic: "" }] }, true],
        [{ version: 2 }, false],
        [{ version: 1, rolls: [] }, false],
        [{ version: 1, everyone: { permissions: ["SEND_MESAGES"] } }, false],
        [{ version: 1, roles: [{ name: "a", color: "green" }] }, false]
      ]
      for (const [value, isValid] of cases) {
        assert.strictEqual(accepts(value), isValid, JSON.stringify(value))
        assert.strictEqual(Either.isRight(yield* readDocument(value)), isValid, JSON.stringify(value))
      }
    })
  )
})
