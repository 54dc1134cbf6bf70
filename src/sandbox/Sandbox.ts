import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import type { ServeError } from "@effect/platform/HttpServerError"
import type { APIMessage } from "discord-api-types/v10"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Buckets, type Limits } from "./Buckets.ts"
import { Conditions, defaults } from "./Conditions.ts"
import { type Fault, Faults, Script, unknownOperations } from "./Fault.ts"
import { listen } from "./nodeServer.ts"
import { type RecordedRequest, Recorder } from "./Recorder.ts"
import { operationOf } from "./Router.ts"
import { routes } from "./routes/all.ts"
import { type SeedIds, seedState } from "./Seed.ts"
import type { SandboxState } from "./State.ts"
import { makeApp } from "./sandboxApp.ts"

/** How a sandbox is set up. */
export interface SandboxOptions {
  /** 0, the default, is any free port. */
  readonly port?: number
  /** The same seed gives the same ids, names, texts and times. Default 1. */
  readonly seed?: number
  /** What `Authorization: Bot …` must carry. Default `sandbox-token`. */
  readonly token?: string
  /** Rate limits in place of the default ones, by operation: `POST /channels/:id/messages`. */
  readonly limits?: Limits
  /** Requests a second over all. Default 50. */
  readonly globalPerSecond?: number
  /** Bits the bot's own role has in the first guild on top of those of the seed. Default none. */
  readonly permissions?: bigint
  /** Rate-limit algorithm, stamping of headers, latency and jitter. Default a window, stamped on arrival, none. */
  readonly conditions?: Partial<Conditions>
  /** What goes wrong from the start. Default nothing. */
  readonly faults?: ReadonlyArray<Script>
}

/** An embedded Discord on loopback: real HTTP, real state, faults on demand. */
export class Sandbox extends Context.Tag("effect-discord-mcp/sandbox/Sandbox")<Sandbox, SandboxShape>() {}

/** What can be done with a running sandbox. */
export interface SandboxShape {
  /** `http://127.0.0.1:PORT/api`; routes are under it, with and without `/v10`. */
  readonly url: string
  readonly token: string
  /** The ids of the seed that tests and the demo rely on. */
  readonly ids: SeedIds
  /** The last 10 000 requests in order of arrival. */
  readonly requests: Effect.Effect<ReadonlyArray<RecordedRequest>>
  /** Completes when at least so many requests have arrived, their bodies included. */
  readonly awaitRequests: (count: number) => Effect.Effect<void>
  /** Completes when at least so many clients have left before their answer was whole. */
  readonly awaitAborted: (count: number) => Effect.Effect<void>
  /** Lets something go wrong. */
  readonly inject: (fault: Fault) => Effect.Effect<void>
  /** Lets entities go wrong one after another; several scripts run beside each other, the first that is due wins. */
  readonly fail: (...scripts: ReadonlyArray<Script>) => Effect.Effect<void>
  /** Lets nothing go wrong any more; what hangs already keeps hanging. */
  readonly clearFaults: Effect.Effect<void>
  /** Changes how rate limits and the network behave from now on. */
  readonly setConditions: (changed: Partial<Conditions>) => Effect.Effect<void>
  /** The messages of a channel, newest first. */
  readonly messages: (channelId: string) => Effect.Effect<ReadonlyArray<APIMessage>>
}

