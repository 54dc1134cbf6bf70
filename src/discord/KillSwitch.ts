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

/**
 * Stops all requests while the bot's token is rejected or this IP address is banned.
 * Checks a rejected token once a minute. After a ban it admits exactly one attempt.
 */
export interface KillSwitch {
  /** Fails if no request may be sent now. */
  readonly check: Effect.Effect<void, DiscordAuthError | DiscordCloudflareBlocked>
  /** Runs an attempt and updates the state from its exit. */
  readonly guard: <A, R>(
    send: Effect.Effect<A, AttemptFailure, R>
  ) => Effect.Effect<A, AttemptFailure | DiscordAuthError | DiscordCloudflareBlocked, R>
}

/** A ban, and whether its trial is running. */
interface Ban {
  readonly until: number
  trial: boolean
}

const banned = (leftMs: number) => new DiscordCloudflareBlocked({ retry_after_ms: Math.max(1000, Math.ceil(leftMs)) })

/** Makes a kill switch. `askToken` asks Discord whether the bot's token is valid. */
export const make = Effect.fnUntraced(function* (askToken: Effect.Effect<TokenState>) {
  const tokenState = withinLimit(yield* shareRunning(withinLimit(askToken)))
  /** The time of the next trial of a rejected token; `undefined` for a valid one. */
  let nextTokenTrial: number | undefined
  let ban: Ban | undefined

  const rejectToken = Effect.flatMap(monotonicMs, (now) => {
    const isNew = nextTokenTrial === undefined
    nextTokenTrial = now + TOKEN_TRIAL_MS
    return isNew
      ? Effect.logError("Discord refuses the bot's token. Calls are rejected until Discord accepts it again")
      : Effect.void
  })
  const acceptToken = Effect.suspend(() => {
    const wasRejected = nextTokenTrial !== undefined
    nextTokenTrial = undefined
    return wasRejected ? Effect.logInfo("Discord accepts the bot's token again") : Effect.void
  })

  const checkToken = (trialAt: number): Effect.Effect<void, DiscordAuthError> =>
    Effect.flatMap(monotonicMs, (now) => {
      if (now < trialAt) return new DiscordAuthError({ subject: "bot" })
      return Effect.flatMap(tokenState, (state) =>
        state === "accepted" ? acceptToken : Effect.zipRight(rejectToken, new DiscordAuthError({ subject: "bot" }))
      )
    })

  const checkBan = (current: Ban): Effect.Effect<void, DiscordCloudflareBlocked> =>
    Effect.flatMap(monotonicMs, (now) =>
      now >= current.until && !current.trial ? Effect.void : banned(current.until - now)
    )

  const check: KillSwitch["check"] = Effect.suspend(() => {
    const token = nextTokenTrial === undefined ? Effect.void : checkToken(nextTokenTrial)
    return ban === undefined ? token : Effect.zipRight(checkBan(ban), token)
  })

  /** Updates the state from the failure of an attempt. A 401 on one route affects only that call. */
  const learn = (failure: AttemptFailure, trial: Ban | undefined) =>
    Effect.gen(function* () {
      if (failure._tag === "DeadlineExceeded") return yield* Effect.fail(failure)
      const error = failure.error._tag === "DiscordAuthError" ? yield* classify(failure.error) : failure.error
      yield* update(error, trial)
      return yield* error === failure.error ? failure : new CallFailure({ ...failure, error })
    })

  const classify = (failure: DiscordAuthError): Effect.Effect<DiscordAuthError> => {
    const { subject, upstream } = failure
    if (subject !== "bot" || upstream?.status !== 401) return Effect.succeed(failure)
    const own = upstream.method === "GET" && upstream.route === "/users/@me"
    return Effect.flatMap(own ? Effect.succeed<TokenState>("refused") : tokenState, (state) =>
      state === "refused"
        ? Effect.as(rejectToken, failure)
        : Effect.succeed(state === "accepted" ? new DiscordAuthError({ ...failure, subject: "route" }) : failure)
    )
  }

  /**
   * Updates the state. `trial` is the ban that this attempt tests. A response to a request sent before
   * a ban says nothing about the ban.
   */
  const update = (failure: AttemptError, trial: Ban | undefined) =>
    Effect.map(monotonicMs, (now) => {
      if (failure._tag === "DiscordCloudflareBlocked") {
        // The longest ban of several responses counts.
        const until = Math.max(ban?.until ?? 0, now + (failure.retry_after_ms ?? DEFAULT_BAN_MS))
        ban = { until, trial: false }
      } else if (ban === trial && isConnected(failure)) {
        // Any response from Discord proves that the ban is over. A missing response proves nothing.
        ban = undefined
      }
    })

  /** Runs the first attempt after a ban. Other attempts are rejected meanwhile. */
  const runTrial = <A, R>(send: Effect.Effect<A, AttemptFailure, R>, current: Ban) =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (current.trial) return banned(0)
        current.trial = true
        return Effect.void
      }),
      () =>
        Effect.catchAll(send, (failure) => learn(failure, current)).pipe(
          Effect.tap(() =>
            Effect.sync(() => {
              if (ban === current) ban = undefined
            })
          )
        ),
      () =>
        Effect.sync(() => {
          current.trial = false
        })
    )

  const guard: KillSwitch["guard"] = (send) =>
    Effect.flatMap(check, () =>
      ban === undefined ? Effect.catchAll(send, (failure) => learn(failure, undefined)) : runTrial(send, ban)
    )

  return { check, guard } satisfies KillSwitch as KillSwitch
})

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
