import type { ChannelKind } from "./ChannelKind.ts"
import { bitsOf, type PermissionName } from "./PermissionName.ts"

/** One permission, or sets of which any one is enough, the narrowest first. */
export type Need = PermissionName | { readonly oneOf: ReadonlyArray<ReadonlyArray<PermissionName>> }

/** What is known of where a request acts; nothing has to be. */
export interface PermissionTarget {
  readonly kind?: ChannelKind
  /** Of a thread. */
  readonly locked?: boolean
  /** Whether the bot made the message, expression or event. Not known: somebody else did, as for all that is denied. */
  readonly own?: boolean
  /** Ids of the guild's own emojis and stickers. */
  readonly expressions?: ReadonlySet<string>
  readonly features?: ReadonlyArray<string>
}

/** A request as the conditions of the table see it. */
export interface NeedContext {
  readonly body: Readonly<Record<string, unknown>>
  readonly files: number
  /** The values of the path's fields, in order. */
  readonly path: ReadonlyArray<string>
  readonly target: PermissionTarget
}

/** The needs of a route that depend on more than the route. */
export type NeedRule = (it: NeedContext) => ReadonlyArray<Need>

/** Any one of these sets of permissions is enough. */
export const oneOf = (...sets: ReadonlyArray<ReadonlyArray<PermissionName>>): Need => ({ oneOf: sets })

/** Where a condition holds, its permission is needed. */
export const when = (holds: boolean, ...names: ReadonlyArray<PermissionName>): ReadonlyArray<PermissionName> =>
  holds ? names : []

/** The bits of some needs. Of alternatives it is the one that is held, else the narrowest. */
export const bitsNeeded = (needs: ReadonlyArray<Need>, held = 0n): bigint =>
  needs.reduce(
    (bits, need) => bits | (typeof need === "string" ? bitsOf([need]) : pickAlternative(need.oneOf, held)),
    0n
  )

const pickAlternative = (sets: ReadonlyArray<ReadonlyArray<PermissionName>>, held: bigint): bigint => {
  const [narrowest = 0n, ...others] = sets.map(bitsOf)
  return [narrowest, ...others].find((bits) => (bits & ~held) === 0n) ?? narrowest
}
