/** The checks of the bot's guilds and of its permissions there. */
import { Effect } from "effect"
import { toolTraits } from "../../catalogue/toolTraits.ts"
import { type Settings, variables } from "../../config/Settings.ts"
import { bitsOf, namesOf, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import { counted, shortList } from "../../text/words.ts"
import { scopeRejection } from "../../tools/meta/scopes.ts"
import type { ToolTraits } from "../../tools/Tool.ts"
import type { GuildList } from "./BotQueries.ts"
import { type Check, type CheckContext, type Finding, inSandbox, safeName } from "./Check.ts"

/** Lists the guilds in which the bot may act. Checks that the bot is in every guild that the settings name. */
export const guilds: Check = {
  name: "guilds",
  run: ({ bot, settings }) =>
    Effect.gen(function* () {
      const [found, { id }] = yield* Effect.all([bot.guilds, bot.application])
      const finding = guildsFinding(settings, found, inviteLinkFor(settings, id))
      if (settings.confirm !== "discord") return finding
      const problem = yield* bot.approvalProblem(settings)
      const { details = [], todo = [] } = finding
      return problem === undefined
        ? { ...finding, details: [...details, `The bot can read and post in ${variables.approvalChannel.name}.`] }
        : {
            ...finding,
            status: "failed",
            details: [...details, `${problem.problem}.`],
            todo: [...todo, problem.todo]
          }
    })
}

/** Returns the bot's guilds that the settings allow. */
const allowedAmong = ({ list }: GuildList, { allowedGuilds }: CheckContext["settings"]): GuildList["list"] =>
  list.filter(({ id }) => allowedGuilds === undefined || allowedGuilds.includes(id))

const NAMED_MAX = 10

const guildsFinding = (settings: CheckContext["settings"], all: GuildList, invite: string): Finding => {
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
      ? "the bot is in no allowed server"
      : `${names}${settings.allowedGuilds === undefined ? `; every server is allowed, because ${variables.allowedGuilds.name} names none` : ""}`
  if (problems.length === 0 && usable.length > 0) return { status: "ok", found, facts }
  return {
    status: usable.length === 0 && settings.allowedGuilds !== undefined ? "failed" : "warning",
    found,
    details: problems,
    todo: [`${problems.length === 0 ? "Invite" : "Check the ids, or invite"} the bot: ${invite}`],
    facts
  }
}

/** Lists, for each guild, the permissions that allowed tools need and the bot's roles lack. Channel overwrites are not checked. */
export const permissions: Check = {
  name: "permissions",
  run: ({ bot, sandbox, settings }) =>
    Effect.zipWith(bot.guilds, bot.application, (guilds, { id }) => {
      const needed = permissionsNeededBy(allowedTools(settings))
      const finding = permissionsFinding(
        allowedAmong(guilds, settings).map((guild) => ({
          guild,
          lacks: lackingIn(guild, needed),
          invite: inviteLink(id, needed, guild.id)
        }))
      )
      return sandbox ? inSandbox(finding, "--permissions gives it others.") : finding
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
const LACKING_NAMED_MAX = 5

const permissionsFinding = (guilds: ReadonlyArray<MissingPermissions>): Finding => {
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
            LACKING_NAMED_MAX
          )}. Call permissions_explain there.`
        ]
  if (guilds.length === 0) return { status: "skipped", found: "there is no server to check", facts }
  if (lacking.length === 0) {
    return withoutPermissions.length === 0
      ? { status: "ok", found: "the bot has all permissions that the allowed tools need", facts }
      : {
          status: "warning",
          found: `unknown in ${withoutPermissions.length} of ${counted(guilds.length, "server")}`,
          details: unknown,
          facts
        }
  }
  const named = lacking.slice(0, LACKING_NAMED_MAX)
  return {
    status: "warning",
    found: `the bot lacks permissions that allowed tools need, in ${lacking.length} of ${counted(guilds.length, "server")}`,
    details: [
      ...named.map(({ guild, lacks }) => `${safeName(guild.name ?? guild.id)} lacks ${lacks.map(counts).join(", ")}.`),
      ...(lacking.length > LACKING_NAMED_MAX
        ? [`and ${counted(lacking.length - LACKING_NAMED_MAX, "more server")}; --json lists all`]
        : []),
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

/** Returns the tools that the configured scopes allow. */
export const allowedTools = (settings: Settings["Type"]): ReadonlyArray<ToolTraits> =>
  toolTraits.filter((tool) => scopeRejection(tool, settings) === undefined)

/** A permission, and the names of the allowed tools that need it. */
interface NeededPermission {
  readonly permission: PermissionName
  readonly tools: ReadonlyArray<string>
}

/** Returns the permissions that the tools need, most used first. */
const permissionsNeededBy = (tools: ReadonlyArray<ToolTraits>): ReadonlyArray<NeededPermission> =>
  namesOf(bitsOf(tools.flatMap(({ permissions }) => permissions)))
    .map((permission) => ({
      permission,
      tools: tools.filter(({ permissions }) => permissions.includes(permission)).map(({ name }) => name)
    }))
    .toSorted((a, b) => b.tools.length - a.tools.length)

/** Returns the link that invites a bot with the permissions that the allowed tools need. */
export const inviteLinkFor = (settings: Settings["Type"], application: string): string =>
  inviteLink(application, permissionsNeededBy(allowedTools(settings)))

/** Returns the link that invites the bot with exactly these permissions. */
const inviteLink = (application: string, needed: ReadonlyArray<NeededPermission>, guild?: string): string => {
  const link = new URL("https://discord.com/oauth2/authorize")
  link.searchParams.set("client_id", application)
  link.searchParams.set("scope", "bot")
  link.searchParams.set("permissions", String(bitsOf(needed.map(({ permission }) => permission))))
  if (guild !== undefined) link.searchParams.set("guild_id", guild)
  return link.href
}
