/**
 * Power over approvals: a call that gives or takes a role of MCP_APPROVERS, restricts an approver, or hides the approval
 * channel, decides who can decline. It is a grant, by any tool. The rules are by operation, so they hold for each
 * tool and each step of a plan with that operation.
 */
import { Effect, Option, Schema } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { channelFields, threadFields } from "../objects/channel.ts"
import { keepsAccess } from "../objects/fields.ts"
import { Id, nullish } from "../objects/schema/reply.ts"
import { getJson } from "../tools/dsl/getJson.ts"
import { readable } from "../tools/roles/risk.ts"
import type { StepCall } from "../tools/Tool.ts"

/** The permission that previews name. */
const POWER = "power over approvals"

/** Raises the risk of a call that has power over approvals to destructive, and adds the power to its grants. */
export const withApprovalPower =
  ({ approvalChannel, approvers = [] }: Pick<Settings["Type"], "approvalChannel" | "approvers">) =>
  <Call extends StepCall>(call: Call): Effect.Effect<Call, DiscordFailure, Discord | Permit> => {
    const { arguments: own, tool } = call
    const rule = rules[tool.operation === undefined ? tool.name : `${tool.operation.method} ${tool.operation.route}`]
    if (rule === undefined || own === undefined || (approvers.length === 0 && approvalChannel === undefined)) {
      return Effect.succeed(call)
    }
    const input = ("longhand" in call ? call.longhand : undefined) ?? own
    return Effect.map(rule({ input, approvers: new Set(approvers), channel: approvalChannel }), (to) =>
      to === undefined
        ? call
        : { ...call, risk: "destructive", grants: [...(call.grants ?? []), { to, permissions: [POWER] }] }
    )
  }

/** A call, and who approves where. */
interface Asked {
  readonly input: Readonly<Record<string, unknown>>
  readonly approvers: ReadonlySet<string>
  readonly channel: string | undefined
}

/** Returns whom a call gives power, or how it takes power from approvers. */
type Rule = (asked: Asked) => Effect.Effect<string | undefined, DiscordFailure, Discord | Permit>

const newApprovers = "people who get a role of MCP_APPROVERS"
const fewerApprovers = "the caller: an approver loses a role of MCP_APPROVERS, or can no longer act"
const fewerViewers = "the caller: approvers may no longer see MCP_APPROVAL_CHANNEL"
const elsewhere = "the address that gets the clicks of approvers"

const idsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : value === undefined || value === null ? [] : [String(value)]

/** Returns whether one of these fields names an approver or a role of approvers. */
const names = ({ approvers, input }: Asked, ...fields: ReadonlyArray<string>): boolean =>
  fields.some((field) => idsIn(input[field]).some((id) => approvers.has(id)))

const onlyIf = (condition: boolean, to: string) => Effect.succeed(condition ? to : undefined)

const naming =
  (to: string, ...fields: ReadonlyArray<string>): Rule =>
  (asked) =>
    onlyIf(names(asked, ...fields), to)

const Member = Schema.Struct({ roles: Schema.Array(Id) })

/** Reads the roles of a member. None: the user is no member, or it cannot be read. */
const rolesOf = (guild_id: unknown, user_id: string) =>
  Effect.map(
    readable(getJson(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id: String(guild_id), user_id })),
    Option.map(({ roles }) => roles)
  )

/** The maximum number of members whose roles are read for one call. Such a call asks in any case. */
const MEMBERS_MAX = 10

/** Returns whether one of these users approves, by id or by a role. */
const approves = Effect.fnUntraced(function* ({ approvers, input }: Asked, users: ReadonlyArray<string>) {
  if (users.some((id) => approvers.has(id))) return true
  if (approvers.size === 0) return false
  const roles = yield* Effect.forEach(users.slice(0, MEMBERS_MAX), (id) => rolesOf(input.guild_id, id))
  return roles.flatMap(Option.getOrElse((): ReadonlyArray<string> => [])).some((id) => approvers.has(id))
})

const restricts: Rule = (asked) =>
  Effect.flatMap(approves(asked, [...idsIn(asked.input.user_id), ...idsIn(asked.input.user_ids)]), (is) =>
    onlyIf(is, fewerApprovers)
  )

/** Other roles give or take power, as do a timeout and its end. A nickname and voice do not. */
const modifiesMember: Rule = Effect.fnUntraced(function* (asked: Asked) {
  const { approvers, input } = asked
  if (names(asked, "roles")) return newApprovers
  const isTimeout = "communication_disabled_until" in input
  if (!isTimeout && input.roles === undefined) return undefined
  return (yield* approves({ approvers, input, channel: undefined }, idsIn(input.user_id)))
    ? isTimeout && input.communication_disabled_until === null
      ? "an approver who was timed out"
      : fewerApprovers
    : undefined
})

const Invite = Schema.Struct({ roles: nullish(Schema.Array(Schema.Struct({ id: Id }))) })

/** Whom an invite with roles names gets the roles. */
const invites: Rule = ({ approvers, input }) =>
  Effect.flatMap(readable(getJson(Invite, "/invites/{code}", { code: String(input.code) })), (invite) =>
    onlyIf(
      Option.exists(invite, ({ roles }) => (roles ?? []).some(({ id }) => approvers.has(id))),
      newApprovers
    )
  )

/** Answers of members give roles: those of the call, and those that stay. */
const onboarding: Rule = ({ approvers, input }) =>
  Effect.map(
    readable(getJson(Schema.Unknown, "/guilds/{guild_id}/onboarding", { guild_id: String(input.guild_id) })),
    (present) => {
      const text = JSON.stringify([input.prompts ?? Option.getOrNull(present)])
      return [...approvers].some((id) => text.includes(`"${id}"`)) ? newApprovers : undefined
    }
  )

