import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as errors from "../../docs/examples/errors.ts"
import { protectedCall } from "../../docs/examples/resilience.ts"

describe("the README's examples", () => {
  it("an error becomes its envelope and its text", () => {
    assert.strictEqual(errors.envelope.code, "DISCORD_RATE_LIMITED")
    assert.isTrue(errors.envelope.retriable)
    assert.include(errors.text, "Wait 5000 ms, then retry.")
  })

  it.effect("a protected call gives what the call gives", () =>
    Effect.map(protectedCall(Effect.succeed(42)), (value) => assert.strictEqual(value, 42))
  )
})
