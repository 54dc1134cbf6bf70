import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, run } from "./child.ts"
import { messagesOf, ready, toolCall } from "./session.ts"

/** A client begins that can put questions to a person. */
const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "test", version: "1" }
  }
})}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`

const cancelled = (requestId: unknown) =>
  `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })}\n`

/** The messages of whole lines; the last may still be on its way. */
const whole = (text: string) => messagesOf(text.slice(0, text.lastIndexOf("\n") + 1))

const deletions = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method === "DELETE").length)
)

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "consent over the real pipes",
  (it) => {
    it.scoped("asks the client, cancels the question with the call, and lets one call run", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const input = { channel_id: ids.channels.general, message_id: ids.messages.byMember }
        const child = yield* ready({ MCP_DRY_RUN: "false" })
        yield* child.write(initialize + toolCall(1, "messages_delete", input))
        const asked = yield* child.stdout.until((text) => whole(text).some((it) => it.method === "elicitation/create"))
        const question = whole(asked).find(({ method }) => method === "elicitation/create")
        // The SDK's first id is 0, which its own clients could not have withdrawn.
        assert.strictEqual(question?.id, "0")
        assert.include(String(Object(question?.params).message), 'Bruno (@bruno_salvi): "has anybody tried the beta')

        yield* child.write(cancelled(1))
        yield* child.stdout.until((text) =>
          whole(text).some((it) => it.method === "notifications/cancelled" && Object(it.params).requestId === "0")
        )
        assert.strictEqual(yield* deletions, 0)

        yield* child.write(toolCall(2, "messages_delete", input))
        const again = yield* child.stdout.until((text) => whole(text).some((it) => it.id === 1))
        assert.strictEqual(whole(again).find(({ id }) => id === 1)?.method, "elicitation/create")
        const result = { action: "accept", content: { answer: "Yes, do it" } }
        yield* child.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n`)
        const done = yield* child.stdout.until((text) => whole(text).some((it) => it.id === 2))
        assert.deepInclude(Object(whole(done).find(({ id }) => id === 2)?.result).structuredContent, { done: true })
        assert.strictEqual(yield* deletions, 1)
      })
    )

    it.effect("requires a flag without an interactive terminal, because a token could not be used", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const env = { ...(yield* atSandbox), MCP_DRY_RUN: "false" }
        const input = JSON.stringify({ channel_id: ids.channels.general, message_id: ids.messages.byBot })
        const before = yield* deletions
        const held = yield* run(["call", "messages_delete", input], env)
        const envelope = Object(JSON.parse(held.stderr))
        assert.deepStrictEqual(
          [held.code, held.stdout, envelope.code, envelope.armed, envelope.confirmation_token],
          [5, "", "DRY_RUN_PREVIEW", true, undefined]
        )
        assert.match(envelope.recovery_hint, /__confirm: true\.$/)
        assert.strictEqual(yield* deletions, before)
        const done = yield* run(["call", "messages_delete", input, "--__confirm", "true"], env)
        assert.deepStrictEqual([done.code, yield* deletions], [0, before + 1])
      })
    )
  }
)