/** A sandbox for as long as the scope is open. */
export const make = Effect.fn("Sandbox.make")(function* (options: SandboxOptions = {}) {
  const token = options.token ?? "sandbox-token"
  const limits = yield* readLimits(options.limits ?? {})
  const { ids, state } = yield* seedState(options.seed ?? 1)
  grant(state, ids, options.permissions ?? 0n)
  const recorder = new Recorder()
  const faults = new Faults()
  const buckets = new Buckets(limits, options.globalPerSecond ?? 50)
  const conditions = conditionsOf(buckets)
  const setConditions = (changed: Partial<Conditions>) =>
    Effect.map(Effect.orDie(Schema.validate(Conditions)({ ...conditions.current, ...changed })), conditions.set)
  yield* setConditions(options.conditions ?? {})

  const fail = (scripts: ReadonlyArray<Script>) =>
    Effect.map(checked(scripts), (all) => {
      for (const script of all) faults.inject(script)
    })
  yield* fail(options.faults ?? [])

  const server = yield* listen(options.port ?? 0)
  yield* server.serve(makeApp({ state, faults, conditions, recorder, ids, buckets, routes, token })).pipe(
    // The sandbox plays the other side: its spans would look like the server's own.
    Effect.locally(HttpMiddleware.currentTracerDisabledWhen, () => true),
    // A client that leaves ends its fiber with an interruption, which is nothing to log.
    Effect.withUnhandledErrorLogLevel(Option.none())
  )

  return Sandbox.of({
    url: `http://127.0.0.1:${server.address._tag === "TcpAddress" ? server.address.port : 0}/api`,
    token,
    ids,
    requests: Effect.sync(() => recorder.all),
    awaitRequests: (count) => recorder.arrived.reach(count),
    awaitAborted: (count) => recorder.aborted.reach(count),
    inject: (fault) => fail([{ script: [fault] }]),
    fail: (...scripts) => fail(scripts),
    setConditions,
    clearFaults: Effect.sync(() => faults.clear()),
    messages: (channelId) => Effect.sync(() => state.messagesOf(channelId))
  })
})

/** A sandbox that fails with `ServeError` when its port is taken: for those who choose a port. */
export const layerOnPort = (options?: SandboxOptions): Layer.Layer<Sandbox, ServeError> =>
  Layer.scoped(Sandbox, make(options))

/** A sandbox. That no port of loopback can be opened is a defect. */
export const layer = (options?: SandboxOptions): Layer.Layer<Sandbox> => Layer.orDie(layerOnPort(options))

/** The conditions now, and those from now on. */
const conditionsOf = (buckets: Buckets) => {
  let current = defaults
  return {
    get current() {
      return current
    },
    set: (next: Conditions) => {
      current = next
      buckets.algorithm = next.algorithm
    }
  }
}

/** Lets the bot do more than the seed lets it. */
const grant = (state: SandboxState, { guild: id, roles }: SeedIds, bits: bigint): void => {
  const guild = state.guilds.get(id)
  if (guild === undefined || bits === 0n) return
  const granted = guild.roles.map((role) =>
    role.id === roles.bot ? { ...role, permissions: String(BigInt(role.permissions) | bits) } : role
  )
  state.guilds.set(id, { ...guild, roles: granted })
}

/** A fault that cannot be, or that names no operation of the sandbox, would never show: it is a defect. */
const checked = (scripts: ReadonlyArray<Script>): Effect.Effect<ReadonlyArray<Script>> =>
  Effect.filterOrDieMessage(
    Effect.orDie(Schema.validate(Schema.Array(Script))(scripts)),
    (all) => unknownOperations(all, routes).length === 0,
    `The sandbox knows no operation ${unknownOperations(scripts, routes).join(", ")}: docs/sandbox.md lists those it knows.`
  )

/** A limit for an operation that does not exist would silently limit nothing, so it is a defect. */
const readLimits = (limits: Limits): Effect.Effect<Limits> => {
  const read = Object.entries(limits).map(([operation, limit]) => [operationOf(operation), limit] as const)
  const known: ReadonlySet<string> = new Set(routes.map((route) => route.operation))
  const unknown = read.map(([operation]) => operation).filter((operation) => !known.has(operation))
  return unknown.length === 0
    ? Effect.succeed(Object.fromEntries(read))
    : Effect.dieMessage(`The sandbox knows no operation ${unknown.join(", ")}. It knows: ${[...known].join(", ")}`)
}
