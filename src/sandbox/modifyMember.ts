import { type APIGuild, type APIGuildMember, AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { invalidField, missingPermissions, refuse } from "./discordError.ts"
import { clearable, decodeForm, integer, list, snowflake, text, time } from "./Form.ts"
import { findGuild, findMember, findRole } from "./find.ts"
import { ensureAbove, ensureAboveRole, has, permissionsOf } from "./Permissions.ts"
import { json } from "./Reply.ts"
import type { RouteRequest } from "./Router.ts"
import type { SandboxState } from "./State.ts"
import { writeAuditEntry } from "./writeAuditEntry.ts"

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
export const modifyMember = Effect.fnUntraced(function* (
  { body, reason, state }: RouteRequest<"guild_id">,
  guildId: string,
  userId: string
) {
  const guild = yield* findGuild(state, guildId)
  const before = yield* findMember(state, guild.id, userId)
  const patch = yield* decodeForm(MemberPatch)(body)
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
  writeAuditEntry({ state, reason }, guild.id, {
    action: roles === undefined ? AuditLogEvent.MemberUpdate : AuditLogEvent.MemberRoleUpdate,
    target: userId,
    before,
    after: member
  })
  return json(200, member)
})

const MAX_TIMEOUT_MS = 28 * 24 * 60 * 60_000

/** Checks the permissions that each field needs (Discord docs, modify guild member). */
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
  for (const id of changedRoles) yield* ensureAboveRole(state, guild, yield* findRole(guild, id))

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

const differing = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...some.filter((it) => !others.includes(it)),
  ...others.filter((it) => !some.includes(it))
]
