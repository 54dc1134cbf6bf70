import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { say } from "../../docs/examples/client.ts"
import { connect } from "../../src/client/index.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "../e2e/binary.ts"
import { atSandbox } from "../e2e/child.ts"

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true, timeout: "60 seconds" })(
  "the example of docs/client.md, against the server as a process",
  (it) => {
    it.effect("says something, and tells how long Discord asks to wait", () =>
      Effect.gen(function* () {
        const { ids, inject, messages, requests } = yield* Sandbox
        const server = connect({
          command: process.execPath,
          args: [yield* Binary],
          env: yield* atSandbox,
          stderr: "ignore"
        })
        const { general } = ids.channels
        const told = yield* Effect.gen(function* () {
          const first = yield* say(general, "The tide is in.")
          yield* inject({
            match: { operation: "POST /channels/:id/messages" },
            do: { kind: "rate_limit", scope: "user", retry_after: 89.5 }
          })
          return [first, yield* say(general, "And out again.")]
        }).pipe(Effect.provide(server))
        const [latest] = yield* messages(general)
        assert.deepStrictEqual(told, [`sent as ${latest?.id}`, "again in 90 s"])
        assert.strictEqual(latest?.content, "The tide is in.")
        const sends = (yield* requests).filter(({ method }) => method === "POST")
        assert.deepStrictEqual(
          sends.map(({ status }) => status),
          [200, 429]
        )
      })
    )
  }
)
