// @effect-diagnostics strictEffectProvide:off
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"
import { send } from "../../docs/examples/client.ts"
import { readAll } from "../../docs/examples/progress.ts"
import { connect } from "../../src/client/index.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "../e2e/binary.ts"
import { atSandbox } from "../e2e/child.ts"

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "the examples of docs/client.md, against the server as a process",
  (it) => {
    const server = Effect.gen(function* () {
      const env = yield* atSandbox
      return connect({ command: process.execPath, args: [yield* Binary], env, stderr: "ignore" })
    }).pipe(Layer.unwrapEffect)

    it.effect("sends a message, and returns the wait after a rate limit", () =>
      Effect.gen(function* () {
        const { ids, inject, messages, requests } = yield* Sandbox
        const { general } = ids.channels
        const outcomes = yield* Effect.gen(function* () {
          const first = yield* send(general, "The tide is in.")
          yield* inject({
            match: { operation: "POST /channels/:id/messages" },
            do: { kind: "rate_limit", scope: "user", retry_after: 89.5 }
          })
          return [first, yield* send(general, "And out again.")]
        }).pipe(Effect.provide(server))
        const [latest] = yield* messages(general)
        assert.deepStrictEqual(outcomes, [`sent as ${latest?.id}`, "again in 90 s"])
        assert.strictEqual(latest?.content, "The tide is in.")
        const sends = (yield* requests).filter(({ method }) => method === "POST")
        assert.deepStrictEqual(
          sends.map(({ status }) => status),
          [200, 429]
        )
      })
    )

    it.effect("emits progress, then the result", () =>
      Effect.gen(function* () {
        const { ids, messages } = yield* Sandbox
        const outcomes = yield* readAll(ids.channels.general).pipe(Stream.runCollect, Effect.provide(server))
        const { length } = yield* messages(ids.channels.general)
        assert.deepStrictEqual(Chunk.toReadonlyArray(outcomes).slice(-2), [`${length} so far`, `${length} in all`])
      })
    )
  }
)
