/** One connection of the gateway: the protocol with its client, and the faults on its payloads. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { Clock, Deferred, Effect, Either, Queue, Schema } from "effect"
import type { GatewayEffect } from "../Fault.ts"
import type { Upgrade } from "../nodeServer.ts"
import { closing, type Gateway, type Outgoing, type Session, type Connection as SessionConnection } from "./Gateway.ts"
import type { SandboxPresence } from "./GatewayStatus.ts"
import { accept, type WebSocket } from "./WebSocket.ts"

type Payload = Extract<Outgoing, { readonly kind: "payload" }>

/** How long the connection stays open after RECONNECT. Discord does not state it. */
const RECONNECT_MS = 500

const strictly = { onExcessProperty: "ignore" } as const

const Shard = Schema.Tuple(Schema.Int, Schema.Int)

const Identify = Schema.Struct({
  token: Schema.String,
  properties: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  intents: Schema.Int,
  shard: Schema.optionalWith(Schema.mutable(Shard), { exact: true }),
  presence: Schema.optional(Schema.NullOr(Schema.Unknown))
})

/** Custom statuses have their text in `state` (Discord docs, gateway events, activity). */
const Presence = Schema.Struct({
  since: Schema.NullOr(Schema.Int),
  activities: Schema.Array(
    Schema.Struct({ name: Schema.String, type: Schema.Int, state: Schema.optional(Schema.String) })
  ),
  status: Schema.Literal("online", "dnd", "idle", "invisible", "offline"),
  afk: Schema.Boolean
})

const Resume = Schema.Struct({ token: Schema.String, session_id: Schema.String, seq: Schema.NullOr(Schema.Int) })

const RequestMembers = Schema.Struct({
  guild_id: Schema.String,
  query: Schema.optional(Schema.String),
  limit: Schema.optional(Schema.Int),
  user_ids: Schema.optional(Schema.Union(Schema.String, Schema.Array(Schema.String))),
  nonce: Schema.optional(Schema.String)
})

const Frame = Schema.parseJson(Schema.Struct({ op: Schema.Int, d: Schema.optional(Schema.Unknown) }))

const decodeFrame = Schema.decodeEither(Frame, strictly)
const decodeIdentify = Schema.decodeUnknownEither(Identify, strictly)
const decodeResume = Schema.decodeUnknownEither(Resume, strictly)
const decodePresence = Schema.decodeUnknownEither(Presence, strictly)
const decodeRequest = Schema.decodeUnknownEither(RequestMembers, strictly)

/** Largest payload of a client (Discord docs, gateway, sending events). */
const MAX_PAYLOAD_BYTES = 4096

/** Payloads of a client in a minute (Discord docs, gateway, rate limiting). */
const MAX_PAYLOADS = 120

const MINUTE_MS = 60_000

/** Serves one client until its connection closes. */
export const serve = (gateway: Gateway, upgrade: Upgrade): Effect.Effect<void> =>
  Effect.scoped(
    Effect.gen(function* () {
      const query = new URLSearchParams(upgrade.request.url?.split("?")[1] ?? "")
      const socket = yield* accept(upgrade, query.get("compress") === "zlib-stream")
      const outgoing = yield* Queue.unbounded<Outgoing>()
      const connection: Connection = {
        gateway,
        socket,
        outgoing,
        closed: yield* Deferred.make<void>(),
        // The library adds a slash.
        path: (upgrade.request.url ?? "").split("?")[0]?.replace(/\/$/, "") ?? "",
        session: undefined,
        offer: (one) => void outgoing.unsafeOffer(one),
        heartbeatMs: yield* Clock.currentTimeMillis,
        sentMs: []
      }
      yield* Effect.forkScoped(write(connection, undefined))
      if ((query.get("v") ?? "10") !== "10") connection.offer(closing(4012))
      else if ((query.get("encoding") ?? "json") !== "json") connection.offer(closing(4002))
      else
        connection.offer(
          payload(Op.Hello, { heartbeat_interval: gateway.state.gateway.settings.heartbeat_interval_ms })
        )
      yield* Effect.forkScoped(watch(connection))
      yield* read(connection)
    })
  )

interface Connection extends SessionConnection {
  readonly gateway: Gateway
  readonly socket: WebSocket
  readonly outgoing: Queue.Queue<Outgoing>
  /** Completes when the gateway closed the connection. */
  readonly closed: Deferred.Deferred<void>
  heartbeatMs: number
  /** The times of the client's payloads in the last minute. */
  sentMs: ReadonlyArray<number>
}

const payload = (op: Op, d: unknown): Payload => ({ kind: "payload", op, d })

