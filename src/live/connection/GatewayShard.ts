/** The boundary to @discordjs/ws: one connection to the gateway. Whether to connect again is not decided here. */
import {
  Encoding,
  type IContextFetchingStrategy,
  type SessionInfo,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents
} from "@discordjs/ws"
import {
  ActivityType,
  GatewayOpcodes,
  type GatewayPresenceUpdateData,
  PresenceUpdateStatus
} from "discord-api-types/v10"
import { Chunk, Deferred, Effect, Queue, Redacted } from "effect"
import { WebSocket } from "ws"
import type { Presence } from "../../config/presence.ts"
import { noProxies, type ProxySettings } from "../../config/proxyVariables.ts"
import { addressThroughProxy } from "./gatewayTunnel.ts"
import type { Ended, Session } from "./identifyRules.ts"

/** What to connect to, as whom, and for which events. */
export interface ShardOptions {
  readonly url: string
  readonly token: Redacted.Redacted
  readonly intents: number
  /** The session to resume. Unset: identify. */
  readonly session: Session | undefined
  /** Runs before an IDENTIFY, and returns whether to send it. Otherwise the connection ends. */
  readonly mayIdentify: Effect.Effect<boolean>
  /** What people see beside the bot after an IDENTIFY. */
  readonly presence: Presence
  /** Unset: none. */
  readonly proxies?: ProxySettings
}

/** An event that Discord sends, with its sequence number. */
export interface Dispatch {
  readonly t: string
  readonly s: number
  readonly d: unknown
}

/** A connection to the gateway. */
export interface Shard {
  /** Returns what has arrived, and waits for something to arrive. */
  readonly take: Effect.Effect<ReadonlyArray<Dispatch>>
  /** Returns what has arrived and was not taken. */
  readonly rest: Effect.Effect<ReadonlyArray<Dispatch>>
  /** Completes when the connection has ended. */
  readonly ended: Effect.Effect<Ended>
  /** Changes what people see beside the bot. */
  readonly present: (presence: Presence) => Effect.Effect<void>
  /** Ends the connection. The session can be resumed. */
  readonly close: Effect.Effect<void>
}

/** The maximum number of events that wait until they are logged. Discord sends what is over again after a RESUME. */
const WAITING_MAX = 10_000

const BATCH_MAX = 100

/** Time limits of the library, in milliseconds: the TCP and TLS handshake, HELLO, and READY. */
const limits = { handshakeTimeout: 15_000, helloTimeout: 20_000, readyTimeout: 15_000 }

/** Connects to the gateway. The scope closes the connection, and the session stays. */
export const connect = Effect.fn("GatewayShard.connect")(function* (
  options: ShardOptions,
  onLatency: (ms: number) => void
) {
  const dispatches = yield* Queue.dropping<Dispatch>(WAITING_MAX)
  const end = yield* Deferred.make<Ended>()
  const identify = yield* Deferred.make<() => void>()
  const url = yield* addressThroughProxy(options.url, options.proxies ?? noProxies)
  const shard = new OneConnection(
    strategyOf({ ...options, url }, (send) => Deferred.unsafeDone(identify, Effect.succeed(send))),
    {
      onDispatch: (dispatch) => dispatches.unsafeOffer(dispatch),
      onLatency,
      onEnd: (how) => Deferred.unsafeDone(end, Effect.succeed(how))
    }
  )
  const close = Effect.promise(() => shard.close())
  yield* Effect.forkScoped(
    Effect.flatMap(Deferred.await(identify), (send) =>
      Effect.if(options.mayIdentify, { onTrue: () => Effect.sync(send), onFalse: () => close })
    )
  )
  // A finalizer is not interruptible by itself, and then the limit would not hold.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(close), CLOSE_TIMEOUT))
  shard.start()
  return {
    take: Effect.map(Queue.takeBetween(dispatches, 1, BATCH_MAX), Chunk.toReadonlyArray),
    rest: Effect.map(Queue.takeAll(dispatches), Chunk.toReadonlyArray),
    ended: Deferred.await(end),
    // A connection that ends meanwhile takes no payload. The next one has the presence.
    present: (presence) =>
      Effect.ignore(
        Effect.tryPromise(() => shard.send({ op: GatewayOpcodes.PresenceUpdate, d: toPresenceData(presence) }))
      ),
    close
  } satisfies Shard as Shard
})

/** How long the end of the process waits for Discord to confirm the close. */
const CLOSE_TIMEOUT = "1 second"

/** Neither 1000 nor 1001, after which Discord ends the session. */
const KEEPS_SESSION = 4200

