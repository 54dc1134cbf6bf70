import { Effect, Option } from "effect"
import {
  type ChannelPermissions,
  effectivePermissions,
  type MemberPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { namesOf, type PermissionName, permissionBits } from "../../discord/permissions/PermissionName.ts"
import { decidePermission, type PermissionDecision } from "../../discord/permissions/permissionDecision.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { getJson } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import type { ToolResult } from "../ToolResult.ts"
import { User } from "../users/view.ts"
import { channelFacts, type GuildFacts, guildFacts, isAbove, isMissingAccess, memberFacts } from "./facts.ts"

/** What can be asked for by what it takes instead of by permissions. */
export const actions = {
  view_channel: ["VIEW_CHANNEL"],
  send_messages: ["VIEW_CHANNEL", "SEND_MESSAGES"],
  manage_channel: ["VIEW_CHANNEL", "MANAGE_CHANNELS"],
  assign_role: ["MANAGE_ROLES"],
  remove_role: ["MANAGE_ROLES"],
  kick_member: ["KICK_MEMBERS"],
  ban_member: ["BAN_MEMBERS"],
  timeout_member: ["MODERATE_MEMBERS"]
} as const satisfies Readonly<Record<string, ReadonlyArray<PermissionName>>>

/** What a caller asks. */
export interface Question {
  readonly guild_id: string
  readonly channel_id?: string
  readonly user_id?: string
  readonly role_id?: string
  readonly requested_permissions?: ReadonlyArray<PermissionName>
  readonly action?: keyof typeof actions
  readonly target_user_id?: string
  readonly target_role_id?: string
}

/** What an action needs to be asked about. */
export const questionIssues = (it: Question): ReadonlyArray<ValidationIssue> => {
  const needed = it.action === undefined ? undefined : targetOf(it.action)
  return [
    ...(it.user_id !== undefined && it.role_id !== undefined
      ? [{ path: "role_id", message: "cannot be given together with user_id", code: "exclusive" }]
      : []),
    ...(needed !== undefined && it[needed] === undefined
      ? [{ path: needed, message: `is required for ${it.action}`, code: "required" }]
      : [])
  ]
}

/** Finds out whether somebody may do something, and which rules decide. */
export const explain = Effect.fn("permissions.explain")(function* (
  asked: Question,
  fail: Fail<"channel_of_another_guild" | "role_of_another_guild">
) {
  const { action, channel_id, guild_id, requested_permissions = [] } = asked
  const [guild, place] = yield* Effect.all(
    [guildFacts(guild_id), channel_id === undefined ? Effect.succeed(undefined) : placeOf(asked, channel_id, fail)],
    { concurrency: 2 }
  )
  const subject = yield* subjectOf(asked, guild, fail)
  const hidden = place === "hidden"
  const channel = hidden ? obfuscated(guild_id) : place?.permissions
  const names = new Set([...requested_permissions, ...(action === undefined ? [] : neededFor(action, channel))])
  const all = names.size === 0
  const decisions = (all ? everyName : [...names]).map(
    (name) =>
      [
        name,
        hidden && name === "VIEW_CHANNEL"
          ? HIDDEN
          : decidePermission(name, guild.permissions, subject.permissions, channel)
      ] as const
  )
  const missing = decisions.filter(([, { allowed }]) => !allowed).map(([name]) => name)
  const obstacle = action === undefined ? undefined : yield* obstacleOf(asked, guild, subject.permissions, fail)
  return {
    value: {
      subject: subject.shown,
      ...(!all && { allowed: missing.length === 0 && obstacle === undefined }),
      ...(!all && missing.length > 0 && { missing }),
      ...(obstacle !== undefined && { obstacle }),
      decisions: grouped(decisions, guild)
    },
    ...noticeOf(hidden, subject.permissions)
  } satisfies ToolResult
})

/** The channel in question; `hidden` where the question is about the bot and the bot cannot view it. */
const placeOf = (asked: Question, channel_id: string, fail: Fail<"channel_of_another_guild">) =>
  channelFacts(asked.guild_id, channel_id, fail).pipe(
    Effect.catchTag("DiscordPermissionError", (denied) =>
      // Of others nothing can be told: their overwrites are hidden as well.
      Effect.flatMap(isAboutBot(asked), (aboutBot) =>
        aboutBot && isMissingAccess(denied) ? Effect.succeed("hidden" as const) : denied
      )
    )
  )

const isAboutBot = ({ role_id, user_id }: Question) =>
  role_id !== undefined
    ? Effect.succeed(false)
    : user_id === undefined
      ? Effect.succeed(true)
      : Effect.map(getJson(User, "/users/@me", {}), ({ id }) => id === user_id)

/** All that is known of a channel the bot cannot view, as the gateway has it: a denial of VIEW_CHANNEL. */
const obfuscated = (guild_id: string): ChannelPermissions => ({
  kind: "text",
  overwrites: [{ id: guild_id, of: "role", allow: 0n, deny: permissionBits.VIEW_CHANNEL }]
})

/** Which overwrite denies it is not known. */
const HIDDEN = { allowed: false, rule: "hidden", by: [] } as const

const noticeOf = (hidden: boolean, { timedOut }: MemberPermissions) => {
  const notices = [
    ...(hidden
      ? ["Discord does not let the bot view this channel. Which overwrite denies it, and in which guild, is not known."]
      : []),
    ...(timedOut ? ["This member is timed out: they may only look on until it ends."] : [])
  ]
  return notices.length === 0 ? {} : { notice: notices.join(" ") }
}

const everyName = namesOf(Object.values(permissionBits).reduce((all, bit) => all | bit, 0n))

/** The field that an action cannot be asked about without. */
const targetOf = (action: keyof typeof actions): "channel_id" | "target_role_id" | "target_user_id" => {
  switch (action) {
    case "view_channel":
    case "send_messages":
    case "manage_channel":
      return "channel_id"
    case "assign_role":
    case "remove_role":
      return "target_role_id"
    default:
      return "target_user_id"
  }
}

/** Threads have permissions of their own for some things. */
const neededFor = (
  action: keyof typeof actions,
  channel: ChannelPermissions | undefined
): ReadonlyArray<PermissionName> =>
  actions[action].map((name): PermissionName => {
    if (channel?.kind !== "thread") return name
    return name === "SEND_MESSAGES" ? "SEND_MESSAGES_IN_THREADS" : name === "MANAGE_CHANNELS" ? "MANAGE_THREADS" : name
  })

/** Whom the question is about: a user, a role, or the bot. A role stands for a member that has no other. */
const subjectOf = Effect.fnUntraced(function* (
  { guild_id, role_id, user_id }: Question,
  guild: GuildFacts,
  fail: Fail<"role_of_another_guild">
) {
  if (role_id !== undefined) {
    const role = guild.roles.find(({ id }) => id === role_id)
    if (role === undefined) return yield* fail("role_of_another_guild", "role_id")
    const permissions: MemberPermissions = { id: "", roles: role_id === guild.id ? [] : [role_id], timedOut: false }
    return { shown: { kind: "role", id: role_id, name: role.name }, permissions }
  }
  const id = user_id ?? (yield* getJson(User, "/users/@me", {})).id
  const { name, permissions } = yield* memberFacts(guild_id, id)
  return { shown: { kind: user_id === undefined ? "bot" : "user", id, name }, permissions }
})

/** What stands in the way of an action beside permissions (Discord docs, permissions, permission hierarchy). */
const obstacleOf = Effect.fnUntraced(function* (
  asked: Question,
  guild: GuildFacts,
  actor: MemberPermissions,
  fail: Fail<"role_of_another_guild">
) {
  const { action, guild_id, target_role_id, target_user_id } = asked
  if (action === "assign_role" || action === "remove_role") {
    const role = guild.roles.find(({ id }) => id === target_role_id)
    if (role === undefined) return yield* fail("role_of_another_guild", "target_role_id")
    if (role.id === guild.id) return "everyone_role: everyone has it, and nobody can be without it"
    if (role.managed) return "managed_role: an integration gives and takes this role"
    return outranks(guild, actor, [role.id]) ? undefined : `role_hierarchy: ${OUTRANKED} role`
  }
  if (target_user_id === undefined || action === undefined || targetOf(action) !== "target_user_id") return undefined
  if (target_user_id === guild.ownerId) return "owner: nobody can do this to the owner"
  if (target_user_id === actor.id) return "self: nobody can do this to themselves"
  // Who is not in the guild can be banned, and has no rank.
  const found = yield* Effect.asSome(memberFacts(guild_id, target_user_id)).pipe(
    Effect.catchTag("DiscordNotFoundError", (failure) => (action === "ban_member" ? Effect.succeedNone : failure))
  )
  if (Option.isNone(found)) return undefined
  const target = found.value
  const isAdministrator =
    (effectivePermissions(guild.permissions, target.permissions) & permissionBits.ADMINISTRATOR) !== 0n
  if (action === "timeout_member" && isAdministrator) return "administrator: administrators cannot be timed out"
  return outranks(guild, actor, target.permissions.roles) ? undefined : `role_hierarchy: ${OUTRANKED} member`
})

const OUTRANKED = "the highest role of whoever acts must stand above this"

/** Whether the highest role of one stands above the highest of others; roles are sorted that way. */
const outranks = (guild: GuildFacts, actor: MemberPermissions, others: ReadonlyArray<string>): boolean => {
  if (actor.id === guild.ownerId) return true
  const highest = (ids: ReadonlyArray<string>) => guild.roles.find(({ id }) => ids.includes(id))
  const theirs = highest(others)
  const own = highest(actor.roles)
  return own !== undefined && (theirs === undefined || isAbove(own, theirs))
}

/** Permissions that are decided alike stand together. */
const grouped = (
  decisions: ReadonlyArray<readonly [PermissionName, PermissionDecision | typeof HIDDEN]>,
  guild: GuildFacts
) => {
  const groups = new Map<
    string,
    { readonly decision: PermissionDecision | typeof HIDDEN; readonly names: Array<PermissionName> }
  >()
  for (const [name, decision] of decisions) {
    const key = JSON.stringify(decision)
    const group = groups.get(key) ?? { decision, names: [] }
    groups.set(key, group)
    group.names.push(name)
  }
  return [...groups.values()].map(({ decision: { allowed, by, rule, ...rest }, names }) => ({
    permissions: names,
    allowed,
    rule,
    ...(by.length > 0 && {
      by: by.map((id) => {
        const role = guild.roles.find((it) => it.id === id)
        return { id, ...(role !== undefined && { name: role.name }) }
      })
    }),
    ...("goesBy" in rest && { goes_by: rest.goesBy })
  }))
}
