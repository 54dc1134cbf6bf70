import {
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  AuditLogEvent,
  PermissionFlagsBits as Bit
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import {
  clearable,
  decodeFields,
  integer,
  integerText,
  list,
  optional,
  page,
  snowflake,
  text,
  time
} from "../BodySchema.ts"
import { invalidField, invalidRole, isBanned, json, missingPermissions, noContent, refuse } from "../discordError.ts"
import { findGuild, findMember, findRole, findUser } from "../find.ts"
import { ensureAbove, ensureAboveRole, has, permissionsOf } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { pageOf } from "../Snowflakes.ts"
import type { SandboxState } from "../State.ts"
import { memberOf } from "../seed/guild.ts"
import { writeAuditEntry } from "./auditLog.ts"

const MemberPatch = Schema.Struct({
  nick: clearable(text(0, 32)),
  roles: clearable(list(snowflake, 0, 250)),
  mute: clearable(Schema.Boolean),
  deaf: clearable(Schema.Boolean),
  channel_id: clearable(snowflake),
  communication_disabled_until: clearable(time),
  flags: clearable(integer(0, 0xffff))
})
type MemberPatch = typeof MemberPatch.Type

/** Changes a member or the bot itself. */
const modifyMember = Effect.fnUntraced(function* (
  { body, reason, state }: RouteRequest<"guild_id">,
  guildId: string,
  userId: string
) {
  const guild = yield* findGuild(state, guildId)
  const before = yield* findMember(state, guild.id, userId)
  const patch = yield* decodeFields(MemberPatch)(body)
  yield* ensureAllowed(state, guild, before, patch)
  // No member of a sandbox is in a voice channel.
  if (typeof patch.channel_id === "string")
    return yield* refuse(400, 40032, "RequestTarget user is not connected to voice.")
  const { communication_disabled_until: until, deaf, flags, mute, nick, roles } = patch
  const member: APIGuildMember = {
    ...before,
    ...(nick !== undefined && { nick: nick === "" ? null : nick }),
    ...(roles !== undefined && { roles: roles ?? [] }),
    ...(until !== undefined && { communication_disabled_until: until }),
    ...(typeof mute === "boolean" && { mute }),
    ...(typeof deaf === "boolean" && { deaf }),
    ...(typeof flags === "number" && { flags })
  }
  state.membersOf(guild.id).set(userId, member)
  const entry = { target: userId, before, after: member }
  writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.MemberUpdate, ...entry })
  logRoles({ state, reason }, guild, before, member)
  return json(200, member)
})

const MAX_TIMEOUT_MS = 28 * 24 * 60 * 60_000

/** Checks the role hierarchy and the end of a timeout (Discord docs, modify guild member). */
const ensureAllowed = Effect.fnUntraced(function* (
  state: SandboxState,
  guild: APIGuild,
  { roles, user }: APIGuildMember,
  patch: MemberPatch
) {
  const isBot = user.id === state.bot.id
  if (!isBot && (patch.nick !== undefined || patch.communication_disabled_until !== undefined))
    yield* ensureAbove(state, guild, user.id)

  const newRoles = patch.roles ?? []
  const changedRoles = patch.roles === undefined ? [] : differing(roles, newRoles)
  for (const id of changedRoles) yield* ensureGivable(state, guild, yield* findRole(guild, id))

  const until = patch.communication_disabled_until
  if (typeof until !== "string") return
  // An administrator cannot be timed out.
  if (has(permissionsOf(state, guild.id, user.id), Bit.Administrator)) return yield* missingPermissions
  if (Date.parse(until) > state.nowMs + MAX_TIMEOUT_MS)
    return yield* invalidField(
      "communication_disabled_until",
      "MEMBER_TIMEOUT_TOO_LONG",
      "Members can not be timed out for more than 28 days."
    )
})

/**
 * Fails unless the bot can give and take a role: one below its own that no integration manages. Every member has
 * `@everyone` already.
 */
const ensureGivable = Effect.fnUntraced(function* (state: SandboxState, guild: APIGuild, role: APIRole) {
  if (role.id === guild.id) return yield* invalidRole
  if (role.managed) return yield* missingPermissions
  yield* ensureAboveRole(state, guild, role)
})

const differing = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...some.filter((it) => !others.includes(it)),
  ...others.filter((it) => !some.includes(it))
]

