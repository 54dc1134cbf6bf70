import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Transcript from "../../src/cli/demo/Transcript.ts"
import { widthOf } from "../../src/cli/rendering/text.ts"
import { captureConsole } from "./captureConsole.ts"

const transcript = Transcript.make({ coloured: false, columns: 100, names: new Map() })

describe("a transcript", () => {
  it.effect("fits the terminal, and breaks no word", () =>
    Effect.gen(function* () {
      const words = "The server sent two requests to messages_read, and Discord answered with 429 before 200."
      for (const columns of [40, 60, 80]) {
        const narrow = Transcript.make({ coloured: false, columns, names: new Map() })
        const { text } = yield* captureConsole(
          Effect.all([
            narrow.step("A step", words),
            narrow.note(words),
            narrow.call("messages_read", { content: words }),
            narrow.text(words, 1234),
            narrow.failure(`Error DISCORD_NOT_FOUND\n${words}`, 12),
            narrow.stepResult("tell #general", true, words)
          ])
        )
        for (const line of text.split("\n")) assert.isAtMost(widthOf(line), columns, line)
        for (const word of words.split(" ")) assert.include(text.split(/[\s"]+/), word, `at ${columns} columns`)
      }
    })
  )

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
