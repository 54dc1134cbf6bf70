import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { Permit, unchangingPolicy } from "../../../src/discord/Permit.ts"
import { Caller } from "../../../src/telemetry/Caller.ts"
import { sendTyping } from "../../../src/tools/channels/typing.ts"
import { Progress } from "../../../src/tools/dsl/Progress.ts"
import { asked, call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { byTurns } from "../../whileTimePasses.ts"

const type = (channel_id: string, seconds?: number) =>
  call("channels_trigger_typing", { channel_id, ...(seconds !== undefined && { seconds }) })

/** The number of times that typing was shown. */
const shown = Effect.map(asked, (all) => all.filter((one) => one.endsWith("/typing")).length)

describe("channels_trigger_typing with seconds", () => {
  it.live("goes on in the background for that time, and not longer", () =>
    byTurns(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const cases = [
          [undefined, 1, 1],
          [10, 1, 1],
          [12, 2, 2],
          [30, 3, 4],
          [60, 7, 8]
        ] as const
        for (const [seconds, least, most] of cases) {
          const before = yield* shown
          assert.deepInclude((yield* type(ids.channels.general, seconds)).structured, { done: true })
          assert.strictEqual((yield* shown) - before, 1)
          yield* Effect.sleep(`${Math.max(1, (seconds ?? 0) - 9)} seconds`)
          const count = (yield* shown) - before
          assert.isTrue(count >= least && count <= most, `${seconds} s: ${count}`)
          yield* Effect.sleep("20 seconds")
          assert.strictEqual((yield* shown) - before, count)
        }
        const wrong = yield* Effect.forEach([0, 61, 1.5], (seconds) => type(ids.channels.general, seconds))
        assert.deepStrictEqual(wrong.map(codeOf), Array(3).fill("VALIDATION_FAILED"))
      }).pipe(served())
    )
  )

  it.live("ends when the bot sends there, the session ends, or Discord refuses it", () =>
    byTurns(
      Effect.gen(function* () {
        const { fail, ids } = yield* Sandbox
        const { general, support } = ids.channels
        const ended = yield* Deferred.make<void>()
        const refuse = fail({
          script: [{ match: { path: "/channels/*/typing" }, times: "forever", do: { kind: "status", status: 403 } }]
        })
        const session = { report: () => Effect.void, stopping: Deferred.await(ended) }
        for (const [how, end, goesOn] of [
          ["a message in another channel", call("messages_send", { channel_id: support, content: "x" }), true],
          ["a message", call("messages_send", { channel_id: general, content: "x" }), false],
          ["a direct message", call("users_send_dm", { user_id: ids.members.ada, content: "x" }), true],
          ["the end of the session", Deferred.succeed(ended, undefined), false],
          ["a refusal", refuse, false]
        ] as const) {
          assert.strictEqual(codeOf(yield* Effect.provideService(type(general, 60), Progress, session)), "ok", how)
          yield* end
          // A refusal is met by the next request.
          yield* Effect.sleep("9 seconds")
          const before = yield* shown
          yield* Effect.sleep("60 seconds")
          assert.strictEqual((yield* shown) > before, goesOn, how)
        }
      }).pipe(served())
    )
  )

  it.live("is possible in five channels of a client at once, and again in the same one", () =>
    byTurns(
      Effect.gen(function* () {
        const { fail } = yield* Sandbox
        yield* fail({
          script: [{ match: { path: "/channels/*/typing" }, times: "forever", do: { kind: "status", status: 204 } }]
        })
        const channels = Array.from({ length: 6 }, (_, at) => `130000000000000000${at}`)
        const of = (clientId: string) => (channel: string) =>
          Effect.provideService(type(channel, 60), Caller, { clientId })
        const atOnce = yield* Effect.forEach(channels, of("chiara"), { concurrency: "unbounded" })
        assert.strictEqual(atOnce.filter((result) => codeOf(result) === "ok").length, 5)
        yield* Effect.sleep("60 seconds")
        const codes = yield* Effect.forEach([...channels, channels[0] ?? ""], of("ada"))
        assert.deepStrictEqual(codes.map(codeOf), [...Array(5).fill("ok"), "VALIDATION_FAILED", "ok"])
        assert.strictEqual(codeOf(yield* of("bruno")(channels[5] ?? "")), "ok")
        yield* Effect.sleep("60 seconds")
        assert.strictEqual(codeOf(yield* of("ada")(channels[5] ?? "")), "ok")
      }).pipe(served())
    )
  )

  it.live("ends when the policy of the client no longer allows the call", () =>
    byTurns(
      Effect.gen(function* () {
        const { channel_id, ...request } = yield* Effect.map(Sandbox, ({ ids }) => ({
          channel_id: ids.channels.general,
          method: "POST" as const,
          route: "/channels/{channel_id}/typing",
          path: { channel_id: ids.channels.general },
          subject: "bot" as const,
          risk: "write" as const,
          repeat: "same" as const,
          duration: "default" as const
        }))
        let isAllowed = true
        const rejection = { tool: "channels_trigger_typing", required: "write", granted: "read" }
        const beforeRequest = Effect.suspend(() => (isAllowed ? Effect.void : Effect.fail(rejection)))
        yield* Effect.provideService(
          sendTyping(request, { channel_id, seconds: 60 }),
          Permit,
          Permit.grant("channels_trigger_typing", "write", { policy: { ...unchangingPolicy, beforeRequest } })
        )
        yield* Effect.sleep("20 seconds")
        const before = yield* shown
        assert.isAtLeast(before, 2)
        isAllowed = false
        yield* Effect.sleep("60 seconds")
        assert.strictEqual(yield* shown, before)
      }).pipe(served())
    )
  )
})
