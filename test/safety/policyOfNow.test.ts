import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { narrow, type Policy } from "../../src/config/Policy.ts"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import type { WireRequest } from "../../src/discord/Transport.ts"
import { storesInMemory } from "../../src/layers.ts"
import type { ApproverCapability } from "../../src/safety/Approver.ts"
import { ConfirmationTokens } from "../../src/safety/ConfirmationTokens.ts"
import { CredentialEnded, CurrentSettings } from "../../src/safety/CurrentSettings.ts"
import * as Declines from "../../src/safety/Declines.ts"
import * as Gate from "../../src/safety/Gate.ts"
import type { ToolCall } from "../../src/tools/Tool.ts"
import { answer, limited, makeWire, refusal, type Step } from "../discord/wire.ts"
import { settingsOf } from "../dispatch/app.ts"
import { prepared } from "../tools/prepared.ts"
import { someOf } from "../turns.ts"
import { CHANNEL, gateServer, MESSAGE, nobody } from "./gateServer.ts"

const GUILD = "1248328050278400001"
const OTHER = "1248328050278400002"
const environment = { MCP_DRY_RUN: "false", ALLOWED_GUILDS: `${GUILD},${OTHER}`, MCP_TOOL_SURFACE: "full" }

const message = (id: string) => ({
  id,
  channel_id: CHANNEL,
  type: 0,
  content: "hello",
  timestamp: "2026-01-01T00:00:00.000Z",
  edited_timestamp: null,
  attachments: [],
  embeds: [],
  author: { id: "333344445555666677", username: "ana" }
})

/** A page of messages, older than the last one of the page before. The third page is the last one. */
const pageOf = ({ query }: WireRequest) => {
  const before = BigInt(query?.get("before") ?? MESSAGE)
  const length = before <= BigInt(MESSAGE) - 200n ? 1 : 100
  return Array.from({ length }, (_, at) => message(String(before - BigInt(at + 1))))
}

/** A Discord with one channel, full of messages. */
const discord: Step = (request, onPhase) =>
  (request.method !== "GET"
    ? answer(204)
    : request.path.endsWith("/messages")
      ? answer(200, pageOf(request))
      : request.path.includes("/messages/")
        ? answer(200, message(MESSAGE))
        : answer(200, { id: CHANNEL, type: 0, name: "general", guild_id: GUILD }))(request, onPhase)

const deletion = { channel_id: CHANNEL, message_id: MESSAGE }
const remove = (id: string) => ({ id, tool: "messages_delete", args: deletion })

/** Calls that send several requests, with the tool that a policy can take away from them. */
interface Flow {
  readonly tool: string
  readonly takes: string
  readonly input: object
  readonly isRead?: boolean
  readonly asks?: boolean
  /** The answers to the requests that change Discord. */
  readonly changes?: Step
}

const flows: Readonly<Record<string, Flow>> = {
  "a confirmed call": { tool: "messages_delete", takes: "messages_delete", input: { ...deletion, __confirm: true } },
  "a call that a person accepts": { tool: "messages_delete", takes: "messages_delete", input: deletion, asks: true },
  "a dispatcher": {
    tool: "mcp_tools_destructive",
    takes: "mcp_tools_destructive",
    input: { tool: "messages_delete", args: { ...deletion, __confirm: true } }
  },
  "a call that is retried": {
    tool: "messages_delete",
    takes: "messages_delete",
    input: { ...deletion, __confirm: true },
    changes: refusal(503, 0)
  },
  "a call that waits for a limit": {
    tool: "messages_delete",
    takes: "messages_delete",
    input: { ...deletion, __confirm: true },
    changes: limited(2)
  },
  "a read of several pages": {
    tool: "messages_read",
    takes: "messages_read",
    input: { channel_id: CHANNEL, all: true },
    isRead: true
  },
  "a plan": {
    tool: "mcp_pipeline",
    takes: "messages_delete",
    input: { steps: [remove("a"), remove("b"), remove("c")], __confirm: true }
  },
  "a parallel plan": {
    tool: "mcp_pipeline",
    takes: "messages_delete",
    input: { steps: [remove("a"), remove("b")], mode: "parallel", max_concurrency: 1, __confirm: true }
  },
  "a plan with a list": {
    tool: "mcp_pipeline",
    takes: "messages_delete",
    input: {
      steps: [
        {
          id: "each",
          tool: "messages_delete",
          args: { channel_id: CHANNEL, message_id: "{{item}}" },
          for_each: [MESSAGE, "333344445555666677", "444455556666777788"]
        }
      ],
      __confirm: true
    }
  }
}

