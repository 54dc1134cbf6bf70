import { assert, describe } from "@effect/vitest"
import { Effect, Either } from "effect"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import { readDocument, writeDocument } from "../../src/blueprint/readDocument.ts"
import { effectPropInTurns, runs } from "../turns.ts"
import { guildState } from "./guilds.ts"

describe("writeDocument", () => {
  effectPropInTurns(
    "writes YAML that is read back to the same document, for any names",
    [guildState()],
    ([state]) =>
      Effect.gen(function* () {
        const { document } = documentOf(state, { name: true })
        const text = yield* writeDocument(document)
        assert.deepStrictEqual(yield* readDocument(text), Either.right(document))
        assert.strictEqual(yield* writeDocument(document), text)
      }),
    { fastCheck: { numRuns: runs(100) } }
  )
})
