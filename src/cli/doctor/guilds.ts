import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { allowedTools, inviteLink, neededBy } from "./allowedTools.ts"
import type { Guilds } from "./Bot.ts"
import type { Check, Examination } from "./Examination.ts"
import { type Finding, nameOf, someOf } from "./Finding.ts"

/** In which guilds the bot may be used, and whether it is in those the settings name. */
export const guilds: Check = {
  name: "guilds",
  run: ({ bot, settings }) =>
    Effect.zipWith(bot.guilds, bot.application, (found, { id }) =>
      finding(settings, found, inviteLink(id, neededBy(allowedTools(settings))))
    )
}

/** The guilds that calls may go to, of those the bot is in. */
export const allowedAmong = ({ list }: Guilds, { allowedGuilds }: Examination["settings"]): Guilds["list"] =>
  list.filter(({ id }) => allowedGuilds === undefined || allowedGuilds.includes(id))

const NAMED_MAX = 10

const finding = (settings: Examination["settings"], all: Guilds, invite: string): Finding => {
  const { allowedGuilds = [], defaultGuildId } = settings
  const usable = allowedAmong(all, settings)
  const isIn = (id: string) => all.cut || all.list.some((guild) => guild.id === id)
  const absent = allowedGuilds.filter((id) => !isIn(id))
  const problems = [
    ...(absent.length > 0
      ? [`${variables.allowedGuilds.name} names ${someOf(absent, NAMED_MAX)}, where the bot is not.`]
      : []),
    ...(defaultGuildId !== undefined && !isIn(defaultGuildId)
      ? [`${variables.defaultGuildId.name} is ${defaultGuildId}, where the bot is not.`]
      : [])
  ]
  const facts = {
    usable: usable.map(({ id, name }) => ({ id, name })),
    absent,
    ...(all.cut && { cut: true }),
    ...((problems.length > 0 || usable.length === 0) && { invite })
  }
  const names = someOf(
    usable.map(({ id, name }) => (name === undefined ? id : `${nameOf(name)} (${id})`)),
    NAMED_MAX
  )
  const found =
    usable.length === 0
      ? "the bot is in no guild that it may be used in"
      : `${names}${settings.allowedGuilds === undefined ? `: any it is in, for ${variables.allowedGuilds.name} is not set` : ""}`
  if (problems.length === 0 && usable.length > 0) return { status: "ok", found, facts }
  return {
    status: usable.length === 0 && settings.allowedGuilds !== undefined ? "failed" : "warning",
    found,
    details: problems,
    todo: [`${problems.length === 0 ? "Invite" : "Check the ids, or invite"} the bot: ${invite}`],
    facts
  }
}