const MemberPage = Schema.Struct(page(1000))

const MemberSearch = Schema.Struct({ query: text(1, 100), limit: optional(integerText(1, 1000)) })

const MemberAdd = Schema.Struct({
  access_token: text(1, 10_240),
  nick: optional(text(0, 32)),
  roles: optional(list(snowflake, 0, 250)),
  mute: optional(Schema.Boolean),
  deaf: optional(Schema.Boolean)
})

const MEMBER = "/guilds/:guild_id/members/:user_id"

/** `/guilds/{guild.id}/members`. */
export const memberRoutes = [
  route("GET", "/guilds/:guild_id/members", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const asked = { limit: 1, ...(yield* decodeFields(MemberPage)(query)) }
    return json(
      200,
      pageOf(state.membersOf(guild.id).values(), ({ user }) => user.id, asked)
    )
  }),

  route("GET", "/guilds/:guild_id/members/search", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { limit = 1, query: wanted } = yield* decodeFields(MemberSearch)(query)
    const begins = (name: string | null | undefined) => name?.toLowerCase().startsWith(wanted.toLowerCase()) === true
    const members = [...state.membersOf(guild.id).values()].filter(
      ({ nick, user }) => begins(user.username) || begins(user.global_name) || begins(nick)
    )
    return json(200, members.slice(0, limit))
  }),

  route("PATCH", "/guilds/:guild_id/members/@me", (request) =>
    modifyMember(request, request.param("guild_id"), request.state.bot.id)
  ),

  route("GET", MEMBER, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(200, yield* findMember(state, guild.id, param("user_id")))
  }),

  route("PATCH", MEMBER, (request) => modifyMember(request, request.param("guild_id"), request.param("user_id"))),

  route("PUT", MEMBER, function* ({ body, nowMs, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { access_token: _, nick, roles = [], ...form } = yield* decodeFields(MemberAdd)(body)
    const user = yield* findUser(state, param("user_id"))
    const members = state.membersOf(guild.id)
    if (members.has(user.id)) return noContent
    if (state.bans.of(guild.id).has(user.id)) return yield* isBanned
    const member: APIGuildMember = { ...memberOf(user, roles, nowMs), ...form, nick: nick ?? null }
    members.set(user.id, member)
    return json(201, member)
  }),

  route("DELETE", MEMBER, function* ({ param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { user } = yield* findMember(state, guild.id, param("user_id"))
    yield* ensureAbove(state, guild, user.id)
    state.membersOf(guild.id).delete(user.id)
    writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.MemberKick, target: user.id })
    return noContent
  }),

  route("PUT", `${MEMBER}/roles/:role_id`, (request) =>
    changeRoles(request, (roles, role) => [...roles.filter((it) => it !== role), role])
  ),

  route("DELETE", `${MEMBER}/roles/:role_id`, (request) =>
    changeRoles(request, (roles, role) => roles.filter((it) => it !== role))
  )
]

const changeRoles = Effect.fnUntraced(function* (
  { param, reason, state }: RouteRequest<"guild_id" | "user_id" | "role_id">,
  change: (roles: ReadonlyArray<string>, role: string) => Array<string>
) {
  const guild = yield* findGuild(state, param("guild_id"))
  const member = yield* findMember(state, guild.id, param("user_id"))
  const role = yield* findRole(guild, param("role_id"))
  yield* ensureGivable(state, guild, role)
  const roles = change(member.roles, role.id)
  state.membersOf(guild.id).set(member.user.id, { ...member, roles })
  logRoles({ state, reason }, guild, member, { ...member, roles })
  return noContent
})

/** Logs the roles that a member got and lost. */
const logRoles = (
  request: Parameters<typeof writeAuditEntry>[0],
  guild: APIGuild,
  before: APIGuildMember,
  { roles, user }: APIGuildMember
): void => {
  const named = (ids: ReadonlyArray<string>) =>
    guild.roles.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
  const added = named(roles.filter((id) => !before.roles.includes(id)))
  const removed = named(before.roles.filter((id) => !roles.includes(id)))
  if (added.length + removed.length === 0) return
  writeAuditEntry(request, guild.id, {
    action: AuditLogEvent.MemberRoleUpdate,
    target: user.id,
    after: { ...(added.length > 0 && { $add: added }), ...(removed.length > 0 && { $remove: removed }) }
  })
}
