import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Transcript from "../../src/cli/demo/Transcript.ts"
import { captureConsole } from "./captureConsole.ts"

const transcript = Transcript.make({ coloured: false, names: new Map() })

describe("a transcript", () => {
  it.effect("does not split an emoji, neither at the end of a result nor of a line", () =>
    Effect.gen(function* () {
      for (const indent of ["", "x"]) {
        const crabs = indent + "🦀".repeat(200)
        const { text: cut } = yield* captureConsole(transcript.result({ content: crabs }, 1))
        assert.include(cut, "…")
        const { text: whole } = yield* captureConsole(transcript.text(crabs, 1))
        assert.strictEqual(whole.replaceAll(/[^🦀]/gu, ""), "🦀".repeat(200))
        for (const text of [cut, whole]) assert.notMatch(text, /\p{Surrogate}/u)
      }
    })
  )
})
