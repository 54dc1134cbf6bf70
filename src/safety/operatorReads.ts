import { Effect } from "effect"
import { Permit } from "./Permit.ts"

/**
 * Lets the operator's own command look at the bot. Scopes and guild boundaries are
 * for agents; the operator, who set them, must see what lies outside of them, too.
 * It is a permit to read: nothing that changes Discord passes with it.
 */
export const operatorReads = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Permit>> =>
  Effect.provideService(work, Permit, Permit.grant("doctor", "read"))
