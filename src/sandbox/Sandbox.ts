import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import type { ServeError } from "@effect/platform/HttpServerError"
import { type APIMessage, GuildMFALevel } from "discord-api-types/v10"
import { Context, Effect, Layer, Option, Queue, Schema, type Scope, Stream } from "effect"
import { Conditions, defaults } from "./BucketCounter.ts"
import { Buckets, type Limits } from "./Buckets.ts"
import type { ControlContext } from "./control.ts"
import { type Fault, Faults, Script, unknownOperations } from "./Fault.ts"
import type { Act, Acted, PeopleScript } from "./gateway/acts.ts"
import type { Gateway } from "./gateway/Gateway.ts"
import { GatewaySettings, type GatewayView } from "./gateway/GatewayStatus.ts"
import type { SandboxEvent } from "./gateway/intents.ts"
import type { People } from "./gateway/People.ts"
import { type RecordedRequest, Recorder } from "./incomingRequest.ts"
import { listen, type Upgrade } from "./nodeServer.ts"
import { operationOf } from "./Router.ts"
import { routes } from "./routes/all.ts"
import { type SeedIds, seedState } from "./Seed.ts"
import { patchState, type Snapshot, type SnapshotPatch, snapshotOf, unknownPaths } from "./Snapshot.ts"
import type { SandboxState } from "./State.ts"
import { makeApp } from "./sandboxApp.ts"

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** The same seed gives the same ids, names, texts and times. Default 1. */
  readonly seed?: number
  /** The bot token. Default `sandbox-token`. */
  readonly token?: string
  /** Rate limits by operation, for example `POST /channels/:id/messages`. They replace the default ones. */
  readonly limits?: Limits
  /** The global limit, in requests per second. Default 50. */
  readonly globalPerSecond?: number
  /** Permissions that the bot's role has in the first guild, besides the permissions of the seed. Default none. */
  readonly permissions?: bigint
  /** The first guild demands two factors of moderators, which the bot's owner does not have. Default false. */
  readonly requireTwoFactor?: boolean
  /** Flags of the bot's application: they allow privileged intents. Default none. */
  readonly applicationFlags?: number
  /** How the gateway behaves. Default: as Discord's. */
  readonly gateway?: Partial<GatewaySettings>
  /** Rate-limit algorithm, time of headers, latency and jitter. Default: a window, on arrival, no latency. */
  readonly conditions?: Partial<Conditions>
  /** Faults from the start. Default none. */
  readonly faults?: ReadonlyArray<Script>
}

/** An embedded Discord on loopback: HTTP, state, and faults on demand. */
export class Sandbox extends Context.Tag("effect-discord-mcp/sandbox/Sandbox")<Sandbox, SandboxShape>() {}

/** A running sandbox. */
export interface SandboxShape {
  /** `http://127.0.0.1:PORT/api`. Its routes work with and without `/v10`. */
  readonly url: string
  readonly token: string
  /** Ids in the seed that tests and the demo use. */
  readonly ids: SeedIds
  /** The last 10 000 requests, in order of arrival. */
  readonly requests: Effect.Effect<ReadonlyArray<RecordedRequest>>
  /** Completes when at least `count` requests have arrived with their bodies. */
  readonly awaitRequests: (count: number) => Effect.Effect<void>
  /** Completes when at least `count` clients have disconnected before their response was complete. */
  readonly awaitAborted: (count: number) => Effect.Effect<void>
  /** Injects a fault. */
  readonly inject: (fault: Fault) => Effect.Effect<void>
  /** Injects scripts of faults. Scripts run in parallel. If several apply to a request, the first one is used. */
  readonly fail: (...scripts: ReadonlyArray<Script>) => Effect.Effect<void>
  /** Removes all faults. Responses that already hang continue to hang. */
  readonly clearFaults: Effect.Effect<void>
  /** Changes how rate limits and the network behave. */
  readonly setConditions: (changed: Partial<Conditions>) => Effect.Effect<void>
  /** The state of the gateway: its settings, its sessions, and the identifies that it received. */
  readonly gateway: Effect.Effect<GatewayView>
  /** Changes how the gateway behaves. */
  readonly setGateway: (changed: Partial<GatewaySettings>) => Effect.Effect<void>
  /** Closes every connection of the gateway: with a close frame and this code, or without a frame. */
  readonly dropConnections: (close?: { readonly code?: number }) => Effect.Effect<number>
  /** Dispatches an event to the sessions that receive it, without a change of the state. */
  readonly dispatch: (event: SandboxEvent) => Effect.Effect<void>
  /** Starts acts of people: each is an act, or a script of acts in sequence. They run in parallel. */
  readonly people: (...acts: ReadonlyArray<Act | PeopleScript>) => Effect.Effect<void>
  /** Completes when people have done at least `count` acts. Returns the last 10 000 acts. */
  readonly awaitActs: (count: number) => Effect.Effect<ReadonlyArray<Acted>>
  /**
   * Every event that the gateway dispatches, even if no session receives it: from when this effect completes, until
   * its scope closes.
   */
  readonly events: Effect.Effect<Stream.Stream<SandboxEvent>, never, Scope.Scope>
  /** Returns the messages of a channel, newest first. */
  readonly messages: (channelId: string) => Effect.Effect<ReadonlyArray<APIMessage>>
  /** Returns every object by its path in Discord's API, for example `/guilds/ID/members/ID`. */
  readonly snapshot: Effect.Effect<Snapshot>
  /** Sets fields of objects by path, adds objects, and removes those that are `null`. Dies for any other path. */
  readonly patch: (patch: SnapshotPatch) => Effect.Effect<void>
}