/** Who is in no channel does not see it: a role of approvers, or @everyone, loses VIEW_CHANNEL. */
const modifiesRole: Rule = (asked) => {
  const { guild_id, permissions, remove_permissions, role_id } = asked.input
  const isTheirs = names(asked, "role_id") || role_id === guild_id
  const isHidden =
    permissions !== undefined && !["VIEW_CHANNEL", "ADMINISTRATOR"].some((name) => idsIn(permissions).includes(name))
  const isTaken = ["VIEW_CHANNEL", "ADMINISTRATOR"].some((name) => idsIn(remove_permissions).includes(name))
  return onlyIf(isTheirs && (isHidden || isTaken), fewerViewers)
}

const Channel = Schema.Struct({ parent_id: nullish(Id) })

/** Returns whether a channel is the approval channel, or a parent of it: its overwrites can be those of the parent. */
const holdsApprovals = Effect.fnUntraced(function* ({ channel }: Asked, id: unknown) {
  if (channel === undefined || id === undefined) return false
  if (id === channel) return true
  const parentOf = (channel_id: string) =>
    Effect.map(
      readable(getJson(Channel, "/channels/{channel_id}", { channel_id })),
      (found) => Option.getOrUndefined(found)?.parent_id ?? undefined
    )
  const parent = yield* parentOf(channel)
  if (parent === undefined || parent === id) return parent === id
  // A thread is in a channel, and that can be in a category.
  return (yield* parentOf(parent)) === id
})

const hides: Rule = (asked) =>
  Effect.flatMap(holdsApprovals(asked, asked.input.channel_id), (is) => onlyIf(is, fewerViewers))

/** The fields of a channel that hide it from nobody. */
const harmless = new Set([...keepsAccess({ ...channelFields, ...threadFields }), ...["channel_id", "audit_reason"]])

const modifiesChannel: Rule = (asked) =>
  Object.keys(asked.input).every((field) => harmless.has(field)) ? Effect.succeed(undefined) : hides(asked)

/** A channel that takes over the overwrites of a category can be hidden by them. */
const movesChannels: Rule = Effect.fnUntraced(function* (asked: Asked) {
  const { input } = asked
  const moves: ReadonlyArray<unknown> = Array.isArray(input.positions) ? input.positions : [input]
  for (const move of moves) {
    const { channel_id, id = channel_id, lock_permissions } = Object(move)
    if (lock_permissions === true && (yield* holdsApprovals(asked, id))) return fewerViewers
  }
  return undefined
})

const LinkedRoles = Schema.Array(
  Schema.Struct({ id: Id, tags: nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown })) })
)

/** What members prove elsewhere gives a linked role. */
const linkedRoles: Rule = Effect.fnUntraced(function* ({ approvers, channel: channel_id = "" }: Asked) {
  const guild = yield* readable(getJson(Schema.Struct({ guild_id: Id }), "/channels/{channel_id}", { channel_id }))
  if (Option.isNone(guild)) return undefined
  const roles = yield* readable(getJson(LinkedRoles, "/guilds/{guild_id}/roles", { guild_id: guild.value.guild_id }))
  const isLinked = Option.exists(roles, (all) =>
    all.some(({ id, tags }) => approvers.has(id) && Object.hasOwn(tags ?? {}, "guild_connections"))
  )
  return isLinked ? newApprovers : undefined
})

/** Clicks arrive at the address of interactions, in place of the gateway. */
const redirects: Rule = ({ input }) => onlyIf("interactions_endpoint_url" in input, elsewhere)

const rules: Readonly<Record<string, Rule>> = {
  "PUT /guilds/{guild_id}/members/{user_id}": naming(newApprovers, "roles"),
  "PATCH /guilds/{guild_id}/members/{user_id}": modifiesMember,
  "PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}": naming(newApprovers, "role_id"),
  "DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}": naming(fewerApprovers, "role_id"),
  "DELETE /guilds/{guild_id}/members/{user_id}": restricts,
  "PUT /guilds/{guild_id}/bans/{user_id}": restricts,
  "POST /guilds/{guild_id}/bulk-ban": restricts,
  "POST /guilds/{guild_id}/prune": naming(fewerApprovers, "include_roles"),
  "POST /channels/{channel_id}/invites": naming(newApprovers, "role_ids"),
  "PUT /invites/{code}/target-users": invites,
  "PUT /invites/{code}/target-users/{user_id}": invites,
  "DELETE /invites/{code}/target-users/{user_id}": invites,
  "POST /invites/{code}/target-users/bulk-add": invites,
  "POST /invites/{code}/target-users/bulk-delete": invites,
  "PUT /guilds/{guild_id}/onboarding": onboarding,
  "PUT /applications/{application_id}/role-connections/metadata": linkedRoles,
  "PATCH /guilds/{guild_id}/roles/{role_id}": modifiesRole,
  "DELETE /guilds/{guild_id}/roles/{role_id}": naming(fewerApprovers, "role_id"),
  "PUT /channels/{channel_id}/permissions/{overwrite_id}": hides,
  "DELETE /channels/{channel_id}/permissions/{overwrite_id}": hides,
  "PATCH /channels/{channel_id}": modifiesChannel,
  "DELETE /channels/{channel_id}": hides,
  "PATCH /guilds/{guild_id}/channels": movesChannels,
  channels_move: movesChannels,
  "DELETE /channels/{thread_id}/thread-members/{user_id}": ({ channel, input }) =>
    onlyIf(channel !== undefined && input.thread_id === channel, fewerViewers),
  "PATCH /applications/@me": redirects,
  "PATCH /applications/{application_id}": redirects
}
