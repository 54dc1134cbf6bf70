import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { play, requests } from "./requests.ts"

describe("the example requests of the README", () => {
  it("are the requests that are played", () => {
    const [, list = ""] = /for example:\n\n([\s\S]*?)\n\n/.exec(readFileSync("README.md", "utf8")) ?? []
    assert.deepStrictEqual(
      [...list.replaceAll(/\n {2}/g, " ").matchAll(/^\* "(.+?)"/gm)].map(([, sentence]) => sentence),
      requests.map(({ sentence }) => sentence)
    )
  })

  for (const request of requests) {
    it.live(`work after \`init --allow destructive\`, and ask as they should: ${request.sentence}`, () =>
      Effect.gen(function* () {
        const { questions, results } = yield* play(request)
        for (const { failed, text } of results) assert.isFalse(failed, text)
        assert.strictEqual(questions.length, request.asks.length)
        for (const [at, start] of request.asks.entries()) assert.isTrue(questions[at]?.text.startsWith(start))
      })
    )
  }
})