interface Listeners {
  readonly onDispatch: (dispatch: Dispatch) => void
  readonly onLatency: (ms: number) => void
  readonly onEnd: (how: Ended) => void
}

/** A shard that never reconnects: it reports why it ended. */
class OneConnection extends WebSocketShard {
  readonly #listeners: Listeners
  /** The close code from Discord. */
  #code: number | undefined
  #closing: Promise<void> | undefined

  constructor(strategy: IContextFetchingStrategy, listeners: Listeners) {
    super(strategy, 0)
    this.#listeners = listeners
    this.on(WebSocketShardEvents.Dispatch, (payload) => listeners.onDispatch(payload))
    this.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => listeners.onLatency(latency))
    this.on(WebSocketShardEvents.Closed, (code) => {
      this.#code = code
    })
    // Without a listener, an error event ends the process. The close that follows says what happened.
    this.on(WebSocketShardEvents.Error, () => undefined)
    this.on(WebSocketShardEvents.SocketError, () => undefined)
    // The library calls these without a handler: a frame that it cannot read would end the process.
    this.#guard("onMessage")
    this.#guard("internalConnect")
  }

  start(): void {
    this.connect().catch(() => undefined)
  }

  close(): Promise<void> {
    return this.destroy({})
  }

  /** The library calls this at each end of a connection, and would then reconnect by its own rules. */
  override destroy({ code, reason, recover }: WebSocketShardDestroyOptions = {}): Promise<void> {
    const isInvalid = code === undefined && recover === WebSocketShardDestroyRecovery.Reconnect
    this.#listeners.onEnd(
      isInvalid
        ? { by: "invalid_session" }
        : this.#code === undefined
          ? { by: "connection" }
          : { by: "code", code: this.#code }
    )
    this.#silence()
    this.#closing ??= super.destroy({ code: KEEPS_SESSION, ...(reason !== undefined && { reason }) })
    return this.#closing
  }

  /** The library leaves a socket open that is still connecting, and without a listener for its errors. */
  #silence(): void {
    const socket: unknown = Reflect.get(this, "connection")
    if (!(socket instanceof WebSocket)) return
    socket.on("error", () => undefined)
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
  }

  /** Ends the connection if a private method of the library rejects. */
  #guard(name: "onMessage" | "internalConnect"): void {
    const method: unknown = Reflect.get(this, name)
    if (typeof method !== "function") return
    const guarded = (...values: ReadonlyArray<unknown>) =>
      Promise.resolve(Reflect.apply(method, this, values)).catch(() => this.destroy({}))
    Reflect.set(this, name, guarded)
  }
}

const statuses = {
  online: PresenceUpdateStatus.Online,
  idle: PresenceUpdateStatus.Idle,
  dnd: PresenceUpdateStatus.DoNotDisturb,
  invisible: PresenceUpdateStatus.Invisible
} as const satisfies Record<Presence["status"], PresenceUpdateStatus>

/** Converts a presence to Discord's format. A text is a custom status (Discord docs, gateway events, activity). */
const toPresenceData = ({ status, text }: Presence): GatewayPresenceUpdateData => ({
  since: null,
  afk: false,
  status: statuses[status],
  activities: text === undefined ? [] : [{ name: "Custom Status", type: ActivityType.Custom, state: text }]
})

/** Answers the library's questions about the session. What it says about the session is not needed. */
const strategyOf = (
  { intents, presence, session, token, url }: ShardOptions,
  onIdentify: (send: () => void) => void
): IContextFetchingStrategy => {
  let current: SessionInfo | null =
    session === undefined
      ? null
      : { sessionId: session.id, resumeURL: url, sequence: session.seq, shardId: 0, shardCount: 1 }
  return {
    options: {
      ...limits,
      compression: null,
      encoding: Encoding.JSON,
      gatewayInformation: { url, shards: 1, session_start_limit: noLimit },
      identifyProperties: { browser: "effect-discord-mcp", device: "effect-discord-mcp", os: "node" },
      initialPresence: toPresenceData(presence),
      intents,
      largeThreshold: null,
      shardCount: 1,
      token: Redacted.value(token),
      useIdentifyCompression: false,
      version: "10"
    },
    retrieveSessionInfo: () => current,
    updateSessionInfo: (_, info) => {
      if (info !== null) current = info
    },
    // The library waits for a promise.
    // @effect-diagnostics-next-line newPromise:off
    waitForIdentify: () => new Promise((resolve) => onIdentify(resolve))
  }
}

/** The rules check the limit before they connect. */
const noLimit = { total: 0, remaining: 0, reset_after: 0, max_concurrency: 1 }
