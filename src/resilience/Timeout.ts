import { Effect, type Function } from "effect"
import * as Deadline from "./Deadline.ts"

/** The limit of one attempt. */
export interface TimeoutSettings<E> {
  readonly ms: number
  /** Gives the error at the moment the attempt is interrupted. */
  readonly onTimeout: Function.LazyArg<E>
  /** Gives the error where the deadline leaves less than `ms`; by default that of `onTimeout`. */
  readonly onExpired?: Function.LazyArg<E>
}

/**
 * Interrupts an attempt after `ms`, or after what the current deadline leaves,
 * whichever is less. Which of the two was less decides the error.
 */
export const apply =
  <E2>({ ms, onTimeout, onExpired = onTimeout }: TimeoutSettings<E2>) =>
  <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(Deadline.remainingMs, (leftMs) =>
      leftMs < ms
        ? Effect.timeoutFail(attempt, { duration: Math.max(0, Math.ceil(leftMs)), onTimeout: onExpired })
        : Effect.timeoutFail(attempt, { duration: ms, onTimeout })
    )
