import { Effect } from "effect"
import { permissionBits } from "../../discord/permissions/PermissionName.ts"
import { counted, shortList } from "../../text/words.ts"
import { allowedTools, inviteLink, type NeededPermission, permissionsNeededBy } from "./allowedTools.ts"
import type { GuildList } from "./BotQueries.ts"
import type { Check } from "./CheckContext.ts"
import { type Finding, safeName } from "./Finding.ts"
import { allowedAmong } from "./guilds.ts"

/** Lists, for each guild, the permissions that allowed tools need and the bot's roles lack. Channel overwrites are not checked. */
export const permissions: Check = {
  name: "permissions",
  run: ({ bot, settings }) =>
    Effect.zipWith(bot.guilds, bot.application, (found, { id }) => {
      const needed = permissionsNeededBy(allowedTools(settings))
      return finding(
        allowedAmong(found, settings).map((guild) => ({
          guild,
          lacks: lackingIn(guild, needed),
          invite: inviteLink(id, needed, guild.id)
        }))
      )
    })
}

interface MissingPermissions {
  readonly guild: GuildList["list"][number]
  readonly lacks: ReadonlyArray<NeededPermission>
  readonly invite: string
}

/** Returns whether the bot's permissions in a guild are unknown. */
const isUnknown = ({ guild: { owner, permissions } }: MissingPermissions): boolean =>
  owner !== true && permissions === undefined

const lackingIn = (
  { owner, permissions }: MissingPermissions["guild"],
  needed: ReadonlyArray<NeededPermission>
): ReadonlyArray<NeededPermission> =>
  owner === true || permissions === undefined || (permissions & permissionBits.ADMINISTRATOR) !== 0n
    ? []
    : needed.filter(({ permission }) => (permissions & permissionBits[permission]) === 0n)

/** The maximum number of guilds to name. The facts list all of them. */
const NAMED_MAX = 5

const finding = (guilds: ReadonlyArray<MissingPermissions>): Finding => {
  const lacking = guilds.filter(({ lacks }) => lacks.length > 0)
  const withoutPermissions = guilds.filter(isUnknown)
  const facts = {
    guilds: lacking.map(({ guild: { id, name }, invite, lacks }) => ({ id, name, lacks, invite })),
    ...(withoutPermissions.length > 0 && { unknown: withoutPermissions.map(({ guild: { id } }) => id) })
  }
  const unknown =
    withoutPermissions.length === 0
      ? []
      : [
          `Discord's guild list has no permissions for ${shortList(
            withoutPermissions.map(({ guild }) => safeName(guild.name ?? guild.id)),
            NAMED_MAX
          )}. Call permissions_explain there.`
        ]
  if (guilds.length === 0) return { status: "skipped", found: "there is no guild to check", facts }
  if (lacking.length === 0) {
    return withoutPermissions.length === 0
      ? { status: "ok", found: "the bot has all permissions that the allowed tools need", facts }
      : {
          status: "warning",
          found: `unknown in ${withoutPermissions.length} of ${counted(guilds.length, "guild")}`,
          details: unknown,
          facts
        }
  }
  const named = lacking.slice(0, NAMED_MAX)
  return {
    status: "warning",
    found: `the bot lacks permissions that allowed tools need, in ${lacking.length} of ${counted(guilds.length, "guild")}`,
    details: [
      ...named.map(({ guild, lacks }) => `${safeName(guild.name ?? guild.id)} lacks ${lacks.map(counts).join(", ")}.`),
      ...(lacking.length > NAMED_MAX ? [`and ${lacking.length - NAMED_MAX} more guilds; --json lists all`] : []),
      ...unknown
    ],
    todo: [
      ...named.map(
        ({ guild, invite }) =>
          `Invite the bot to ${safeName(guild.name ?? guild.id)} again with the needed permissions: ${invite}`
      ),
      "Or allow fewer tools: MCP_CATEGORIES, MCP_TOOLS, MCP_EXCLUDE_TOOLS, MCP_READ_ONLY."
    ],
    facts
  }
}

/** Formats a permission with the number of tools. Only the first permission names the unit. */
const counts = ({ permission, tools }: NeededPermission, at: number): string =>
  `${permission} (${at === 0 ? counted(tools.length, "tool") : tools.length})`
