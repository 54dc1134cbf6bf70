import { Effect } from "effect"
import { permissionBits } from "../../discord/permissions/PermissionName.ts"
import { allowedTools, inviteLink, type Needed, neededBy } from "./allowedTools.ts"
import type { Guilds } from "./Bot.ts"
import type { Check } from "./Examination.ts"
import { counted, type Finding, nameOf } from "./Finding.ts"
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

const lackingIn = ({ owner, permissions }: Lack["guild"], needed: ReadonlyArray<Needed>): ReadonlyArray<Needed> =>
  owner === true || (permissions & permissionBits.ADMINISTRATOR) !== 0n
    ? []
    : needed.filter(({ permission }) => (permissions & permissionBits[permission]) === 0n)

/** Guilds told of at most: the rest is in the facts. */
const TOLD_MAX = 5

const finding = (guilds: ReadonlyArray<Lack>): Finding => {
  const lacking = guilds.filter(({ lacks }) => lacks.length > 0)
  const facts = {
    guilds: lacking.map(({ guild: { id, name }, invite, lacks }) => ({ id, name, lacks, invite }))
  }
  if (guilds.length === 0) return { status: "skipped", found: "there is no guild to look at", facts }
  if (lacking.length === 0) return { status: "ok", found: "the bot lacks none that the allowed tools need", facts }
  const told = lacking.slice(0, TOLD_MAX)
  return {
    status: "warning",
    found: `the bot lacks some that allowed tools need, in ${lacking.length} of ${counted(guilds.length, "guild")}`,
    details: [
      ...told.map(({ guild, lacks }) => `${nameOf(guild.name)} lacks ${lacks.map(counts).join(", ")}.`),
      ...(lacking.length > TOLD_MAX ? [`and ${lacking.length - TOLD_MAX} more guilds: --json has them all`] : [])
    ],
    todo: [
      ...told.map(
        ({ guild, invite }) => `Invite the bot to ${nameOf(guild.name)} again, with what they need: ${invite}`
      ),
      "Or allow fewer tools: MCP_CATEGORIES, MCP_TOOLS, MCP_EXCLUDE_TOOLS, MCP_READ_ONLY."
    ],
    facts
  }
}

/** The first says what is counted. */
const counts = ({ permission, tools }: Needed, at: number): string =>
  `${permission} (${at === 0 ? counted(tools.length, "tool") : tools.length})`
