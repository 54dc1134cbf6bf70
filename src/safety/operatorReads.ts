import { Effect, Layer } from "effect"
import { Permit } from "./Permit.ts"

/**
 * Permits reads for the operator's own command. Scopes and the guild boundary restrict agents. The
 * operator who set these limits must also see objects outside them.
 */
export const operatorReads = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Permit>> =>
  Effect.provideService(work, Permit, Permit.grant("doctor", "read"))

/** Permits the reads of live events: the address of the gateway, and the messages of watched channels after a gap. */
export const gatewayReads: Layer.Layer<Permit> = Layer.sync(Permit, () => Permit.grant("gateway", "read"))
