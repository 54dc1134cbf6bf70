import type { ChannelKind } from "./ChannelKind.ts"
import { bitsOf, type PermissionName } from "./PermissionName.ts"

/** A permission, or alternative sets of permissions of which one is enough, narrowest first. */
export type Need = PermissionName | { readonly oneOf: ReadonlyArray<ReadonlyArray<PermissionName>> }

/** What is known about the target of a request; every field is optional. */
export interface PermissionTarget {
  readonly kind?: ChannelKind
  /** Whether a thread is locked. */
  readonly locked?: boolean
  /** Whether the bot created the message, expression or event. If unknown, another creator is assumed. */
  readonly own?: boolean
  /** Ids of the guild's own emojis and stickers. */
  readonly expressions?: ReadonlySet<string>
  readonly features?: ReadonlyArray<string>
}

/** The input of a need rule. */
export interface NeedContext {
  readonly body: Readonly<Record<string, unknown>>
  readonly files: number
  /** The values of the path's fields, in order. */
  readonly path: ReadonlyArray<string>
  readonly target: PermissionTarget
}

/** Returns the needs of a request, for routes whose needs depend on body or target. */
export type NeedRule = (it: NeedContext) => ReadonlyArray<Need>

/** Makes a need that any one of the sets satisfies. */
export const oneOf = (...sets: ReadonlyArray<ReadonlyArray<PermissionName>>): Need => ({ oneOf: sets })

/** Returns the permissions if the condition holds. */
export const when = (holds: boolean, ...names: ReadonlyArray<PermissionName>): ReadonlyArray<PermissionName> =>
  holds ? names : []

/** Returns the bits of needs. From alternatives, takes the held set, or else the narrowest. */
export const bitsNeeded = (needs: ReadonlyArray<Need>, held = 0n): bigint =>
  needs.reduce(
    (bits, need) => bits | (typeof need === "string" ? bitsOf([need]) : pickAlternative(need.oneOf, held)),
    0n
  )

const pickAlternative = (sets: ReadonlyArray<ReadonlyArray<PermissionName>>, held: bigint): bigint => {
  const [narrowest = 0n, ...others] = sets.map(bitsOf)
  return [narrowest, ...others].find((bits) => (bits & ~held) === 0n) ?? narrowest
}
