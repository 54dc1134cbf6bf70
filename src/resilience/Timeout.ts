import type { Effect } from "effect"
import { within } from "./within.ts"

/** Bounds one try: past `ms` the effect is interrupted and fails with what `onTimeout` says at that moment. */
export const apply =
  <E2>(limit: { readonly ms: number; readonly onTimeout: () => E2 }) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    within({ ms: limit.ms, onExpired: limit.onTimeout }, () => effect)