/** Every way in which a client can lose a right that the flow needs. */
const losses: Readonly<Record<string, (flow: Flow) => Policy | CredentialEnded | undefined>> = {
  read_only: ({ isRead }) => (isRead === true ? undefined : { read_only: true }),
  "a guild": () => ({ guilds: [OTHER] }),
  "a tool": ({ takes }) => ({ exclude_tools: [takes] }),
  "all but another tool": () => ({ tools: ["guild_get"] }),
  "a category": () => ({ categories: ["users"] }),
  dry_run: ({ isRead }) => (isRead === true ? undefined : { dry_run: true }),
  "a stricter confirm": ({ isRead }) => (isRead === true ? undefined : { confirm: "elicit" }),
  "the risk": ({ isRead }) => ({ risks: isRead === true ? ["write"] : ["read"] }),
  "its entry": () => new CredentialEnded({ why: "the client was removed" }),
  "its token": () => new CredentialEnded({ why: "the client has another token now" }),
  "its time": () => new CredentialEnded({ why: "the access token has expired" })
}

/** Lets virtual time pass until the call ends. */
const untilDone = Effect.fnUntraced(function* <A>(call: Effect.Effect<A>) {
  const fiber = yield* Effect.fork(call)
  while (Option.isNone(yield* Fiber.poll(fiber))) yield* TestClock.adjust("1 second")
  return yield* Fiber.join(fiber)
})

/**
 * Runs a flow. At its n-th moment the policy changes. A moment is a request, or a question to a person. Returns the code of
 * the answer, and what happened after the change.
 */
const changedAt = Effect.fnUntraced(function* (flow: Flow, moment: number, loss: Policy | CredentialEnded) {
  const settings = yield* settingsOf(environment)
  let moments = 0
  let now: Effect.Effect<typeof settings | undefined, CredentialEnded> = Effect.succeed(undefined)
  const after: Array<string> = []
  const pass = (what: string) => {
    if (moments > moment) after.push(what)
    if (moments++ === moment) now = loss instanceof CredentialEnded ? loss : Effect.succeed(narrow(settings, loss))
  }
  const server = yield* gateServer(environment, (request, onPhase) => {
    pass(`${request.method} ${request.path}`)
    const step = request.method === "GET" ? discord : (flow.changes ?? discord)
    return step(request, onPhase)
  })
  const person: ApproverCapability = {
    canReturn: true,
    confirm: () =>
      Effect.sync(() => {
        pass("question")
        return "accepted" as const
      })
  }
  const { isError, structured } = yield* untilDone(
    Effect.provideService(
      server.call(flow.tool, flow.input, flow.asks === true ? person : nobody),
      CurrentSettings,
      Effect.suspend(() => now)
    )
  )
  return { code: isError ? structured.code : "ok", moments, after, structured: JSON.stringify(structured) }
})

/** What a flow does without a change, by its name. */
const unchangedRuns = new Map<string, Effect.Effect.Success<ReturnType<typeof changedAt>>>()
const unchanged = Effect.fnUntraced(function* (name: string, flow: Flow) {
  const run = unchangedRuns.get(name) ?? (yield* changedAt(flow, Number.POSITIVE_INFINITY, {}))
  unchangedRuns.set(name, run)
  return run
})

/** The requests that the gate and a preview send to decide. Their replies reach nobody after a change. */
const isLookup = (what: string) => what.startsWith("GET")

