import { Effect, Option, Schema } from "effect"
import {
  type ChannelPermissions,
  decidePermission,
  effectivePermissions,
  isDeniedInChannel,
  type MemberPermissions,
  type PermissionDecision
} from "../../discord/permissions/effectivePermissions.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { grantHint, namesOf, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import { Id } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import { ranksAbove } from "../roles/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import { channelContext, type GuildContext, guildContext, isMissingAccess, memberContext } from "./context.ts"

/** Actions that can be explained, with the permissions each requires. */
export const actionPermissions = {
  view_channel: ["VIEW_CHANNEL"],
  send_messages: ["VIEW_CHANNEL", "SEND_MESSAGES"],
  manage_channel: ["VIEW_CHANNEL", "MANAGE_CHANNELS"],
  assign_role: ["MANAGE_ROLES"],
  remove_role: ["MANAGE_ROLES"],
  kick_member: ["KICK_MEMBERS"],
  ban_member: ["BAN_MEMBERS"],
  timeout_member: ["MODERATE_MEMBERS"]
} as const satisfies Readonly<Record<string, ReadonlyArray<PermissionName>>>

/** The input of permissions_explain. */
export interface ExplainInput {
  readonly guild_id: string
  readonly channel_id?: string
  readonly user_id?: string
  readonly role_id?: string
  readonly requested_permissions?: ReadonlyArray<PermissionName>
  readonly action?: keyof typeof actionPermissions
  readonly target_user_id?: string
  readonly target_role_id?: string
}

/** Validates that the input has the target of its action. */
export const explainIssues = (input: ExplainInput): ReadonlyArray<ValidationIssue> => {
  const target = input.action === undefined ? undefined : targetOf(input.action)
  return [
    ...(input.user_id !== undefined && input.role_id !== undefined
      ? [{ path: "role_id", message: "cannot be set together with user_id", code: "exclusive" }]
      : []),
    ...(target !== undefined && input[target] === undefined
      ? [{ path: target, message: `is required for ${input.action}`, code: "required" }]
      : [])
  ]
}

/** Explains whether a subject may do something, and which rules decide. */
export const explain = Effect.fn("permissions.explain")(function* (
  input: ExplainInput,
  fail: Fail<"channel_of_another_guild" | "role_of_another_guild">
) {
  const { action, channel_id, guild_id, requested_permissions = [] } = input
  const [guild, target] = yield* Effect.all(
    [
      guildContext(guild_id),
      channel_id === undefined ? Effect.succeed(undefined) : channelOrHidden(input, channel_id, fail)
    ],
    { concurrency: 2 }
  )
  const subject = yield* subjectOf(input, guild, fail)
  const hidden = target === "hidden"
  const channel = hidden ? hiddenChannel(guild_id) : target?.permissions
  // Overwrites do not count for actions on roles and members: MANAGE_ROLES of a channel is about its overwrites only.
  const isOnGuild = action !== undefined && targetOf(action) !== "channel_id"
  const names = new Set([
    ...requested_permissions,
    ...(action === undefined ? [] : requiredPermissions(action, channel))
  ])
  const explainAll = names.size === 0
  const decisions = (explainAll ? allPermissionNames : [...names]).map(
    (name) =>
      [
        name,
        hidden && name === "VIEW_CHANNEL"
          ? HIDDEN
          : decidePermission(
              name,
              guild.permissions,
              subject.permissions,
              isOnGuild && !requested_permissions.includes(name) ? undefined : channel
            )
      ] as const
  )
  const missing = decisions.filter(([, { allowed }]) => !allowed).map(([name]) => name)
  const denialReason = action === undefined ? undefined : yield* denialReasonOf(input, guild, subject.permissions, fail)
  return {
    value: {
      subject: subject.shown,
      ...(!explainAll && { allowed: missing.length === 0 && denialReason === undefined }),
      ...(!explainAll && missing.length > 0 && { missing }),
      ...(denialReason !== undefined && { obstacle: denialReason }),
      ...(!explainAll && hintOf(decisions, subject.shown.kind, channel !== undefined && !isOnGuild)),
      decisions: groupDecisions(decisions, guild)
    },
    ...noticeOf(hidden, subject.permissions)
  } satisfies ToolResult
})

