import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Transcript from "../../src/cli/Transcript.ts"
import { heard } from "./heard.ts"

const transcript = Transcript.make({ coloured: false, names: new Map() })

describe("a transcript", () => {
  it.effect("cuts no emoji in half, neither where an answer ends nor where a line does", () =>
    Effect.gen(function* () {
      for (const indent of ["", "x"]) {
        const crabs = indent + "🦀".repeat(200)
        const { text: cut } = yield* heard(transcript.answer({ content: crabs }, 1))
        assert.include(cut, "…")
        const { text: whole } = yield* heard(transcript.told(crabs, 1))
        assert.strictEqual(whole.replaceAll(/[^🦀]/gu, ""), "🦀".repeat(200))
        for (const text of [cut, whole]) assert.notMatch(text, /\p{Surrogate}/u)
      }
    })
  )
})
