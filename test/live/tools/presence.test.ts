// Each test has its own server.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { narrow } from "../../../src/config/Policy.ts"
import { presenceIn } from "../../../src/config/presence.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { call, codeOf, overDiscord, roomy, settingsOf } from "../../dispatch/app.ts"
import { until } from "../connection/connecting.ts"
import { discordOf } from "../connection/discordOf.ts"
import { start } from "../live.ts"

describe("MCP_PRESENCE", () => {
  it("is a status, or a status with a text", () => {
    for (const [given, presence] of [
      ["online", { status: "online" }],
      [" DND ", { status: "dnd" }],
      ["idle:", { status: "idle" }],
      ["online: Answers: ask me", { status: "online", text: "Answers: ask me" }],
      [`invisible:${"🦀".repeat(128)}`, { status: "invisible", text: "🦀".repeat(128) }]
    ] as const) {
      assert.deepStrictEqual(presenceIn(given), presence)
    }
    for (const wrong of ["", "away", "Answers questions", `online:${"x".repeat(129)}`]) {
      assert.isUndefined(presenceIn(wrong))
    }
  })
})

/** Live events with a presence, and what the sandbox shows beside the bot. */
const setUp = Effect.gen(function* () {
  const sandbox = yield* Sandbox.make(roomy)
  const gateway = yield* start(sandbox, undefined, { presence: "idle: Reads along" })
  yield* gateway.connected
  const settings = narrow(yield* settingsOf({ MCP_GATEWAY: "true" }), {})
  const server = overDiscord(discordOf(sandbox), settings).pipe(
    Layer.provide(Layer.succeedContext(coreServices(gateway)))
  )
  const set = (input: object) =>
    Effect.scoped(Effect.provide(Effect.provideService(call("presence_set", input), Gateway, gateway), server))
  const shown = Effect.map(sandbox.gateway, ({ sessions }) => sessions.find(({ connected }) => connected)?.presence)
  /** Lets four seconds pass until people see a status. */
  const sees = (status: string) =>
    until(Effect.zipRight(TestClock.adjust("4 seconds"), shown), (presence) => presence?.status === status)
  return { gateway, sandbox, sees, set, shown }
})

const custom = (state: string) => [{ name: "Custom Status", type: 4, state }]

describe("presence_set", () => {
  it.scoped(
    "changes what people see beside the bot, also after a new session, and not more often than Discord takes",
    () =>
      Effect.gen(function* () {
        const { sandbox, sees, set, shown } = yield* setUp
        const initial = yield* shown
        assert.deepStrictEqual([initial?.status, initial?.activities], ["idle", custom("Reads along")])

        assert.strictEqual(codeOf(yield* set({ status: "dnd", text: "Counts fish" })), "ok")
        assert.deepStrictEqual((yield* sees("dnd"))?.activities, custom("Counts fish"))
        // The last one counts. Discord ends a connection that changes six times in 20 seconds.
        for (let change = 0; change < 50; change++) yield* set({ status: change % 2 === 0 ? "idle" : "online" })
        assert.deepStrictEqual((yield* sees("online"))?.activities, [])

        yield* set({ status: "invisible" })
        yield* sandbox.dropConnections({ code: 4009 })
        yield* sees("invisible")
      })
  )

  it.effect("fails without live events, and for a text that is too long", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf({})
      const sandbox = yield* Sandbox.make(roomy)
      const set = (input: object) =>
        Effect.provide(call("presence_set", input), overDiscord(discordOf(sandbox), settings))
      assert.strictEqual(codeOf(yield* set({ status: "idle" })), "GATEWAY_UNAVAILABLE")
      assert.strictEqual(codeOf(yield* set({ status: "idle", text: "x".repeat(129) })), "VALIDATION_FAILED")
      assert.strictEqual(codeOf(yield* set({ status: "away" })), "VALIDATION_FAILED")
    }).pipe(Effect.scoped)
  )
})