/** Returns the channel, or `hidden` if the subject is the bot and the bot cannot view it. */
const channelOrHidden = (input: ExplainInput, channel_id: string, fail: Fail<"channel_of_another_guild">) =>
  channelContext(input.guild_id, channel_id, fail).pipe(
    Effect.catchTag("DiscordPermissionError", (denied) =>
      // For other subjects the decision is unknown, because Discord hides the overwrites too.
      Effect.flatMap(isAboutBot(input), (aboutBot) =>
        aboutBot && isMissingAccess(denied) ? Effect.succeed("hidden" as const) : denied
      )
    )
  )

const isAboutBot = ({ role_id, user_id }: ExplainInput) =>
  role_id !== undefined
    ? Effect.succeed(false)
    : user_id === undefined
      ? Effect.succeed(true)
      : Effect.map(currentUser, ({ id }) => id === user_id)

const currentUser = getReadable(Schema.Struct({ id: Id }), "/users/@me", {})

/** A channel that the bot cannot view. Only the denial of VIEW_CHANNEL is known. */
const hiddenChannel = (guild_id: string): ChannelPermissions => ({
  kind: "text",
  overwrites: [{ id: guild_id, of: "role", allow: 0n, deny: permissionBits.VIEW_CHANNEL }]
})

/** The decision for a hidden channel. Which overwrite denies it is unknown. */
const HIDDEN = { allowed: false, rule: "hidden", by: [] } as const

const noticeOf = (hidden: boolean, { timedOut }: MemberPermissions) => {
  const notices = [
    ...(hidden ? ["The bot cannot view this channel. Which overwrite denies it, and in which guild, is unknown."] : []),
    ...(timedOut ? ["This member is timed out: until it ends they can only view channels and read messages."] : [])
  ]
  return notices.length === 0 ? {} : { notice: notices.join(" ") }
}

const allPermissionNames = namesOf(Object.values(permissionBits).reduce((all, bit) => all | bit, 0n))

/** Says how to grant what is missing. A permission that another one implies needs only that one, and a timeout ends. */
const hintOf = (
  decisions: ReadonlyArray<readonly [PermissionName, PermissionDecision | typeof HIDDEN]>,
  kind: keyof typeof holders,
  inChannel: boolean
): { readonly recovery_hint?: string } => {
  const refused = decisions.filter(([, { allowed, rule }]) => !allowed && rule !== "timeout")
  const missing = new Set(refused.map(([name, decision]) => ("requires" in decision && decision.requires) || name))
  const deniedInChannel = refused.flatMap(([name, it]) => (it.rule !== "hidden" && isDeniedInChannel(it) ? [name] : []))
  return missing.size === 0
    ? {}
    : { recovery_hint: grantHint({ missing: [...missing], inChannel, deniedInChannel, to: holders[kind] }) }
}

/** To whom the permissions of a subject are granted. */
const holders = { bot: "the bot's role", user: "a role of the member", role: "the role" } as const

/** Returns the field that an action requires. */
const targetOf = (action: keyof typeof actionPermissions): "channel_id" | "target_role_id" | "target_user_id" => {
  switch (action) {
    case "view_channel":
    case "send_messages":
    case "manage_channel":
      return "channel_id"
    case "assign_role":
    case "remove_role":
      return "target_role_id"
    case "kick_member":
    case "ban_member":
    case "timeout_member":
      return "target_user_id"
  }
}

