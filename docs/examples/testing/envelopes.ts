import { assert, it } from "@effect/vitest"
import { checkEnvelope, failedResult, property } from "effect-discord-mcp/testing"

/** What a host of one's own does to a result before a model sees it. */
const forwarded = (result: {
  readonly structuredContent: object
  readonly content: readonly [{ readonly text: string }]
}) => ({
  structure: structuredClone(result.structuredContent),
  text: result.content[0].text.trimEnd()
})

it.effect("loses nothing of a failure on its way to the model", () =>
  property("the envelope keeps its contract", [failedResult()], (result) => {
    const { structure, text } = forwarded(result)
    assert.deepStrictEqual(checkEnvelope(structure, text), [])
  })
)