/** Names of payloads for faults. Those of events are the events. */
const names: Readonly<Partial<Record<Op, string>>> = {
  [Op.Heartbeat]: "HEARTBEAT",
  [Op.Identify]: "IDENTIFY",
  [Op.PresenceUpdate]: "PRESENCE_UPDATE",
  [Op.VoiceStateUpdate]: "VOICE_STATE_UPDATE",
  [Op.Resume]: "RESUME",
  [Op.Reconnect]: "RECONNECT",
  [Op.RequestGuildMembers]: "REQUEST_GUILD_MEMBERS",
  [Op.InvalidSession]: "INVALID_SESSION",
  [Op.Hello]: "HELLO",
  [Op.HeartbeatAck]: "HEARTBEAT_ACK",
  [Op.RequestSoundboardSounds]: "REQUEST_SOUNDBOARD_SOUNDS"
}

/** Sends what is offered, in order, until the connection closes. `held` is sent after the next payload. */
const write = (connection: Connection, held: Payload | undefined): Effect.Effect<void> =>
  Effect.flatMap(Queue.take(connection.outgoing), (next) => {
    if (next.kind === "close") return close(connection, next.code, next.reason)
    return Effect.flatMap(send(connection, next, held), (after) =>
      after === "closed" ? Effect.void : write(connection, after)
    )
  })

/** Sends a payload with the fault that applies to it. Returns the payload to hold, or whether the connection closed. */
const send = Effect.fnUntraced(function* (
  connection: Connection,
  next: Payload,
  held: Payload | undefined
): Effect.fn.Return<Payload | "closed" | undefined> {
  const fault = connection.gateway.faults.takeForGateway(next.t ?? names[next.op] ?? "")
  const effect = fault?.do
  if (effect?.kind === "reorder" && held === undefined) return next
  if (effect?.kind === "latency") yield* Effect.sleep(effect.ms)
  const first = fault?.after_effect === true || effect === undefined || !preventing.includes(effect.kind)
  if (effect?.kind === "heartbeat") yield* put(connection, payload(Op.Heartbeat, null))
  if (first && effect?.kind !== "omit") yield* put(connection, next)
  if (effect?.kind === "duplicate") yield* put(connection, next)
  if (first && held !== undefined) yield* put(connection, held)
  const { session } = connection
  if (effect?.kind === "gap" && session !== undefined) session.sequence += effect.by
  if (effect !== undefined && (yield* breaks(connection, effect))) return "closed"
  return first ? undefined : held
})

/** Effects that take the place of the payload, unless they have `after_effect`. */
const preventing: ReadonlyArray<GatewayEffect["kind"]> = ["disconnect", "reconnect", "invalid_session"]

const put = ({ socket }: Connection, { d, op, s, t }: Payload): Effect.Effect<void> =>
  socket.send(JSON.stringify({ t: t ?? null, s: s ?? null, op, d }))

/** Applies an effect that ends the connection or its session. Returns whether the connection closed. */
const breaks = Effect.fnUntraced(function* (connection: Connection, effect: GatewayEffect) {
  const { gateway } = connection
  switch (effect.kind) {
    case "disconnect":
      yield* close(connection, effect.frame === false ? undefined : (effect.code ?? 4000), "")
      return true
    case "reconnect":
      yield* put(connection, payload(Op.Reconnect, null))
      yield* Effect.sleep(effect.ms ?? Math.floor(gateway.random() * RECONNECT_MS))
      yield* close(connection, 1001, "Discord WebSocket requesting client reconnect.")
      return true
    case "invalid_session":
      if (!effect.resumable) gateway.forget(connection)
      yield* put(connection, payload(Op.InvalidSession, effect.resumable))
      return false
    case "latency":
    case "omit":
    case "duplicate":
    case "reorder":
    case "gap":
    case "heartbeat":
    case "forge":
      return false
  }
})

/** Closes the connection: with a close frame, or without one. */
const close = (connection: Connection, code: number | undefined, reason: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { closed, gateway, socket } = connection
    yield* tick(connection)
    gateway.detach(connection, code ?? 1006, false)
    yield* code === undefined ? socket.terminate : socket.close(code, reason)
    yield* Deferred.succeed(closed, undefined)
  })

/** Sets the time of the state to now. */
const tick = ({ gateway }: Connection): Effect.Effect<number> =>
  Effect.tap(Clock.currentTimeMillis, (nowMs) =>
    Effect.sync(() => {
      gateway.state.nowMs = nowMs
    })
  )

/** Closes the connection of a client that sends no heartbeat. */
const watch = (connection: Connection): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { heartbeat_interval_ms } = connection.gateway.state.gateway.settings
    yield* Effect.sleep(heartbeat_interval_ms)
    const nowMs = yield* Clock.currentTimeMillis
    if (nowMs - connection.heartbeatMs > 2 * heartbeat_interval_ms) connection.offer(closing(4009))
    else yield* watch(connection)
  })

