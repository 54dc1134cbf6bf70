/**
 * Risk of grants and role moves, which depends on the guild's current roles and on the overwrites of its channels.
 * What cannot be read is destructive.
 */
import { Effect, Either, Option, Schema } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { Permit, Risk } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { bitsOf, namesOf, type PermissionName } from "../../errors/PermissionName.ts"
import { Bits, Id, nullish } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { dangerousPermissions, rankedPermissions } from "../permissions/dangerous.ts"
import { bitsFor, mergeOverwrite, type OverwriteChange } from "../permissions/mergeOverwrite.ts"
import type { RiskResolution } from "../Tool.ts"
import { positionsOf, type RoleMove } from "./order.ts"
import { ranksAbove } from "./view.ts"

/** Dangerous permissions that a role gives: in the guild, or in one channel by an overwrite. */
export interface RoleGrant {
  readonly role: string
  readonly channel?: { readonly id: string; readonly name?: string | null | undefined }
  readonly permissions: ReadonlyArray<PermissionName>
}

/** Reads what Discord may not show. `none`: the bot may not read it, or the reply lacks what is read. */
export const readable = <A, R>(
  read: Effect.Effect<A, DiscordFailure, R>
): Effect.Effect<Option.Option<A>, DiscordFailure, R> =>
  Effect.catchTag(
    Effect.asSome(read),
    "DiscordPermissionError",
    "DiscordNotFoundError",
    "DiscordUnexpectedResponse",
    () => Effect.succeedNone
  )

/** Returns the dangerous permissions that these roles give. `none`: a role or the channels cannot be read. */
export const roleGrants = (
  guild_id: string,
  role_ids: ReadonlyArray<string>
): Effect.Effect<Option.Option<ReadonlyArray<RoleGrant>>, DiscordFailure, Discord | Permit> =>
  Effect.map(rolesAndChannels(guild_id), (found) =>
    Option.flatMap(found, ([roles, channels]) =>
      role_ids.every((id) => roles.some((role) => role.id === id))
        ? Option.some([
            ...roles.map(({ id, permissions }) => ({ role: id, permissions: dangerousIn(permissions) })),
            ...channels.flatMap((channel) =>
              channel.permission_overwrites.map(({ allow, id }) => ({
                role: id,
                channel,
                permissions: dangerousIn(allow)
              }))
            )
          ])
        : Option.none()
    ).pipe(
      Option.map((grants) =>
        grants.filter(({ permissions, role }) => permissions.length > 0 && role_ids.includes(role))
      )
    )
  )

/** Returns the risk of giving roles: destructive if one gives a dangerous permission. */
export const roleGrantRisk = (guild_id: string, role_ids: ReadonlyArray<string>): RiskResolution | undefined =>
  role_ids.length === 0
    ? undefined
    : Effect.map(roleGrants(guild_id, role_ids), (grants) =>
        destructiveIf(Option.match(grants, { onNone: () => true, onSome: (all) => all.length > 0 }))
      )

/** Roles that a call gives, read from what it names: an invite, a member, the present onboarding. */
export type FoundRoles = Effect.Effect<
  Option.Option<{ readonly guild_id: string; readonly role_ids: ReadonlyArray<string> }>,
  DiscordFailure,
  Discord | Permit
>

/** Returns the risk of giving the roles that are read. */
export const foundRolesRisk = (read: FoundRoles): RiskResolution =>
  Effect.flatMap(
    read,
    Option.match({
      onNone: () => DESTRUCTIVE,
      onSome: ({ guild_id, role_ids }) => roleGrantRisk(guild_id, role_ids) ?? WRITE
    })
  )

/** Returns the risk of ending a timeout: the member gets back what their roles give. */
export const timeoutEndRisk = ({
  guild_id,
  user_id
}: {
  readonly guild_id: string
  readonly user_id: string
}): RiskResolution =>
  foundRolesRisk(
    Effect.map(
      readable(getJson(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id })),
      Option.map(({ roles }) => ({ guild_id, role_ids: roles }))
    )
  )

/** Returns the risk of taking a role away: destructive if an overwrite of the role denies what members get back. */
export const roleRemovalRisk = (guild_id: string, role_id: string): RiskResolution =>
  Effect.map(rolesAndChannels(guild_id), (found) =>
    destructiveIf(
      Option.match(found, {
        onNone: () => true,
        onSome: ([roles, channels]) =>
          channels.some((channel) =>
            regains(
              denialsOf(channel, role_id),
              channel,
              role_id,
              roles.filter(({ id }) => id !== role_id)
            )
          )
      })
    )
  )

/**
 * Returns the risk of a change of an overwrite that grants nothing by its arguments. It is destructive if it no longer
 * denies a dangerous permission, if it opens a private channel to more people, or if it takes the sight of the channel
 * from those who had it by this overwrite.
 */
export const overwriteRisk = ({
  channel_id,
  overwrite_id,
  ...change
}: OverwriteChange & { readonly channel_id: string; readonly overwrite_id: string }): RiskResolution =>
  Effect.gen(function* () {
    const channel = yield* readable(getJson(OverwrittenChannel, "/channels/{channel_id}", { channel_id }))
    if (Option.isNone(channel) || channel.value.guild_id == null) return "destructive"
    const { guild_id, permission_overwrites } = channel.value
    const before = bitsFor(permission_overwrites, overwrite_id)
    const after = mergeOverwrite(before, change)
    const ended = before.deny & ~after.deny
    const shown = after.allow & ~before.allow & VIEW_CHANNEL
    if (((ended | (before.allow & ~after.allow)) & VIEW_CHANNEL) !== 0n) return "destructive"
    if (shown !== 0n && (bitsFor(permission_overwrites, guild_id).deny & VIEW_CHANNEL) !== 0n) return "destructive"
    if ((ended & DANGEROUS) === 0n && shown === 0n) return "write"
    const roles = yield* rolesOf(guild_id)
    return destructiveIf(
      Option.isNone(roles) ||
        regains(ended, channel.value, overwrite_id, roles.value) ||
        (shown !== 0n && !roles.value.some(({ id, permissions }) => id === guild_id && sees(permissions)))
    )
  })