/** Starts a sandbox that runs as long as its scope. */
export const make = Effect.fn("Sandbox.make")(function* (options: SandboxOptions = {}) {
  const token = options.token ?? "sandbox-token"
  const limits = yield* readLimits(options.limits ?? {})
  const seed = options.seed ?? 1
  const { ids, state } = yield* seedState(seed)
  grant(state, ids, options.permissions ?? 0n)
  const { applicationFlags, requireTwoFactor } = options
  if (requireTwoFactor === true) patchState(state, { [`/guilds/${ids.guild}`]: { mfa_level: GuildMFALevel.Elevated } })
  if (applicationFlags !== undefined) patchState(state, { [`/applications/${ids.bot}`]: { flags: applicationFlags } })
  state.changes.flush()
  const recorder = new Recorder()
  const faults = new Faults(seed)
  const buckets = new Buckets(limits, options.globalPerSecond ?? 50)
  const conditions = conditionsOf(buckets)
  yield* setConditions(conditions, options.conditions ?? {})
  yield* injectAll(faults, options.faults ?? [])
  yield* setGateway(state, options.gateway ?? {})

  const server = yield* listen(options.port ?? 0)
  const origin = `http://127.0.0.1:${server.port}`
  state.media.origin = origin
  state.gateway.url = `ws://127.0.0.1:${server.port}`
  const scope = yield* Effect.scope
  const live = yield* loadLive((Class) => new Class(state, faults, token, seed), scope)
  yield* Queue.take(server.upgrades).pipe(
    Effect.flatMap((upgrade) => Effect.forkIn(acceptUpgrade(live, upgrade), scope)),
    Effect.forever,
    Effect.forkScoped
  )
  const answerLive = answerLiveBy(live)
  yield* server.serve(makeApp({ state, faults, conditions, recorder, ids, buckets, routes, token, answerLive })).pipe(
    // Tracing is off, because the sandbox's spans would look like spans of the server.
    Effect.locally(HttpMiddleware.currentTracerDisabledWhen, () => true),
    // A disconnect interrupts the fiber. The interruption needs no log entry.
    Effect.withUnhandledErrorLogLevel(Option.none())
  )
  return Sandbox.of(shapeOf({ conditions, faults, ids, live, origin, recorder, state, token }))
})

/** The parts of a running sandbox. */
interface Parts {
  readonly conditions: ReturnType<typeof conditionsOf>
  readonly faults: Faults
  readonly ids: SeedIds
  readonly live: Effect.Effect<LiveParts>
  readonly origin: string
  readonly recorder: Recorder
  readonly state: SandboxState
  readonly token: string
}

const shapeOf = ({ conditions, faults, ids, live, origin, recorder, state, token }: Parts): SandboxShape => ({
  url: `${origin}/api`,
  token,
  ids,
  requests: Effect.sync(() => recorder.all),
  awaitRequests: (count) => recorder.arrived.reach(count),
  awaitAborted: (count) => recorder.aborted.reach(count),
  inject: (fault) => injectAll(faults, [{ script: [fault] }]),
  fail: (...scripts) => injectAll(faults, scripts),
  setConditions: (changed) => setConditions(conditions, changed),
  clearFaults: Effect.sync(() => faults.clear()),
  gateway: Effect.map(live, ({ gateway }) => gateway.view),
  setGateway: (changed) => setGateway(state, changed),
  dropConnections: (close = {}) => Effect.map(live, ({ gateway }) => gateway.drop(close.code)),
  dispatch: (event) => Effect.map(live, ({ gateway }) => gateway.dispatch(event)),
  events: Effect.flatMap(live, ({ gateway }) => eventsOf(gateway)),
  people: (...acts) => Effect.flatMap(live, ({ people }) => people.start(acts)),
  awaitActs: (count) =>
    Effect.flatMap(live, ({ people }) => Effect.map(people.acted.reach(count), () => [...people.log])),
  messages: (channelId) => Effect.sync(() => state.messagesOf(channelId)),
  snapshot: Effect.sync(() => snapshotOf(state)),
  patch: (patch) =>
    unknownPaths(patch).length === 0
      ? Effect.sync(() => {
          patchState(state, patch)
          state.changes.flush()
        })
      : Effect.dieMessage(`The sandbox cannot set ${unknownPaths(patch).join(", ")}.`)
})

