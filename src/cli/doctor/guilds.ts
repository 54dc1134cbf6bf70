import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { shortList } from "../../text/words.ts"
import { allowedTools, inviteLink, permissionsNeededBy } from "./allowedTools.ts"
import type { GuildList } from "./BotQueries.ts"
import type { Check, CheckContext } from "./CheckContext.ts"
import { type Finding, safeName } from "./Finding.ts"

/** Lists the guilds in which the bot may act. Checks that the bot is in every guild that the settings name. */
export const guilds: Check = {
  name: "guilds",
  run: ({ bot, settings }) =>
    Effect.zipWith(bot.guilds, bot.application, (found, { id }) =>
      finding(settings, found, inviteLink(id, permissionsNeededBy(allowedTools(settings))))
    )
}

/** Returns the bot's guilds that the settings allow. */
export const allowedAmong = ({ list }: GuildList, { allowedGuilds }: CheckContext["settings"]): GuildList["list"] =>
  list.filter(({ id }) => allowedGuilds === undefined || allowedGuilds.includes(id))

const NAMED_MAX = 10

const finding = (settings: CheckContext["settings"], all: GuildList, invite: string): Finding => {
  const { allowedGuilds = [], defaultGuildId } = settings
  const usable = allowedAmong(all, settings)
  const isIn = (id: string) => all.cut || all.list.some((guild) => guild.id === id)
  const absent = allowedGuilds.filter((id) => !isIn(id))
  const problems = [
    ...(absent.length > 0
      ? [`${variables.allowedGuilds.name} contains ${shortList(absent, NAMED_MAX)}, but the bot is not a member.`]
      : []),
    ...(defaultGuildId !== undefined && !isIn(defaultGuildId)
      ? [`${variables.defaultGuildId.name} is ${defaultGuildId}, but the bot is not a member.`]
      : [])
  ]
  const facts = {
    usable: usable.map(({ id, name }) => ({ id, name })),
    absent,
    ...(all.cut && { cut: true }),
    ...((problems.length > 0 || usable.length === 0) && { invite })
  }
  const names = shortList(
    usable.map(({ id, name }) => (name === undefined ? id : `${safeName(name)} (${id})`)),
    NAMED_MAX
  )
  const found =
    usable.length === 0
      ? "the bot is in no allowed guild"
      : `${names}${settings.allowedGuilds === undefined ? `; every guild is allowed, because ${variables.allowedGuilds.name} names none` : ""}`
  if (problems.length === 0 && usable.length > 0) return { status: "ok", found, facts }
  return {
    status: usable.length === 0 && settings.allowedGuilds !== undefined ? "failed" : "warning",
    found,
    details: problems,
    todo: [`${problems.length === 0 ? "Invite" : "Check the ids, or invite"} the bot: ${invite}`],
    facts
  }
}
