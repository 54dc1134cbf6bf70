/** Clients of the sandbox's gateway: a raw WebSocket, and the manager of @discordjs/ws. */
import { REST } from "@discordjs/rest"
import {
  CompressionMethod,
  type SessionInfo,
  WebSocketManager,
  type WebSocketManagerOptions,
  WebSocketShardEvents
} from "@discordjs/ws"
import { GatewayIntentBits as Intent, GatewayOpcodes as Op } from "discord-api-types/v10"
import { Deferred, Effect, Queue } from "effect"
import { WebSocket } from "ws"
import { ask, Sandbox } from "../http.ts"

/** A payload of the gateway. */
export interface Payload {
  readonly op: Op
  readonly t: string | null
  readonly s: number | null
  // The tests know the data of the events that they cause.
  readonly d: Readonly<Record<string, unknown>>
}

/** Every intent that needs no privilege. */
export const UNPRIVILEGED =
  Object.values(Intent).reduce<number>((all, bit) => (typeof bit === "number" ? all | bit : all), 0) &
  ~(Intent.GuildPresences | Intent.GuildMembers | Intent.MessageContent)

/** Every intent that the application of the sandbox has. */
export const INTENTS = UNPRIVILEGED | Intent.GuildMembers | Intent.MessageContent

/** Connects a raw client. */
export const connect = Effect.fnUntraced(function* (query = "v=10&encoding=json", url?: string) {
  const { origin } = new URL((yield* Sandbox).url)
  const payloads = yield* Queue.unbounded<Payload>()
  const closed = yield* Deferred.make<number>()
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => new WebSocket(`${url ?? origin.replace("http", "ws")}?${query}`)),
    (open) => Effect.sync(() => open.terminate())
  )
  socket.on("message", (data) => payloads.unsafeOffer(JSON.parse(String(data))))
  socket.on("close", (code) => Deferred.unsafeDone(closed, Effect.succeed(code)))
  socket.on("error", () => {})
  const until = (name: string | Op): Effect.Effect<Payload> =>
    Effect.flatMap(Queue.take(payloads), (one) =>
      one.t === name || (one.t === null && one.op === name) ? Effect.succeed(one) : until(name)
    )
  return {
    /** Returns the next payload with this name or opcode. Drops those before it. */
    until,
    next: Queue.take(payloads),
    /** Returns what has arrived. */
    received: Queue.takeAll(payloads),
    send: (op: number, d: unknown) => Effect.sync(() => socket.send(JSON.stringify({ op, d }))),
    sendText: (text: string) => Effect.sync(() => socket.send(text)),
    close: (code: number) =>
      Effect.zipRight(
        Effect.sync(() => socket.close(code)),
        Deferred.await(closed)
      ),
    terminate: Effect.zipRight(
      Effect.sync(() => socket.terminate()),
      Deferred.await(closed)
    ),
    /** The close code. 1006 is a connection without a close frame. */
    closed: Deferred.await(closed)
  }
})

/** The data of IDENTIFY. */
export const identity = (more: object = {}) =>
  Effect.map(Sandbox, ({ token }) => ({
    token,
    intents: INTENTS,
    properties: { os: "linux", browser: "test", device: "test" },
    ...more
  }))

/** Connects a raw client, identifies and waits for READY. The tests of a file share a sandbox: they do not wait. */
export const identified = Effect.fnUntraced(function* (more: object = {}) {
  yield* (yield* Sandbox).setGateway({ identify_window_ms: 0 })
  const client = yield* connect()
  yield* client.until(Op.Hello)
  yield* client.send(Op.Identify, yield* identity(more))
  const ready = yield* client.until("READY")
  return { ...client, ready, sessionId: String(ready.d.session_id), resumeUrl: String(ready.d.resume_gateway_url) }
})

/** Waits until the gateway has noticed that a session lost its connection. */
export const disconnected = (sessionId: string) =>
  Effect.flatMap(Sandbox, ({ gateway }) =>
    Effect.repeat(Effect.zipRight(ask("GET", "/gateway"), gateway), {
      until: ({ sessions }) => !sessions.some(({ connected, id }) => id === sessionId && connected)
    })
  )

/** Connects the manager of @discordjs/ws. Its events are in a queue. */
export const managed = Effect.fnUntraced(function* (options: Partial<WebSocketManagerOptions> = {}) {
  const { token, url } = yield* Sandbox
  const rest = new REST({ api: url, version: "10" }).setToken(token)
  const sessions = new Map<number, SessionInfo>()
  const events = yield* Queue.unbounded<Payload>()
  const log = yield* Queue.unbounded<string>()
  const manager = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new WebSocketManager({
          token,
          intents: INTENTS,
          rest,
          retrieveSessionInfo: (shard: number) => sessions.get(shard) ?? null,
          updateSessionInfo: (shard: number, session: SessionInfo | null) =>
            void (session === null ? sessions.delete(shard) : sessions.set(shard, session)),
          ...options
        })
    ),
    (made) => Effect.promise(() => Promise.resolve(made.destroy()))
  )
  manager.on(WebSocketShardEvents.Dispatch, (payload) => void events.unsafeOffer(payload as unknown as Payload))
  for (const event of [WebSocketShardEvents.Resumed, WebSocketShardEvents.Closed, WebSocketShardEvents.Ready] as const)
    manager.on(event, () => void log.unsafeOffer(event))
  yield* Effect.promise(() => manager.connect())
  const until = (name: string): Effect.Effect<Payload> =>
    Effect.flatMap(Queue.take(events), (one) => (one.t === name ? Effect.succeed(one) : until(name)))
  return { manager, sessions, until, events, log }
})

export { CompressionMethod }
