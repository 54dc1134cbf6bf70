import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, start } from "./child.ts"
import { aborted, exited, idsOf, initialize, messagesOf, ready, refusedCall, seen, toolCall } from "./session.ts"

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the end of serve", (it) => {
  it.scoped("ends an idle process after the end of stdin, long before the 5 seconds for running calls", () =>
    Effect.gen(function* () {
      const child = yield* ready()
      yield* child.write(initialize)
      yield* child.stdout.until((text) => text.includes('"hello"'))
      yield* child.endInput
      const ended = yield* Effect.timeout(child.ended, "4 seconds")
      assert.deepStrictEqual(ended, { code: 0, signal: null })
    })
  )

  it.scoped("answers every request before the end of stdin", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const child = yield* start(["serve"], { ...(yield* atSandbox), LOG_LEVEL: "none" })
      const calls = Array.from({ length: 20 }, (_, at) => toolCall(at, "guild_get", { guild_id: ids.guild }))
      yield* child.write(initialize + calls.join(""))
      yield* child.endInput
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      assert.sameMembers([...idsOf(child.stdout.text)], ["hello", ...calls.keys()])
      assert.strictEqual(child.stderr.text, "")
    })
  )

  for (const [how, end] of [
    ["the end of stdin", "stdin"],
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", "SIGINT"]
  ] as const) {
    it.scoped(`lets a running call finish after ${how}, accepts no new one, and exits with 0`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        const child = yield* ready()
        const before = yield* seen
        yield* sandbox.inject({ match: { path: "/channels/*" }, do: { kind: "latency", ms: 500 } })
        yield* child.write(toolCall("flying", "channels_get", { channel_id: general }))
        yield* sandbox.awaitRequests(before + 1)
        if (end === "stdin") yield* child.endInput
        else {
          yield* child.signal(end)
          // Any answer to a later call is proof that the signal has arrived, once it is a refusal.
          const late = yield* refusedCall(child, general)
          assert.deepInclude(late, {
            error: { code: -32603, message: "The server is shutting down and takes no new calls." }
          })
        }
        const ended = yield* Effect.timeout(child.ended, "4 seconds")
        assert.deepStrictEqual(ended, { code: 0, signal: null })
        const answers = messagesOf(child.stdout.text).filter(({ id }) => id === "flying")
        assert.strictEqual(answers.length, 1)
        assert.deepInclude(Object(Object(answers[0]).result).structuredContent, { id: general })
      })
    )
  }

  it.scoped("ends after 5 seconds, even if a call hangs or no one reads the results", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const [before, gone] = [yield* seen, yield* aborted]
      yield* sandbox.inject({ match: { path: "/channels/*" }, times: 2, do: { kind: "hang", at: "body" } })
      const hanging = [yield* ready(), yield* ready()] as const
      for (const child of hanging) yield* child.write(toolCall(1, "channels_get", { channel_id: general }))
      const deaf = yield* ready()
      deaf.process.stdout?.pause()
      const input = { channel_id: general, view: "full", limit: 100 }
      const calls = Array.from({ length: 40 }, (_, at) => toolCall(at, "messages_read", input))
      yield* deaf.write(calls.join(""))
      yield* sandbox.awaitRequests(before + 42)

      yield* hanging[0].endInput
      yield* hanging[1].signal("SIGTERM")
      yield* deaf.endInput
      const durations = yield* Effect.forEach(
        [hanging[0].ended, hanging[1].ended, exited(deaf.process)],
        // Without the limit of 5 seconds, a call that hangs ends after 55. A busy machine is seconds late.
        (end) => Effect.timed(Effect.timeout(end, "30 seconds")),
        { concurrency: "unbounded" }
      )
      deaf.process.stdout?.resume()
      for (const [duration] of durations) assert.isAbove(Duration.toMillis(duration), 4500)
      for (const child of [...hanging, deaf]) {
        assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      }
      yield* sandbox.awaitAborted(gone + 2)
      assert.deepStrictEqual(
        hanging.map(({ stdout }) => stdout.text),
        ["", ""]
      )
    })
  )

  it.scoped("ends silently when stdout is closed", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const child = yield* ready()
      child.process.stdout?.destroy()
      yield* child.write(initialize + toolCall(1, "guild_get", { guild_id: ids.guild }))
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "30 seconds"), { code: 0, signal: null })
      assert.notMatch(child.stderr.text, /EPIPE|Error|at .*\.js/)
    })
  )

  it.scoped("writes complete results to a slow reader before it ends", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const child = yield* ready()
      const before = yield* seen
      child.process.stdout?.pause()
      const input = { channel_id: general, view: "full", limit: 100 }
      const calls = Array.from({ length: 30 }, (_, at) => toolCall(at, "messages_read", input))
      yield* child.write(calls.join(""))
      yield* sandbox.awaitRequests(before + 30)
      yield* child.signal("SIGTERM")
      yield* Effect.timeoutOption(exited(child.process), "500 millis")
      child.process.stdout?.resume()
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      assert.sameMembers([...idsOf(child.stdout.text)], [...calls.keys()])
    })
  )

  it.scoped("stops on a signal during startup", () =>
    Effect.gen(function* () {
      const child = yield* start(["serve"], { ...(yield* atSandbox) })
      yield* child.endInput
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "30 seconds"), { code: 0, signal: null })
      assert.strictEqual(child.stdout.text, "")
    })
  )
})
