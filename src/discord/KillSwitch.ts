import { Deferred, Effect, type Exit, Ref } from "effect"
import { DiscordAuthError, DiscordCloudflareBlocked } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import * as Timeout from "../resilience/Timeout.ts"
import { isConnected } from "./failureFacts.ts"

/** How long a ban is taken to last when nothing says so. */
const DEFAULT_BAN_MS = 60_000

/** How often a token that was refused is tried again. */
const TOKEN_TRIAL_MS = 60_000

/** What `GET /users/@me` says of the bot's token; `unknown` where it got no answer of Discord's. */
export type TokenState = "accepted" | "refused" | "unknown"

/**
 * Stops all sending while the bot's token is refused or this address is banned.
 * Of the token one trial a minute goes; after a ban exactly one attempt.
 */
export interface KillSwitch {
  /** Fails where nothing may be sent now. */
  readonly check: Effect.Effect<void, DiscordAuthError | DiscordCloudflareBlocked>
  /** Lets an attempt through and learns from how it ended. */
  readonly guard: <A, R>(send: Effect.Effect<A, DiscordFailure, R>) => Effect.Effect<A, DiscordFailure, R>
}

/** A ban, and whether its trial is under way. */
interface Ban {
  readonly until: number
  trial: boolean
}

const banned = (leftMs: number) => new DiscordCloudflareBlocked({ retry_after_ms: Math.max(1000, Math.ceil(leftMs)) })

/** Makes a kill switch that stops nothing yet. `askToken` sends the one request that judges the bot's token. */
export const make = Effect.fnUntraced(function* (askToken: Effect.Effect<TokenState>) {
  const tokenState = yield* sharedWhileRunning(askToken)
  /** When a refused token is tried again; nothing while it works. */
  let nextTokenTrial: number | undefined
  let ban: Ban | undefined

  const stopForToken = Effect.map(monotonicMs, (now) => {
    nextTokenTrial = now + TOKEN_TRIAL_MS
  })
  const trustToken = Effect.sync(() => {
    nextTokenTrial = undefined
  })

  const checkToken: Effect.Effect<void, DiscordAuthError> = Effect.suspend(() => {
    const trialAt = nextTokenTrial
    return trialAt === undefined
      ? Effect.void
      : Effect.flatMap(monotonicMs, (now) => {
          if (now < trialAt) return new DiscordAuthError({ subject: "bot" })
          return Effect.flatMap(tokenState, (state) =>
            state === "accepted" ? trustToken : Effect.zipRight(stopForToken, new DiscordAuthError({ subject: "bot" }))
          )
        })
  })

  const checkBan = Effect.suspend(() => {
    const current = ban
    return current === undefined
      ? Effect.void
      : Effect.flatMap(monotonicMs, (now) =>
          now >= current.until && !current.trial ? Effect.void : banned(current.until - now)
        )
  })

  const check: KillSwitch["check"] = Effect.zipRight(checkBan, checkToken)

  /** Learns from a failure; a 401 of one route alone is that call's own. */
  const learn = (failure: DiscordFailure, trial: Ban | undefined): Effect.Effect<never, DiscordFailure> => {
    if (failure._tag === "DiscordAuthError") return Effect.flatMap(judge(failure), (judged) => ended(judged, trial))
    return ended(failure, trial)
  }

  const judge = (failure: DiscordAuthError): Effect.Effect<DiscordFailure> => {
    const { subject, upstream } = failure
    if (subject !== "bot" || upstream?.status !== 401) return Effect.succeed(failure)
    const own = upstream.method === "GET" && upstream.route === "/users/@me"
    return Effect.flatMap(own ? Effect.succeed<TokenState>("refused") : tokenState, (state) =>
      state === "refused"
        ? Effect.as(stopForToken, failure)
        : Effect.succeed(state === "accepted" ? new DiscordAuthError({ ...failure, subject: "route" }) : failure)
    )
  }

  /** `trial` is the ban that the attempt was the trial of: answers to requests that left before a ban say nothing about it. */
  const ended = (failure: DiscordFailure, trial: Ban | undefined) =>
    Effect.flatMap(monotonicMs, (now) => {
      if (failure._tag === "DiscordCloudflareBlocked") {
        // Of several answers at once the one with the longest ban is right.
        const until = Math.max(ban?.until ?? 0, now + (failure.retry_after_ms ?? DEFAULT_BAN_MS))
        ban = { until, trial: false }
      } else if (ban === trial && isConnected(failure)) {
        // Any answer of Discord's own proves that the ban is over; silence proves nothing.
        ban = undefined
      }
      return Effect.fail(failure)
    })

  /** The first attempt after a ban; the others are refused while it is under way. */
  const tryAlone = <A, R>(send: Effect.Effect<A, DiscordFailure, R>, current: Ban) =>
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
      ban === undefined ? Effect.catchAll(send, (failure) => learn(failure, undefined)) : tryAlone(send, ban)
    )

  return { check, guard } satisfies KillSwitch as KillSwitch
})

/** Runs a request once for all that ask while it is under way. One that is cut says `unknown`. */
const sharedWhileRunning = (ask: Effect.Effect<TokenState>): Effect.Effect<Effect.Effect<TokenState>> =>
  Effect.map(Ref.make<Deferred.Deferred<TokenState> | undefined>(undefined), (running) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Deferred.make<TokenState>(), (mine) =>
        Effect.flatMap(
          Ref.modify(running, (current) => [current, current ?? mine]),
          (current) =>
            current === undefined
              ? Effect.onExit(restore(inTime(ask)), (exit) =>
                  Effect.zipRight(Ref.set(running, undefined), Deferred.succeed(mine, stateOf(exit)))
                )
              : restore(inTime(Deferred.await(current)))
        )
      )
    )
  )

/** The longest that a question about the token takes. */
const TOKEN_QUESTION_MS = 5000

/** The answer, or `unknown` when it takes too long. A call that waits for it may have less time than the one that asks. */
const inTime = (answer: Effect.Effect<TokenState>): Effect.Effect<TokenState> =>
  Effect.orElseSucceed(
    Timeout.apply({ ms: TOKEN_QUESTION_MS, onTimeout: () => "late" })(answer),
    () => "unknown" as const
  )

const stateOf = (exit: Exit.Exit<TokenState>): TokenState => (exit._tag === "Success" ? exit.value : "unknown")
