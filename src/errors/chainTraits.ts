/** What the resilience chain decides about failed requests: what the classes of the union share. */
import type { ChainTraits } from "./ErrorTraits.ts"
import type { Upstream } from "./fields.ts"
import { describeProxyFailure } from "./proxyFailure.ts"
import { meaningOfStatus } from "./statusMeaning.ts"

/** What an error has of a response of Discord. */
export interface Answered {
  readonly upstream?: Upstream | undefined
}

export const never = () => false
export const noHint = () => undefined
export const ignored = () => "ignored" as const

/** Returns whether Discord responded. */
export const hasUpstream = ({ upstream }: Answered) => upstream !== undefined

/** Returns whether Discord counts the response as invalid. */
export const hasInvalidStatus = ({ upstream }: Answered) =>
  upstream !== undefined && meaningOfStatus(upstream.status).invalid

/** Returns the outcome for the circuit. With a status below 500, Discord responded in time. */
export const healthOf = ({ upstream }: Answered) =>
  upstream !== undefined && upstream.status < 500 ? ("success" as const) : ("failure" as const)

/** Returns whether a network failure is permanent. A retry does not make a certificate valid. */
export const isPermanent = (network: string | undefined): boolean =>
  describeProxyFailure(network)?.transient === false || (network !== undefined && /CERT|TLS/.test(network))

/** Discord refused the request. Without `upstream`, nothing was sent. */
export const refused: ChainTraits<Answered> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: false,
  outcome: (failure) => (hasUpstream(failure) ? "success" : "ignored"),
  connected: hasUpstream,
  countsAsInvalid: hasInvalidStatus
}

/** This server did not send the request. */
export const notSent: ChainTraits<unknown> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: true,
  outcome: ignored,
  connected: never,
  countsAsInvalid: never
}
