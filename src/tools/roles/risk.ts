/** What only the guild's own roles tell about a call: whether what is given away is dangerous, and who is passed by. */
import { Effect, Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import type { Risk } from "../../safety/Permit.ts"
import { getJson } from "../dsl/getJson.ts"
import { Bits, Id, may } from "../dsl/reply.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import type { RiskResolution } from "../Tool.ts"

/** To give roles is as dangerous as what they allow; of a role that the guild does not show nobody can say it is harmless. */
export const givingRisk = (guild_id: string, role_ids: ReadonlyArray<string>): RiskResolution | undefined =>
  role_ids.length === 0
    ? undefined
    : Effect.map(rolesOf(Giving, guild_id), (roles) =>
        risky(
          !role_ids.every((id) =>
            roles.some((role) => role.id === id && !isDangerous(namesOf(BigInt(role.permissions))))
          )
        )
      )

/**
 * To move a role above a bot's takes the bot's power over it: a moderating bot
 * could no longer touch who has it. So does moving the bot's role down. Where a
 * role stands that the guild does not show, nobody can say.
 */
export const movingRisk = (guild_id: string, positions: ReadonlyArray<RolePlace>): RiskResolution =>
  Effect.map(rolesOf(Moving, guild_id), (roles) =>
    risky(
      positions.some(({ id }) => !roles.some((role) => role.id === id)) ||
        roles
          .filter(({ tags }) => tags?.bot_id != null)
          .some((bot) => roles.some((role) => isBelow(role, bot) && !staysBelow(role, bot, positions)))
    )
  )

interface RolePlace {
  readonly id: string
  readonly position: number
}

/** Asked each time: a role may have been given a permission a moment ago, and what is remembered would not know. */
const rolesOf = <Role>(role: Schema.Schema<Role>, guild_id: string) =>
  getJson(Schema.Array(role), "/guilds/{guild_id}/roles", { guild_id })

const Giving = Schema.Struct({ id: Id, permissions: Bits })
const Moving = Schema.Struct({
  id: Id,
  position: Schema.Number,
  tags: may(Schema.Struct({ bot_id: may(Id) }))
})

/** Of two at one position the newer one is the lower (Discord docs, permissions, permission hierarchy). */
const isBelow = (a: typeof Moving.Type, b: typeof Moving.Type): boolean =>
  a.position < b.position || (a.position === b.position && BigInt(a.id) > BigInt(b.id))

/** Two that stay where they are keep their order. Who is moved to the place of another may push it down. */
const staysBelow = (
  role: typeof Moving.Type,
  bot: typeof Moving.Type,
  positions: ReadonlyArray<RolePlace>
): boolean => {
  const moved = ({ id }: typeof Moving.Type) => positions.find((one) => one.id === id)?.position
  const [place, botPlace] = [moved(role), moved(bot)]
  return (place === undefined && botPlace === undefined) || (place ?? role.position) < (botPlace ?? bot.position)
}

const risky = (is: boolean): Risk => (is ? "destructive" : "write")
