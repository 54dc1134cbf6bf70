/** What only the guild's own roles tell about a call: whether what is given away is dangerous, and who is passed by. */
import type { APIRole } from "discord-api-types/v10"
import { Effect } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import type { Risk } from "../../safety/Clearance.ts"
import { lookUp } from "../language/lookUp.ts"
import type { Weighing } from "../Tool.ts"
import { isDangerous } from "./dangerous.ts"

/** To give roles is as dangerous as what they allow; of a role that the guild does not show nobody can say it is harmless. */
export const givingRisk = (guild_id: string, role_ids: ReadonlyArray<string>): Weighing | undefined =>
  role_ids.length === 0
    ? undefined
    : Effect.map(rolesOf(guild_id), (roles) =>
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
export const movingRisk = (guild_id: string, positions: ReadonlyArray<RolePlace>): Weighing =>
  Effect.map(rolesOf(guild_id), (roles) =>
    risky(
      positions.some(({ id }) => !roles.some((role) => role.id === id)) ||
        roles
          .filter(({ tags }) => tags?.bot_id !== undefined)
          .some((bot) => roles.some((role) => isBelow(role, bot) && !staysBelow(role, bot, positions)))
    )
  )

interface RolePlace {
  readonly id: string
  readonly position: number
}

/** Asked each time: a role may have been given a permission a moment ago, and what is remembered would not know. */
const rolesOf = (guild_id: string) => lookUp<ReadonlyArray<APIRole>>("/guilds/{guild_id}/roles", { guild_id })

/** Of two at one position the newer one is the lower (Discord docs, permissions, permission hierarchy). */
const isBelow = (a: APIRole, b: APIRole): boolean =>
  a.position < b.position || (a.position === b.position && BigInt(a.id) > BigInt(b.id))

/** Two that stay where they are keep their order. Who is moved to the place of another may push it down. */
const staysBelow = (role: APIRole, bot: APIRole, positions: ReadonlyArray<RolePlace>): boolean => {
  const moved = ({ id }: APIRole) => positions.find((one) => one.id === id)?.position
  const [place, botPlace] = [moved(role), moved(bot)]
  return (place === undefined && botPlace === undefined) || (place ?? role.position) < (botPlace ?? bot.position)
}

const risky = (is: boolean): Risk => (is ? "destructive" : "write")
