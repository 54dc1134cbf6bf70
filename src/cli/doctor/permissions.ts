import { Effect } from "effect"
import { permissionBits } from "../../discord/permissions/PermissionName.ts"
import { allowedTools, inviteLink, type Needed, neededBy } from "./allowedTools.ts"
import type { Guilds } from "./Bot.ts"
import type { Check } from "./Examination.ts"
import { counted, type Finding, nameOf, someOf } from "./Finding.ts"
import { allowedAmong } from "./guilds.ts"

/** In each guild, what the allowed tools need and the bot's roles do not give; channels may still take or give more. */
export const permissions: Check = {
  name: "permissions",
  run: ({ bot, settings }) =>
    Effect.zipWith(bot.guilds, bot.application, (found, { id }) => {
      const needed = neededBy(allowedTools(settings))
      return finding(
        allowedAmong(found, settings).map((guild) => ({
          guild,
          lacks: lackingIn(guild, needed),
          invite: inviteLink(id, needed, guild.id)
        }))
      )
    })
}

interface Lack {
  readonly guild: Guilds["list"][number]
  readonly lacks: ReadonlyArray<Needed>
  readonly invite: string
}

/** Whether the list of guilds does not say what the bot may do there. */
const isSilent = ({ guild: { owner, permissions } }: Lack): boolean => owner !== true && permissions === undefined

const lackingIn = ({ owner, permissions }: Lack["guild"], needed: ReadonlyArray<Needed>): ReadonlyArray<Needed> =>
  owner === true || permissions === undefined || (permissions & permissionBits.ADMINISTRATOR) !== 0n
    ? []
    : needed.filter(({ permission }) => (permissions & permissionBits[permission]) === 0n)

/** Guilds told of at most: the rest is in the facts. */
const TOLD_MAX = 5

const finding = (guilds: ReadonlyArray<Lack>): Finding => {
  const lacking = guilds.filter(({ lacks }) => lacks.length > 0)
  const silent = guilds.filter(isSilent)
  const facts = {
    guilds: lacking.map(({ guild: { id, name }, invite, lacks }) => ({ id, name, lacks, invite })),
    ...(silent.length > 0 && { unknown: silent.map(({ guild: { id } }) => id) })
  }
  const unknown =
    silent.length === 0
      ? []
      : [
          `Discord's list of guilds does not say what the bot may do in ${someOf(
            silent.map(({ guild }) => nameOf(guild.name ?? guild.id)),
            TOLD_MAX
          )}: permissions_explain tells.`
        ]
  if (guilds.length === 0) return { status: "skipped", found: "there is no guild to look at", facts }
  if (lacking.length === 0) {
    return silent.length === 0
      ? { status: "ok", found: "the bot lacks none that the allowed tools need", facts }
      : {
          status: "warning",
          found: `not known in ${silent.length} of ${counted(guilds.length, "guild")}`,
          details: unknown,
          facts
        }
  }
  const told = lacking.slice(0, TOLD_MAX)
  return {
    status: "warning",
    found: `the bot lacks some that allowed tools need, in ${lacking.length} of ${counted(guilds.length, "guild")}`,
    details: [
      ...told.map(({ guild, lacks }) => `${nameOf(guild.name ?? guild.id)} lacks ${lacks.map(counts).join(", ")}.`),
      ...(lacking.length > TOLD_MAX ? [`and ${lacking.length - TOLD_MAX} more guilds: --json has them all`] : []),
      ...unknown
    ],
    todo: [
      ...told.map(
        ({ guild, invite }) =>
          `Invite the bot to ${nameOf(guild.name ?? guild.id)} again, with what they need: ${invite}`
      ),
      "Or allow fewer tools: MCP_CATEGORIES, MCP_TOOLS, MCP_EXCLUDE_TOOLS, MCP_READ_ONLY."
    ],
    facts
  }
}

/** The first says what is counted. */
const counts = ({ permission, tools }: Needed, at: number): string =>
  `${permission} (${at === 0 ? counted(tools.length, "tool") : tools.length})`