/** Returns the permissions an action requires. Threads use different ones for sending and managing. */
const requiredPermissions = (
  action: keyof typeof actionPermissions,
  channel: ChannelPermissions | undefined
): ReadonlyArray<PermissionName> =>
  actionPermissions[action].map((name): PermissionName => {
    if (channel?.kind !== "thread") return name
    return name === "SEND_MESSAGES" ? "SEND_MESSAGES_IN_THREADS" : name === "MANAGE_CHANNELS" ? "MANAGE_THREADS" : name
  })

/** Returns the subject: a user, a role, or the bot. A role is evaluated as a member with no other role. */
const subjectOf = Effect.fnUntraced(function* (
  { guild_id, role_id, user_id }: ExplainInput,
  guild: GuildContext,
  fail: Fail<"role_of_another_guild">
) {
  if (role_id !== undefined) {
    const role = guild.roles.find(({ id }) => id === role_id)
    if (role === undefined) return yield* fail("role_of_another_guild", "role_id")
    const permissions: MemberPermissions = { id: "", roles: role_id === guild.id ? [] : [role_id], timedOut: false }
    return { shown: { kind: "role" as const, id: role_id, name: role.name }, permissions }
  }
  const id = user_id ?? (yield* currentUser).id
  const { name, permissions } = yield* memberContext(guild_id, id)
  return { shown: { kind: user_id === undefined ? ("bot" as const) : ("user" as const), id, name }, permissions }
})

/** Returns the denial reason other than permissions, if any (Discord docs, permissions, permission hierarchy). */
const denialReasonOf = Effect.fnUntraced(function* (
  input: ExplainInput,
  guild: GuildContext,
  actor: MemberPermissions,
  fail: Fail<"role_of_another_guild">
) {
  const { action, guild_id, target_role_id, target_user_id } = input
  if (action === "assign_role" || action === "remove_role") {
    const role = guild.roles.find(({ id }) => id === target_role_id)
    if (role === undefined) return yield* fail("role_of_another_guild", "target_role_id")
    if (role.id === guild.id) return "everyone_role: every member always has @everyone"
    if (role.managed) return "managed_role: an integration manages this role"
    return outranks(guild, actor, [role.id]) ? undefined : `role_hierarchy: ${OUTRANKED} role`
  }
  if (target_user_id === undefined || action === undefined || targetOf(action) !== "target_user_id") return undefined
  if (target_user_id === guild.ownerId) return "owner: this action is not possible on the owner"
  if (target_user_id === actor.id) return "self: this action is not possible on oneself"
  // A user outside the guild can be banned and has no rank.
  const member = yield* Effect.asSome(memberContext(guild_id, target_user_id)).pipe(
    Effect.catchTag("DiscordNotFoundError", (failure) => (action === "ban_member" ? Effect.succeedNone : failure))
  )
  if (Option.isNone(member)) return undefined
  const target = member.value
  const isAdministrator =
    (effectivePermissions(guild.permissions, target.permissions) & permissionBits.ADMINISTRATOR) !== 0n
  if (action === "timeout_member" && isAdministrator) return "administrator: administrators cannot be timed out"
  return outranks(guild, actor, target.permissions.roles) ? undefined : `role_hierarchy: ${OUTRANKED} member`
})

const OUTRANKED = "the actor's highest role must be above this"

/** Returns whether the actor's highest role is above the highest of `others`. The guild's roles are sorted highest first. */
const outranks = (guild: GuildContext, actor: MemberPermissions, others: ReadonlyArray<string>): boolean => {
  if (actor.id === guild.ownerId) return true
  const highest = (ids: ReadonlyArray<string>) => guild.roles.find(({ id }) => ids.includes(id))
  const theirs = highest(others)
  const own = highest(actor.roles)
  return own !== undefined && (theirs === undefined || ranksAbove(own, theirs))
}

/** Groups permissions that have the same decision. */
const groupDecisions = (
  decisions: ReadonlyArray<readonly [PermissionName, PermissionDecision | typeof HIDDEN]>,
  guild: GuildContext
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
    ...("requires" in rest && { goes_by: rest.requires })
  }))
}