describe("a policy that narrows while a call runs", () => {
  for (const [at, [name, flow]] of Object.entries(flows).entries()) {
    // Every loss is checked with three flows, and in a deep run with all.
    for (const [what, loss] of someOf(Object.entries(losses), 3, at)) {
      it.scoped(`stops ${name} at every moment when the client loses ${what}`, () =>
        Effect.gen(function* () {
          const lost = loss(flow)
          if (lost === undefined) return
          // Shows at how many moments the flow can be stopped.
          const { code, moments } = yield* unchanged(name, flow)
          assert.isAtLeast(moments, 2)
          assert.include(
            flow.changes === undefined ? ["ok"] : ["DISCORD_REST_UNAVAILABLE", "DISCORD_RATE_LIMITED"],
            code
          )
          for (let moment = 0; moment < moments; moment++) {
            const run = yield* changedAt(flow, moment, lost)
            const context = `moment ${moment}: ${JSON.stringify(run)}`
            const sent = flow.isRead === true ? run.after : run.after.filter((one) => !isLookup(one))
            // The reply to the last request may be shown, if only rights to change are lost.
            const hides = lost instanceof CredentialEnded || "guilds" in lost || "tools" in lost || "categories" in lost
            if (moment < moments - 1 || hides) assert.notStrictEqual(run.code, "ok", context)
            if (hides) assert.strictEqual(run.code, "SCOPE_REJECTED", context)
            assert.deepStrictEqual(sent, [], context)
          }
        })
      )
    }
  }

  /** Changes that take nothing away from the flows. */
  const harmless: Readonly<Record<string, Policy>> = {
    "another guild": { guilds: [GUILD] },
    "another tool": { exclude_tools: ["members_ban"] },
    "nothing that it had": { confirm: "flag", dry_run: false, read_only: false }
  }
  for (const [at, [name, flow]] of Object.entries(flows).entries()) {
    for (const [what, change] of someOf(Object.entries(harmless), 3, at)) {
      it.scoped(`does not stop ${name} when the client loses ${what}`, () =>
        Effect.gen(function* () {
          const usual = yield* unchanged(name, flow)
          const { after, ...changed } = yield* changedAt(flow, 0, change)
          assert.deepStrictEqual([changed.code, changed.moments], [usual.code, usual.moments])
          assert.lengthOf(after, changed.moments - 1)
        })
      )
    }
  }

  it.scoped("stops a call whose token is being redeemed", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(environment)
      let now: Settings["Type"] | undefined
      const slowTokens = Layer.succeed(ConfirmationTokens, {
        issue: () => Effect.succeed("token"),
        redeem: () =>
          Effect.sync(() => {
            now = narrow(settings, { read_only: true })
            return []
          })
      })
      const gate = yield* Layer.build(
        Gate.layer.pipe(
          Layer.provide(Layer.merge(slowTokens, Declines.layer)),
          Layer.provide(Layer.provide(Discord.layer, makeWire(discord).layer)),
          Layer.provide(Layer.succeed(Settings, settings))
        )
      )
      const call = yield* prepared("messages_delete", { ...deletion, __confirm: "token" })
      const failure = yield* Effect.flip(
        Effect.provideService(
          Context.get(gate, Gate.Gate).permit(call),
          CurrentSettings,
          Effect.sync(() => now)
        )
      )
      assert.deepInclude(failure, { _tag: "ScopeRejectedError", policy_changed: "not_sent" })
    })
  )

  it.scoped("stops a call while the gate looks up its guild", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(environment)
      let now: Settings["Type"] | undefined
      const narrowing: Step = (request, onPhase) => {
        now = narrow(settings, { read_only: true })
        return discord(request, onPhase)
      }
      const gate = yield* Layer.build(
        Gate.layer.pipe(
          Layer.provide(storesInMemory),
          Layer.provide(Layer.provide(Discord.layer, makeWire(narrowing).layer)),
          Layer.provide(Layer.succeed(Settings, settings))
        )
      )
      const permit = (call: ToolCall) =>
        Context.get(gate, Gate.Gate)
          .permit(call)
          .pipe(
            Effect.provideService(
              CurrentSettings,
              Effect.sync(() => now)
            )
          )
      const failure = yield* Effect.flip(
        permit(yield* prepared("messages_send", { channel_id: CHANNEL, content: "x" }))
      )
      assert.deepInclude(failure, { _tag: "ScopeRejectedError", policy_changed: "not_sent" })
    })
  )
})
