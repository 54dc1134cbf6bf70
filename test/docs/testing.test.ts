/** The examples of docs/testing.md are tests themselves; here they run. */
// @effect-diagnostics strictEffectProvide:off
import "../../docs/examples/testing.ts"
import "../../docs/examples/testing/envelopes.ts"
import "../../docs/examples/testing/events.ts"
import "../../docs/examples/testing/failing.ts"
import "../../docs/examples/testing/faults.ts"
import "../../docs/examples/testing/properties.ts"
import "../../docs/examples/testing/recorded.ts"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { callTool } from "../../src/client/index.ts"
import { Fault, Sandbox, sandbox } from "../../src/testing/index.ts"

describe("the example that opens docs/testing.md", () => {
  it("is shorter than fifteen lines", () => {
    const lines = readFileSync("docs/examples/testing.ts", "utf8").trim().split("\n")
    // As on the page, without comments for the linter.
    assert.isBelow(lines.filter((line) => !line.startsWith("// @effect-diagnostics")).length, 15)
  })

  it.live("would detect a step that simply retries", () =>
    Effect.gen(function* () {
      const { fail, ids, messages } = yield* Sandbox
      yield* fail(Fault.cutAfterEffect().forever().on("POST /channels/:id/messages"))
      const content = "The tide is in."
      const naive = Effect.retry(callTool("messages_send", { channel_id: ids.channels.general, content }), { times: 1 })
      yield* Effect.exit(naive)
      const said = (yield* messages(ids.channels.general)).filter((message) => message.content === content)
      assert.lengthOf(said, 2)
    }).pipe(Effect.provide(sandbox()))
  )
})
