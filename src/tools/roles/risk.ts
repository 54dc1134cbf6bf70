/** Risk of role grants and role moves, which depends on the guild's current roles. */
import { Effect, Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import type { Risk } from "../../safety/Permit.ts"
import { getJson } from "../dsl/getJson.ts"
import { Bits, Id, nullish } from "../dsl/reply.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import type { RiskResolution } from "../Tool.ts"
import { ranksAbove } from "./view.ts"

/** Returns the risk of granting roles: destructive if one is dangerous or unknown. */
export const roleGrantRisk = (guild_id: string, role_ids: ReadonlyArray<string>): RiskResolution | undefined =>
  role_ids.length === 0
    ? undefined
    : Effect.map(rolesOf(RolePermissions, guild_id), (roles) =>
        destructiveIf(
          !role_ids.every((id) =>
            roles.some((role) => role.id === id && !isDangerous(namesOf(BigInt(role.permissions))))
          )
        )
      )

/**
 * Returns the risk of moving roles: destructive if a role moves above a bot's role. That bot can
 * then no longer moderate the role's members. An unknown role is destructive too.
 */
export const roleMoveRisk = (guild_id: string, positions: ReadonlyArray<NewPosition>): RiskResolution =>
  Effect.map(rolesOf(RolePosition, guild_id), (roles) =>
    destructiveIf(
      positions.some(({ id }) => !roles.some((role) => role.id === id)) ||
        roles
          .filter(({ tags }) => tags?.bot_id != null)
          .some((bot) => roles.some((role) => ranksBelow(role, bot) && !staysBelow(role, bot, positions)))
    )
  )

interface NewPosition {
  readonly id: string
  readonly position: number
}

/** Fetches the roles. Not cached: a role's permissions may just have changed. */
const rolesOf = <Role>(role: Schema.Schema<Role>, guild_id: string) =>
  getJson(Schema.Array(role), "/guilds/{guild_id}/roles", { guild_id })

const RolePermissions = Schema.Struct({ id: Id, permissions: Bits })
const RolePosition = Schema.Struct({
  id: Id,
  position: Schema.Number,
  tags: nullish(Schema.Struct({ bot_id: nullish(Id) }))
})

/** Returns whether `a` ranks below `b`. At equal positions the newer role is lower (Discord docs, permissions, permission hierarchy). */
const ranksBelow = (a: typeof RolePosition.Type, b: typeof RolePosition.Type): boolean => ranksAbove(b, a)

/**
 * Returns whether a role stays below a bot's role.
 * A role that moves to an occupied position may push the other role down.
 */
const staysBelow = (
  role: typeof RolePosition.Type,
  bot: typeof RolePosition.Type,
  positions: ReadonlyArray<NewPosition>
): boolean => {
  const newPosition = ({ id }: typeof RolePosition.Type) => positions.find((one) => one.id === id)?.position
  const [position, botPosition] = [newPosition(role), newPosition(bot)]
  return (
    (position === undefined && botPosition === undefined) || (position ?? role.position) < (botPosition ?? bot.position)
  )
}

const destructiveIf = (condition: boolean): Risk => (condition ? "destructive" : "write")
