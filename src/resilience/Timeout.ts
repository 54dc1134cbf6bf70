import { Effect, type Function } from "effect"
import * as Deadline from "./Deadline.ts"

/** The limit of one attempt. */
export interface TimeoutSettings<E> {
  readonly ms: number
  /** Makes the error when the attempt is interrupted. */
  readonly onTimeout: Function.LazyArg<E>
  /** Makes the error if the deadline leaves less than `ms`. Default: `onTimeout`. */
  readonly onExpired?: Function.LazyArg<E>
}

/**
 * Interrupts an attempt after `ms`, or at the current deadline if that is earlier. The two cases have
 * separate errors.
 */
export const apply =
  <E2>({ ms, onTimeout, onExpired = onTimeout }: TimeoutSettings<E2>) =>
  <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Deadline.withRemainingMs((leftMs) =>
      leftMs < ms
        ? Effect.timeoutFail(attempt, { duration: Math.max(0, Math.ceil(leftMs)), onTimeout: onExpired })
        : Effect.timeoutFail(attempt, { duration: ms, onTimeout })
    )
