import { assert, it } from "@effect/vitest"
import { checkEnvelope, failedResult, property } from "effect-discord-mcp/testing"

/** What a host changes in a result before a model sees it. */
const forwarded = (result: {
  readonly structuredContent: object
  readonly content: readonly [{ readonly text: string }]
}) => ({
  structure: structuredClone(result.structuredContent),
  text: result.content[0].text.trimEnd()
})

it.effect("forwards every failure without loss", () =>
  property("the envelope is valid", [failedResult()], (result) => {
    const { structure, text } = forwarded(result)
    assert.deepStrictEqual(checkEnvelope(structure, text), [])
  })
)
