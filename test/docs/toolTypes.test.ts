// The one switch of this file is the shell's.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue.ts"
import { publishedSchema } from "../../src/tools/language/publishedSchema.ts"
import { readTables, toolTypes } from "./toolTypes.ts"

/** `npm run docs` writes what `npm test` compares. */
const writing = process.env.DOCS === "write"

const path = "src/client/Tools.ts"

/** The compiler reads all tables for this. */
const PATIENCE_MS = 180_000

describe("the client's types of the tools", () => {
  it(
    "are up to date (npm run docs)",
    () => {
      const types = toolTypes(readTables())
      if (writing) writeFileSync(path, types)
      assert.strictEqual(readFileSync(path, "utf8"), types)
    },
    PATIENCE_MS
  )

  it(
    "name every tool, and every field that its schema has and needs",
    () => {
      const { tools } = readTables()
      assert.sameMembers(
        [...tools.keys()],
        catalogue.map(({ name }) => name)
      )
      for (const { input, name } of catalogue) {
        const shape = tools.get(name)?.input
        const { properties, required = [] } = publishedSchema(input)
        const fields = shape?.kind === "object" ? shape.fields : []
        assert.sameMembers(
          fields.map((field) => field.name),
          Object.keys(Object(properties)),
          name
        )
        assert.sameMembers(
          fields.filter(({ isOptional }) => !isOptional).map((field) => field.name),
          [required].flat(),
          name
        )
      }
    },
    PATIENCE_MS
  )
})