/** The gateway, and the people who act on it. Their code is loaded when they are first needed. */
interface LiveParts {
  readonly gateway: Gateway
  readonly people: People
}

const loadLive = (
  makeGateway: (Class: typeof Gateway) => Gateway,
  scope: Scope.Scope
): Effect.Effect<Effect.Effect<LiveParts>> =>
  Effect.cached(
    Effect.map(
      Effect.promise(() => Promise.all([import("./gateway/Gateway.ts"), import("./gateway/People.ts")])),
      ([{ Gateway }, { People }]) => {
        const gateway = makeGateway(Gateway)
        return { gateway, people: new People(gateway, scope) }
      }
    )
  )

const answerLiveBy =
  (live: Effect.Effect<LiveParts>): ControlContext["answerLive"] =>
  (method, path, body) =>
    Effect.flatMap(
      Effect.all([live, Effect.promise(() => import("./gateway/gatewayControl.ts"))]),
      ([parts, { answerGatewayControl }]) => answerGatewayControl(parts, method, path, body)
    )

const acceptUpgrade = Effect.fnUntraced(function* (live: Effect.Effect<LiveParts>, upgrade: Upgrade) {
  const { gateway } = yield* live
  // The library of WebSockets is loaded when the first client connects.
  const { serve } = yield* Effect.promise(() => import("./gateway/connection.ts"))
  yield* serve(gateway, upgrade)
})

/** Returns the events that the gateway dispatches from now on, until the scope closes. */
const eventsOf = Effect.fnUntraced(function* (gateway: Gateway) {
  const queue = yield* Effect.acquireRelease(Queue.unbounded<SandboxEvent>(), Queue.shutdown)
  const listening = Effect.sync(() => gateway.listen((event) => void queue.unsafeOffer(event)))
  yield* Effect.acquireRelease(listening, (stop) => Effect.sync(stop))
  return Stream.fromQueue(queue)
})

const setConditions = (conditions: Parts["conditions"], changed: Partial<Conditions>): Effect.Effect<void> =>
  Effect.map(Effect.orDie(Schema.validate(Conditions)({ ...conditions.current, ...changed })), conditions.set)

const injectAll = (faults: Faults, scripts: ReadonlyArray<Script>): Effect.Effect<void> =>
  Effect.map(validScripts(scripts), (all) => {
    for (const script of all) faults.inject(script)
  })

const setGateway = (state: SandboxState, changed: Partial<GatewaySettings>): Effect.Effect<void> =>
  Effect.map(Effect.orDie(Schema.validate(GatewaySettings)({ ...state.gateway.settings, ...changed })), (settings) => {
    state.gateway.settings = settings
  })

/** Starts a sandbox. Fails with `ServeError` if its port is taken. */
export const layerOnPort = (options?: SandboxOptions): Layer.Layer<Sandbox, ServeError> =>
  Layer.scoped(Sandbox, make(options))

/** Starts a sandbox. Dies if no loopback port can be opened. */
export const layer = (options?: SandboxOptions): Layer.Layer<Sandbox> => Layer.orDie(layerOnPort(options))

/** Holds the current conditions. */
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

/** Adds permissions to the bot's role. */
const grant = (state: SandboxState, { guild: id, roles }: SeedIds, bits: bigint): void => {
  const guild = state.guilds.get(id)
  if (guild === undefined || bits === 0n) return
  const granted = guild.roles.map((role) =>
    role.id === roles.bot ? { ...role, permissions: String(BigInt(role.permissions) | bits) } : role
  )
  state.guilds.set(id, { ...guild, roles: granted })
}

/** Dies if a fault is invalid or names an unknown operation, because such a fault would never apply. */
const validScripts = (scripts: ReadonlyArray<Script>): Effect.Effect<ReadonlyArray<Script>> =>
  Effect.filterOrDieMessage(
    Effect.orDie(Schema.validate(Schema.Array(Script))(scripts)),
    (all) => unknownOperations(all, routes).length === 0,
    `The sandbox has no operation ${unknownOperations(scripts, routes).join(", ")}. docs/sandbox.md lists its operations.`
  )

/** Dies if a limit names an unknown operation, because such a limit would have no effect. */
const readLimits = (limits: Limits): Effect.Effect<Limits> => {
  const read = Object.entries(limits).map(([operation, limit]) => [operationOf(operation), limit] as const)
  const operations: ReadonlySet<string> = new Set(routes.map((route) => route.operation))
  const unknown = read.map(([operation]) => operation).filter((operation) => !operations.has(operation))
  return unknown.length === 0
    ? Effect.succeed(Object.fromEntries(read))
    : Effect.dieMessage(`The sandbox has no operation ${unknown.join(", ")}. It has: ${[...operations].join(", ")}`)
}

/** The sandbox cannot start, because its port cannot be opened. */
export type { ServeError }
