/** The connection to Redis, which the replicas of a server share. */
import { Context, Data, Duration, Effect, FiberSet, Layer, Metric, Redacted } from "effect"
import { Redis as Connection } from "ioredis"
import { redisAvailable } from "../telemetry/metrics.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"

/** Redis did not confirm a script. Redis may have run the script if only the answer is missing. */
export class RedisUnavailable extends Data.TaggedError("RedisUnavailable")<{ readonly reason: string }> {}

/** A Lua script with its keys and arguments. Redis runs it atomically. */
export interface Script {
  readonly lua: string
  readonly keys: ReadonlyArray<string>
  readonly args: ReadonlyArray<string | number>
}

/** Runs scripts in Redis. Nothing is queued or sent twice. While Redis is unavailable, each script fails. */
export class Redis extends Context.Tag("effect-discord-mcp/replicas/Redis")<
  Redis,
  { readonly run: (script: Script) => Effect.Effect<unknown, RedisUnavailable> }
>() {}

/** The address of Redis. All keys start with `prefix`, so that several bots can share one Redis. */
export interface RedisOptions {
  readonly url: Redacted.Redacted
  readonly prefix: string
}

/**
 * The time limit of a script, in steps. Answers are read after each step. So a busy process does not
 * count its own delay as a delay of Redis.
 */
const COMMAND_STEP = Duration.millis(250)
const COMMAND_STEPS = 4

/** The time that the start of the server waits for the first connection. */
const FIRST_CONNECTION = Duration.seconds(3)

/** The time after a timeout in which scripts fail at once, so that not every call waits. */
const PAUSE_MS = 1000

/** The maximum time between two attempts to connect. */
const MAX_RECONNECT_MS = 2000

/** Connects, and reconnects automatically. A start without Redis succeeds with a warning. */
export const layer = ({ prefix, url }: RedisOptions): Layer.Layer<Redis> =>
  Layer.scoped(
    Redis,
    Effect.gen(function* () {
      const runLog = yield* FiberSet.makeRuntime()
      const status = new Status((log) => void runLog(log))
      const connection = yield* Effect.acquireRelease(
        Effect.sync(() => new Connection(Redacted.value(url), connectionOptions)),
        (open) =>
          Effect.sync(() => {
            status.end()
            open.disconnect()
          })
      )
      const scripts = new Scripts(connection, prefix, status)
      yield* scripts.connected()
      return { run: (script) => scripts.run(script) }
    })
  )

/** Runs scripts over a connection. */
class Scripts {
  readonly #connection: Connection
  readonly #prefix: string
  readonly #status: Status
  /** The error of a script only says that there is no connection. */
  #lastError: string | undefined
  /** Until when scripts fail at once, in monotonic milliseconds. */
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(connection: Connection, prefix: string, status: Status) {
    this.#connection = connection
    this.#prefix = prefix
    this.#status = status
    connection.on("error", (error) => {
      this.#lastError = reasonOf(error)
      status.lose(this.#lastError)
    })
    connection.on("close", () => status.lose("the connection is closed"))
  }

  /** Waits for the first connection, for a short time. */
  connected(): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      this.#connection.on("ready", () => {
        this.#status.back()
        resume(Effect.void)
      })
    }).pipe(
      Effect.timeoutTo({
        duration: FIRST_CONNECTION,
        onSuccess: () => undefined,
        onTimeout: () => this.#status.lose("no connection yet")
      })
    )
  }

  run({ args, keys, lua }: Script): Effect.Effect<unknown, RedisUnavailable> {
    return Effect.gen(this, function* () {
      if ((yield* monotonicMs) < this.#pausedUntil) {
        return yield* new RedisUnavailable({ reason: "an earlier command failed" })
      }
      const prefixed = keys.map((key) => this.#prefix + key)
      const asked = Effect.tryPromise({
        try: () => this.#connection.eval(lua, keys.length, ...prefixed, ...args),
        catch: (error) =>
          new RedisUnavailable({
            reason: this.#isReady ? reasonOf(error) : (this.#lastError ?? "there is no connection")
          })
      })
      // The effect is interruptible even if the caller is not, so that nothing waits for a late answer.
      const answer = yield* Effect.raceFirst(Effect.interruptible(asked), Effect.interruptible(late)).pipe(
        Effect.tapError(({ reason }) =>
          Effect.map(monotonicMs, (now) => {
            this.#status.lose(reason)
            if (this.#isReady) this.#pausedUntil = now + PAUSE_MS
          })
        )
      )
      this.#pausedUntil = Number.NEGATIVE_INFINITY
      this.#status.back()
      return answer
    })
  }

  get #isReady(): boolean {
    return this.#connection.status === "ready"
  }
}

const late = Effect.zipRight(
  Effect.replicateEffect(Effect.sleep(COMMAND_STEP), COMMAND_STEPS, { discard: true }),
  new RedisUnavailable({ reason: "no answer in time" })
)

const connectionOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2000,
  // Detects a lost connection, which is then opened again.
  socketTimeout: 5000,
  retryStrategy: (attempt: number) => Math.min(MAX_RECONNECT_MS, 100 * attempt)
}

/** Logs once when the connection is lost, and once when it is back. A metric has the state. */
class Status {
  #isUnavailable = false
  #isKnown = false
  readonly #log: (log: Effect.Effect<void>) => void

  constructor(log: (log: Effect.Effect<void>) => void) {
    this.#log = log
  }

  lose(reason: string): void {
    if (this.#isUnavailable) return
    this.#isUnavailable = true
    this.#log(Metric.set(redisAvailable, 0))
    this.#log(
      Effect.logWarning(
        `Redis (MCP_REDIS_URL) is unavailable: ${reason}. Until it is back, limits count this process only, and no confirmation token is issued or accepted`
      )
    )
  }

  /** Records that the server closes the connection. After that, nothing is logged. */
  end(): void {
    this.#isUnavailable = true
  }

  back(): void {
    if (!this.#isKnown) this.#log(Metric.set(redisAvailable, 1))
    this.#isKnown = true
    if (!this.#isUnavailable) return
    this.#isUnavailable = false
    this.#log(Metric.set(redisAvailable, 1))
    this.#log(
      Effect.logInfo(
        "Redis (MCP_REDIS_URL) is back: the replicas share limits, confirmation tokens and declined calls again"
      )
    )
  }
}

/** Returns the reason of a failure. The error of a failed connection names the address, and no password. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
