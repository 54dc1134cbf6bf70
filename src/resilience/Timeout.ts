import { Effect, type Function } from "effect"
import * as Deadline from "./Deadline.ts"

/** The limit of one attempt. */
export interface TimeoutSettings<E, Expired = E> {
  readonly ms: number
  /** Makes the error when the attempt is interrupted. */
  readonly onTimeout: Function.LazyArg<E>
  /** Makes the error if the deadline leaves less than `ms`. Default: `onTimeout`. */
  readonly onExpired?: Function.LazyArg<Expired>
}

/**
 * Interrupts an attempt after `ms`, or at the current deadline if that is earlier. The two cases have
 * separate errors.
 */
export const apply =
  <E2, Expired = E2>({ ms, onTimeout, onExpired }: TimeoutSettings<E2, Expired>) =>
  <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2 | Expired, R> =>
    Effect.flatMap(Deadline.remainingMs, (leftMs) =>
      Effect.timeoutFail(attempt, {
        duration: Math.max(0, Math.ceil(Math.min(ms, leftMs))),
        onTimeout: (): E2 | Expired => (leftMs < ms && onExpired !== undefined ? onExpired() : onTimeout())
      })
    )