/** Handles the frames of the client until the connection closes. */
const read = (connection: Connection): Effect.Effect<void> =>
  Effect.flatMap(Queue.take(connection.socket.incoming), (frame) => {
    if (frame.kind === "closed")
      return Effect.flatMap(tick(connection), () =>
        Effect.sync(() => connection.gateway.detach(connection, frame.code, true))
      )
    return Effect.zipRight(receive(connection, frame.text), read(connection))
  })

const receive = Effect.fnUntraced(function* (connection: Connection, text: string) {
  const { gateway, offer } = connection
  if (yield* Deferred.isDone(connection.closed)) return
  const nowMs = yield* tick(connection)
  connection.sentMs = [...connection.sentMs.filter((ms) => nowMs - ms < MINUTE_MS), nowMs]
  const frame = Buffer.byteLength(text) > MAX_PAYLOAD_BYTES ? undefined : Either.getOrUndefined(decodeFrame(text))
  if (connection.sentMs.length > MAX_PAYLOADS || frame === undefined) {
    offer(closing(frame === undefined ? 4002 : 4008))
    return
  }
  const name = Object.entries(names).find(([op]) => Number(op) === frame.op)?.[1] ?? ""
  const fault = gateway.faults.takeForGateway(name)
  if (fault?.do.kind === "latency") yield* Effect.sleep(fault.do.ms)
  if (fault === undefined || fault.after_effect === true || fault.do.kind === "latency") {
    const answer = answerTo(connection, frame, nowMs)
    if (answer !== undefined) offer(answer)
  }
  if (fault !== undefined) yield* breaks(connection, fault.do)
})

/** Handles a payload of the client. Returns the answer, if there is one. */
const answerTo = (
  connection: Connection,
  { d, op }: { readonly op: number; readonly d?: unknown },
  nowMs: number
): Outgoing | undefined => {
  const { gateway } = connection
  const invalid = () => closing(4002)
  switch (op) {
    case Op.Heartbeat:
      connection.heartbeatMs = nowMs
      return payload(Op.HeartbeatAck, undefined)
    case Op.Identify:
      return Either.match(decodeIdentify(d), {
        onLeft: invalid,
        onRight: ({ presence, ...data }) => {
          const given = presence == null ? Either.right(undefined) : decodePresence(presence)
          return Either.isLeft(given) ? invalid() : refusal(gateway.identify(connection, data, given.right))
        }
      })
    case Op.Resume:
      return Either.match(decodeResume(d), {
        onLeft: invalid,
        onRight: (data) => refusal(gateway.resume(connection, data))
      })
    case Op.PresenceUpdate: {
      const { session } = connection
      if (session === undefined) return closing(4003)
      return Either.match(decodePresence(d), { onLeft: invalid, onRight: (data) => present(session, data, nowMs) })
    }
    case Op.RequestGuildMembers:
    case Op.VoiceStateUpdate:
    case Op.RequestSoundboardSounds: {
      const { session } = connection
      if (session === undefined) return closing(4003)
      if (op !== Op.RequestGuildMembers) return undefined
      return Either.match(decodeRequest(d), { onLeft: invalid, onRight: (data) => sendMembers(gateway, session, data) })
    }
    default:
      // Any other number.
      return closing(4001)
  }
}

/** Changes of a presence in 20 seconds (Discord docs, gateway, update presence). */
const MAX_PRESENCES = 5
const PRESENCES_MS = 20_000

const present = (session: Session, presence: SandboxPresence, nowMs: number): Outgoing | undefined => {
  session.presentedMs = [...session.presentedMs.filter((ms) => nowMs - ms < PRESENCES_MS), nowMs]
  if (session.presentedMs.length > MAX_PRESENCES) return closing(4008)
  session.presence = presence
  return undefined
}

const refusal = (refused: ReturnType<Gateway["resume"]>): Outgoing | undefined => {
  if (refused === undefined) return undefined
  return refused === "invalid session" ? payload(Op.InvalidSession, false) : closing(refused)
}

/** Sends at most a thousand members of a guild: those with these ids, or whose names start with the query. */
const sendMembers = (
  gateway: Gateway,
  session: Session,
  { guild_id, limit = 0, nonce, query = "", user_ids }: typeof RequestMembers.Type
): undefined => {
  const ids = user_ids === undefined ? undefined : [user_ids].flat()
  const members = [...gateway.state.membersOf(guild_id).values()].filter(({ user }) =>
    ids === undefined ? user.username.startsWith(query) : ids.includes(user.id)
  )
  const chunk = {
    guild_id,
    members: members.slice(0, limit === 0 ? MAX_MEMBERS : limit),
    chunk_index: 0,
    chunk_count: 1,
    not_found: ids?.filter((id) => !members.some(({ user }) => user.id === id)) ?? [],
    ...(nonce !== undefined && { nonce })
  }
  gateway.deliver(session, { t: "GUILD_MEMBERS_CHUNK", d: chunk, guildId: guild_id })
}

/** Members in one chunk. */
const MAX_MEMBERS = 1000
