/** Every reason for which nothing arrives, with everything that waits or asks. */
// Each case has its own server.
// @effect-diagnostics strictEffectProvide:off

import { assert, describe, it } from "@effect/vitest"
import { Effect, FiberMap } from "effect"
import { Dispatch } from "../../../src/dispatch/Dispatch.ts"
import { GatewayUnavailable } from "../../../src/errors/DiscordMcpError.ts"
import * as Asks from "../../../src/live/Asks.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import * as EventLog from "../../../src/live/EventLog.ts"
import { type Gateway, type GatewayStatus, off } from "../../../src/live/Gateway.ts"
import { inMemory } from "../../../src/live/SegmentFiles.ts"
import { answerBy } from "../../../src/live/waiting.ts"
import { subscribe } from "../../../src/mcp/watchedEvents.ts"
import { call, type Environment, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { nodeContext } from "../../nodeContext.ts"

const CONNECTED = { state: "connected", resumes: 0, identifies: 1, disconnects: 0 } as const
const DEFAULT = ["GUILDS", "GUILD_MESSAGES", "DIRECT_MESSAGES", "GUILD_MESSAGE_REACTIONS", "DIRECT_MESSAGE_REACTIONS"]

/** Runs a test with live events in this state. `owned`: whether this process has the log and the questions. */
const withStatus =
  (status: Partial<GatewayStatus>, owned = true, environment: Environment = {}) =>
  <A, E>(test: Effect.Effect<A, E, Served>) =>
    Effect.gen(function* () {
      const log = yield* Effect.orDie(EventLog.make(inMemory()))
      const asks = yield* Effect.orDie(Asks.make(undefined))
      const now: GatewayStatus = { intents: DEFAULT, connection: CONNECTED, dropped: {}, recovered: 0, ...status }
      const why = now.unavailable ?? new GatewayUnavailable({ reason: "off" })
      const source: Gateway["Type"] = {
        ...off,
        log: owned ? Effect.succeed(log) : why,
        asks: owned ? Effect.succeed(asks) : why,
        botId: owned ? Effect.succeed("1219699408896000001") : why,
        takesReplies: true,
        status: Effect.map(log.stats, (stats) => ({ ...now, ...(owned && { log: stats }) }))
      }
      return yield* Effect.provide(served({ MCP_GATEWAY: "true", ...environment })(test), coreServices(source))
    }).pipe(Effect.scoped, Effect.provide(nodeContext))

const approvals = {
  MCP_CONFIRM: "discord",
  MCP_DRY_RUN: "false",
  MCP_APPROVERS: "1248328050286788611",
  MCP_APPROVAL_CHANNEL: "1248328050316148746",
  MCP_APPROVAL_WAIT_MS: "0"
}

/** What waits or asks. Each returns the fields of the failure. */
const readers = {
  gateway_wait_for: () => Effect.map(call("gateway_wait_for", {}), ({ structured }) => structured),
  "messages_ask for a reply": () =>
    Effect.flatMap(Sandbox, ({ ids }) =>
      Effect.map(
        call("messages_ask", { channel_id: ids.channels.general, question: "Now?" }),
        ({ structured }) => structured
      )
    ),
  "messages_ask for a click": () =>
    Effect.flatMap(Sandbox, ({ ids }) =>
      Effect.map(
        call("messages_ask", {
          channel_id: ids.channels.general,
          question: "Now?",
          options: [{ label: "Yes" }, { label: "No" }]
        }),
        ({ structured }) => structured
      )
    ),
  "a call that needs an approval": () =>
    Effect.flatMap(Sandbox, ({ ids }) =>
      Effect.map(call("channels_delete", { channel_id: ids.channels.support }), ({ structured }) => structured)
    ),
  "the command wait": () =>
    Effect.gen(function* () {
      const dispatch = yield* Dispatch
      const ask = answerBy((tool, input) => Effect.map(dispatch.run(tool, input), ({ value }) => value))
      const failure = yield* Effect.flip(ask({ ask: "wait", input: {} }))
      return { code: "GATEWAY_UNAVAILABLE", ...failure }
    }),
  "a subscription": () =>
    Effect.gen(function* () {
      const dispatch = yield* Dispatch
      const { ids } = yield* Sandbox
      const fibers = yield* FiberMap.make<string>()
      const uri = `discord://channels/${ids.channels.general}/events`
      const refused = yield* Effect.flip(
        subscribe(uri, { dispatch }, { fibers, notify: () => Effect.void, sinceMs: 0 })
      )
      const data = Object(Object(refused.error).data)
      const [, ms] = /Wait (\d+) ms/.exec(data.recovery.hint) ?? []
      return { code: "GATEWAY_UNAVAILABLE", reason: data.reason, retry_after_ms: ms && Number(ms) }
    }).pipe(Effect.scoped)
} as const

const reasons: Readonly<Record<string, { readonly why: GatewayUnavailable; readonly owned: boolean }>> = {
  off: { why: new GatewayUnavailable({ reason: "off" }), owned: false },
  not_owner: { why: new GatewayUnavailable({ reason: "not_owner", owner_pid: 7 }), owned: false },
  intents: { why: new GatewayUnavailable({ reason: "intents", close_code: 4014 }), owned: true },
  token: { why: new GatewayUnavailable({ reason: "token", close_code: 4004 }), owned: true },
  identify_budget: {
    why: new GatewayUnavailable({ reason: "identify_budget", retry_after_ms: 3_600_000 }),
    owned: true
  },
  "a close for good": { why: new GatewayUnavailable({ reason: "disconnected", close_code: 4011 }), owned: true }
}

describe("a wait or a question for which nothing can arrive", () => {
  for (const [name, { owned, why }] of Object.entries(reasons)) {
    for (const [reader, read] of Object.entries(readers)) {
      it.effect(`fails at once, and posts nothing: ${reader}, ${name}`, () =>
        withStatus(
          { unavailable: why },
          owned,
          reader.includes("approval") ? approvals : {}
        )(
          Effect.gen(function* () {
            const failure = yield* read()
            assert.deepInclude(Object(failure), {
              code: "GATEWAY_UNAVAILABLE",
              reason: why.reason,
              ...(why.retry_after_ms !== undefined && { retry_after_ms: why.retry_after_ms })
            })
            const { requests } = yield* Sandbox
            assert.deepStrictEqual(
              (yield* requests).filter(({ method }) => method !== "GET"),
              []
            )
          })
        )
      )
    }
  }

  const needs: ReadonlyArray<
    readonly [input: object, missing: ReadonlyArray<string>, intents?: ReadonlyArray<string>]
  > = [
    [{ types: ["guild_member_add"] }, ["GUILD_MEMBERS"]],
    [{ types: ["message_poll_vote_add"] }, ["GUILD_MESSAGE_POLLS", "DIRECT_MESSAGE_POLLS"]],
    [
      { types: ["message_reaction_add"] },
      ["GUILD_MESSAGE_REACTIONS", "DIRECT_MESSAGE_REACTIONS"],
      ["GUILDS", "GUILD_MESSAGES"]
    ],
    [{ types: ["message_reaction_add"], guild_id: "GUILD" }, ["GUILD_MESSAGE_REACTIONS"], ["DIRECT_MESSAGE_REACTIONS"]],
    [{ types: ["thread_create", "channel_delete"] }, ["GUILDS"], ["GUILD_MESSAGES"]],
    [{}, ["GUILD_MESSAGES", "DIRECT_MESSAGES"], ["GUILDS"]],
    [{ channel_id: "GENERAL" }, ["GUILD_MESSAGES"], ["GUILDS", "DIRECT_MESSAGES"]],
    [{ contains: "done", guild_id: "GUILD" }, ["MESSAGE_CONTENT"]],
    [{ contains: "done", channel_id: "GENERAL" }, ["MESSAGE_CONTENT"]]
  ]
  for (const [input, missing, intents = DEFAULT] of needs) {
    it.effect(`fails at once without the intents of its filter: ${JSON.stringify(input)}`, () =>
      withStatus({ intents })(
        Effect.gen(function* () {
          const { ids } = yield* Sandbox
          const named = JSON.stringify(input).replace("GENERAL", ids.channels.general).replace("GUILD", ids.guild)
          const { structured } = yield* call("gateway_wait_for", JSON.parse(named))
          assert.deepInclude(structured, { code: "GATEWAY_UNAVAILABLE", reason: "intents", retriable: false })
          assert.deepStrictEqual(structured.missing_intents, missing)
          for (const intent of missing) assert.include(String(structured.message), intent)
        })
      )
    )
  }

  it.effect("asks for no reply in a channel whose messages do not arrive", () =>
    withStatus({ intents: ["GUILDS", "DIRECT_MESSAGES"] })(
      Effect.gen(function* () {
        const { ids, requests } = yield* Sandbox
        const { structured } = yield* call("messages_ask", { channel_id: ids.channels.general, question: "Now?" })
        assert.deepInclude(structured, { code: "GATEWAY_UNAVAILABLE", reason: "intents" })
        assert.deepStrictEqual(
          (yield* requests).filter(({ method }) => method !== "GET"),
          []
        )
      })
    )
  )
})
