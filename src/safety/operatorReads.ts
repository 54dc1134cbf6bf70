import { Effect, Layer } from "effect"
import { Permit } from "../discord/Permit.ts"

/**
 * Permits reads for the operator's own command. Scopes and the guild boundary restrict agents. The
 * operator who set these limits must also see objects outside them.
 */
export const operatorReads = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Permit>> =>
  Effect.provideService(work, Permit, Permit.grant("doctor", "read"))

/**
 * Permits what live events do by themselves: they read the address of the gateway, and messages after a gap, and they
 * show people what became of the questions that permitted calls have asked.
 */
export const gatewayPermit: Layer.Layer<Permit> = Layer.sync(Permit, () => Permit.grant("gateway", "write"))
