import { Effect, Fiber, FiberHandle, type Scope } from "effect"
import type { AttemptError } from "../errors/DiscordMcpError.ts"
import { DiscordAuthError, DiscordCloudflareBlocked } from "../errors/DiscordMcpError.ts"
import * as Timeout from "../resilience/Timeout.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { type AttemptFailure, CallFailure } from "./CallFailure.ts"
import { isConnected } from "./requestFailure.ts"

/** The assumed length of a ban if the response states none. */
const DEFAULT_BAN_MS = 60_000

/** The interval between trials of a rejected token. */
const TOKEN_TRIAL_MS = 60_000

/** The state of the bot's token according to `GET /users/@me`; `unknown` without a response from Discord. */
export type TokenState = "accepted" | "refused" | "unknown"

/** A ban, and whether its trial is running. */
interface Ban {
  readonly until: number
  trial: boolean
}

const banned = (leftMs: number) => new DiscordCloudflareBlocked({ retry_after_ms: Math.max(1000, Math.ceil(leftMs)) })

/** Makes a kill switch. `askToken` asks Discord whether the bot's token is valid. */
export const make = Effect.fnUntraced(function* (askToken: Effect.Effect<TokenState>) {
  return new KillSwitch(withinLimit(yield* shareRunning(withinLimit(askToken))))
})

/**
 * Stops all requests while the bot's token is rejected or this IP address is banned.
 * Checks a rejected token once a minute. After a ban it admits exactly one attempt.
 */
export class KillSwitch {
  readonly #tokenState: Effect.Effect<TokenState>
  /** The time of the next trial of a rejected token; `undefined` for a valid one. */
  #nextTokenTrial: number | undefined
  #ban: Ban | undefined

  constructor(tokenState: Effect.Effect<TokenState>) {
    this.#tokenState = tokenState
  }

  /** Fails if no request may be sent now. */
  readonly check: Effect.Effect<void, DiscordAuthError | DiscordCloudflareBlocked> = Effect.suspend(() => {
    const token = this.#nextTokenTrial === undefined ? Effect.void : this.#checkToken(this.#nextTokenTrial)
    return this.#ban === undefined ? token : Effect.zipRight(checkBan(this.#ban), token)
  })

  /** Runs an attempt and updates the state from its exit. */
  readonly guard = <A, R>(
    send: Effect.Effect<A, AttemptFailure, R>
  ): Effect.Effect<A, AttemptFailure | DiscordAuthError | DiscordCloudflareBlocked, R> =>
    Effect.flatMap(this.check, () =>
      this.#ban === undefined
        ? Effect.catchAll(send, (failure) => this.#learn(failure, undefined))
        : this.#runTrial(send, this.#ban)
    )

  #checkToken(trialAt: number): Effect.Effect<void, DiscordAuthError> {
    return Effect.flatMap(monotonicMs, (now) => {
      if (now < trialAt) return new DiscordAuthError({ subject: "bot" })
      return Effect.flatMap(this.#tokenState, (state) =>
        state === "accepted"
          ? this.#acceptToken
          : Effect.zipRight(this.#rejectToken, new DiscordAuthError({ subject: "bot" }))
      )
    })
  }

  readonly #rejectToken = Effect.flatMap(monotonicMs, (now) => {
    const isNew = this.#nextTokenTrial === undefined
    this.#nextTokenTrial = now + TOKEN_TRIAL_MS
    return isNew
      ? Effect.logError("Discord refuses the bot's token. Calls are rejected until Discord accepts it again")
      : Effect.void
  })

  readonly #acceptToken = Effect.suspend(() => {
    const wasRejected = this.#nextTokenTrial !== undefined
    this.#nextTokenTrial = undefined
    return wasRejected ? Effect.logInfo("Discord accepts the bot's token again") : Effect.void
  })

  /** Runs the first attempt after a ban. Other attempts are rejected meanwhile. */
  #runTrial<A, R>(send: Effect.Effect<A, AttemptFailure, R>, ban: Ban) {
    return Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (ban.trial) return banned(0)
        ban.trial = true
        return Effect.void
      }),
      () =>
        Effect.catchAll(send, (failure) => this.#learn(failure, ban)).pipe(
          Effect.tap(() =>
            Effect.sync(() => {
              if (this.#ban === ban) this.#ban = undefined
            })
          )
        ),
      () =>
        Effect.sync(() => {
          ban.trial = false
        })
    )
  }

  /** Updates the state from the failure of an attempt. A 401 on one route affects only that call. */
  readonly #learn = Effect.fnUntraced(function* (this: KillSwitch, failure: AttemptFailure, trial: Ban | undefined) {
    if (failure._tag === "DeadlineExceeded") return yield* Effect.fail(failure)
    const error = failure.error._tag === "DiscordAuthError" ? yield* this.#classify(failure.error) : failure.error
    yield* this.#update(error, trial)
    return yield* error === failure.error ? failure : new CallFailure({ ...failure, error })
  })

  #classify(failure: DiscordAuthError): Effect.Effect<DiscordAuthError> {
    const { subject, upstream } = failure
    if (subject !== "bot" || upstream?.status !== 401) return Effect.succeed(failure)
    const own = upstream.method === "GET" && upstream.route === "/users/@me"
    return Effect.flatMap(own ? Effect.succeed<TokenState>("refused") : this.#tokenState, (state) =>
      state === "refused"
        ? Effect.as(this.#rejectToken, failure)
        : Effect.succeed(state === "accepted" ? new DiscordAuthError({ ...failure, subject: "route" }) : failure)
    )
  }

  /**
   * Updates the state. `trial` is the ban that this attempt tests. A response to a request sent before
   * a ban says nothing about the ban.
   */
  #update(failure: AttemptError, trial: Ban | undefined): Effect.Effect<void> {
    return Effect.map(monotonicMs, (now) => {
      if (failure._tag === "DiscordCloudflareBlocked") {
        // The longest ban of several responses counts.
        const until = Math.max(this.#ban?.until ?? 0, now + (failure.retry_after_ms ?? DEFAULT_BAN_MS))
        this.#ban = { until, trial: false }
      } else if (this.#ban === trial && isConnected(failure)) {
        // Any response from Discord proves that the ban is over. A missing response proves nothing.
        this.#ban = undefined
      }
    })
  }
}

const checkBan = (ban: Ban): Effect.Effect<void, DiscordCloudflareBlocked> =>
  Effect.flatMap(monotonicMs, (now) => (now >= ban.until && !ban.trial ? Effect.void : banned(ban.until - now)))

/**
 * Shares a running lookup between concurrent callers. It has a separate fiber, so no caller interrupts it. The next call
 * after its end runs another one.
 */
export const shareRunning = <A, E, R>(
  lookup: Effect.Effect<A, E, R>
): Effect.Effect<Effect.Effect<A, E, R>, never, Scope.Scope> =>
  Effect.map(FiberHandle.make<A, E>(), (running) =>
    FiberHandle.get(running).pipe(
      Effect.orElse(() => FiberHandle.run(running, lookup)),
      Effect.flatMap(Fiber.join)
    )
  )

/** The time limit of a token lookup. */
const TOKEN_LOOKUP_MS = 5000

/**
 * Returns `unknown` after the time limit. A waiting call may have an earlier deadline than the call
 * that runs the lookup.
 */
const withinLimit = (answer: Effect.Effect<TokenState>): Effect.Effect<TokenState> =>
  Effect.orElseSucceed(
    Timeout.apply({ ms: TOKEN_LOOKUP_MS, onTimeout: () => "late" })(answer),
    () => "unknown" as const
  )