/**
 * Returns the risk of moving roles. It is destructive if a role moves above a bot's role, because that bot can then no
 * longer moderate the role's members. It is destructive too if a role that has power over lower ones moves above
 * another role. An unknown role is destructive.
 */
export const roleMoveRisk = (guild_id: string, moves: ReadonlyArray<RoleMove>): RiskResolution =>
  Effect.map(rolesOf(guild_id), (found) => {
    const ranked = Option.filter(Option.map(found, Array.from<GuildRole>), isRanked)
    if (Option.isNone(ranked)) return "destructive"
    const roles = ranked.value
    const planned = positionsOf(moves, roles, guild_id)
    if (Either.isLeft(planned)) return "destructive"
    const positions = planned.right
    const moved = new Map(positions.map(({ id, position }) => [id, position]))
    return destructiveIf(
      positions.some(({ id }) => !roles.some((role) => role.id === id)) ||
        roles.some((upper) =>
          roles.some(
            (role) =>
              (upper.tags?.bot_id != null || commandsLower(role)) &&
              ranksAbove(upper, role) &&
              !staysBelow(role, upper, moved)
          )
        )
    )
  })

const GuildRole = Schema.Struct({
  id: Id,
  permissions: Bits,
  position: nullish(Schema.Number),
  tags: nullish(Schema.Struct({ bot_id: nullish(Id) }))
})
type GuildRole = typeof GuildRole.Type

const Overwrite = Schema.Struct({ id: Id, allow: Bits, deny: Bits })

/** A channel whose overwrites can be read. */
const OverwrittenChannel = Schema.Struct({
  id: Id,
  guild_id: nullish(Id),
  name: nullish(Schema.String),
  permission_overwrites: Schema.Array(Overwrite)
})
type OverwrittenChannel = typeof OverwrittenChannel.Type

const Member = Schema.Struct({ roles: Schema.Array(Id) })

/** Fetches the roles. Not cached: a role's permissions may just have changed. */
const rolesOf = (guild_id: string) =>
  readable(getJson(Schema.Array(GuildRole), "/guilds/{guild_id}/roles", { guild_id }))

/** Fetches the roles, and the channels with their overwrites. Discord omits channels that the bot cannot view. */
const rolesAndChannels = (guild_id: string) =>
  Effect.zipWith(
    rolesOf(guild_id),
    readable(getJson(Schema.Array(OverwrittenChannel), "/guilds/{guild_id}/channels", { guild_id })),
    (roles, channels) => Option.all([roles, channels] as const),
    { concurrent: true }
  )

const DANGEROUS = bitsOf(dangerousPermissions)
const VIEW_CHANNEL = bitsOf(["VIEW_CHANNEL"])

const sees = (permissions: string): boolean => (BigInt(permissions) & VIEW_CHANNEL) !== 0n

const dangerousIn = (bits: string): ReadonlyArray<PermissionName> => namesOf(BigInt(bits) & DANGEROUS)

/** Returns the permissions that an overwrite denies. */
const denialsOf = ({ permission_overwrites }: OverwrittenChannel, id: string): bigint =>
  BigInt(permission_overwrites.find((it) => it.id === id)?.deny ?? 0)

/**
 * Returns whether somebody gets back a dangerous permission when an overwrite's denials end: from a role, or from
 * another overwrite of the channel. Overwrites do not restrict administrators.
 */
const regains = (
  denied: bigint,
  { permission_overwrites }: OverwrittenChannel,
  overwrite_id: string,
  roles: ReadonlyArray<GuildRole>
): boolean => {
  const given = [
    ...roles.map(({ permissions }) => BigInt(permissions)).filter((bits) => (bits & ADMINISTRATOR) === 0n),
    ...permission_overwrites.filter(({ id }) => id !== overwrite_id).map(({ allow }) => BigInt(allow))
  ].reduce((all, bits) => all | bits, 0n)
  return (denied & DANGEROUS & given) !== 0n
}

const ADMINISTRATOR = bitsOf(["ADMINISTRATOR"])

const commandsLower = ({ permissions }: GuildRole): boolean => (BigInt(permissions) & RANKED) !== 0n

const RANKED = bitsOf(rankedPermissions)

interface RankedRole extends GuildRole {
  readonly position: number
}

const isRanked = (roles: ReadonlyArray<GuildRole>): roles is ReadonlyArray<RankedRole> =>
  roles.every(({ position }) => position != null)

/**
 * Returns whether a role stays below another.
 * A role that moves to an occupied position may push the other role down.
 */
const staysBelow = (role: RankedRole, upper: RankedRole, moved: ReadonlyMap<string, number>): boolean => {
  const [position, upperPosition] = [moved.get(role.id), moved.get(upper.id)]
  return (
    (position === undefined && upperPosition === undefined) ||
    (position ?? role.position) < (upperPosition ?? upper.position)
  )
}

const destructiveIf = (condition: boolean): Risk => (condition ? "destructive" : "write")

const DESTRUCTIVE = Effect.succeed<Risk>("destructive")
const WRITE = Effect.succeed<Risk>("write")
