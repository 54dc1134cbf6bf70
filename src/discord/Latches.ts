import { Effect } from "effect"
import { DiscordAuthError, DiscordCloudflareBlocked } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { monotonicMs } from "../resilience/monotonic.ts"

/** How long a ban is taken to last when nothing says so. */
const DEFAULT_BAN_MS = 60_000

/**
 * What stops all sending at once: an invalid bot token (for good: a new token
 * needs a new start) and a ban of our address (until it ends, then one trial).
 */
export interface Latches {
  /** Fails where nothing may be sent now. */
  readonly check: Effect.Effect<void, DiscordAuthError | DiscordCloudflareBlocked>
  /** Lets a try through and learns from how it ended. After a ban exactly one try goes, alone. */
  readonly guard: <A, R>(send: Effect.Effect<A, DiscordFailure, R>) => Effect.Effect<A, DiscordFailure, R>
}

/** A ban, and whether its trial is under way. */
interface Ban {
  readonly until: number
  trial: boolean
}

const refused = (leftMs: number) => new DiscordCloudflareBlocked({ retry_after_ms: Math.max(1000, Math.ceil(leftMs)) })

/** Makes open latches. */
export const make = (): Latches => {
  let invalidToken = false
  let banned: Ban | undefined

  const check: Latches["check"] = Effect.suspend((): Latches["check"] => {
    if (invalidToken) return new DiscordAuthError({ subject: "bot" })
    const ban = banned
    return ban === undefined
      ? Effect.void
      : Effect.flatMap(monotonicMs, (now) => (now >= ban.until && !ban.trial ? Effect.void : refused(ban.until - now)))
  })

  /** `trial` is the ban that the try was the trial of: answers to requests that left before a ban say nothing about it. */
  const learn = (failure: DiscordFailure, trial: Ban | undefined) =>
    Effect.map(monotonicMs, (now) => {
      if (failure._tag === "DiscordCloudflareBlocked") {
        // Of several answers at once the one that knows the longest ban is right.
        const until = Math.max(banned?.until ?? 0, now + (failure.retry_after_ms ?? DEFAULT_BAN_MS))
        banned = { until, trial: false }
      } else {
        if (failure._tag === "DiscordAuthError" && failure.subject === "bot" && failure.upstream?.status === 401) {
          invalidToken = true
        }
        // Anything Discord itself says proves that the ban is over; silence proves nothing.
        if (banned === trial && "upstream" in failure && failure.upstream !== undefined) banned = undefined
      }
    })

  /** The first try after a ban; whoever asks while it is under way is refused. */
  const tryAlone = <A, R>(send: Effect.Effect<A, DiscordFailure, R>, ban: Ban): Effect.Effect<A, DiscordFailure, R> =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (ban.trial) return refused(0)
        ban.trial = true
        return Effect.void
      }),
      () =>
        Effect.tapBoth(send, {
          onFailure: (failure) => learn(failure, ban),
          onSuccess: () =>
            Effect.sync(() => {
              if (banned === ban) banned = undefined
            })
        }),
      () =>
        Effect.sync(() => {
          ban.trial = false
        })
    )

  const guard: Latches["guard"] = (send) =>
    Effect.flatMap(check, () =>
      banned === undefined ? Effect.tapError(send, (failure) => learn(failure, undefined)) : tryAlone(send, banned)
    )

  return { check, guard }
}
