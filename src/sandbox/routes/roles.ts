import { type APIGuild, type APIRole, AuditLogEvent, GuildFeature } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { DiscordForm } from "../../objects/fields.ts"
import { roleFields } from "../../objects/role.ts"
import { decodeFields, integer, list, optional, snowflake } from "../BodySchema.ts"
import { decodeDescribed } from "../describedBody.ts"
import {
  invalidRole,
  json,
  missingPermissions,
  needsBoosts,
  noContent,
  type Refusal,
  tooManyRoles
} from "../discordError.ts"
import { findGuild, findRole } from "../find.ts"
import { newRole } from "../newRole.ts"
import { compareRoles, ensureAboveRole, ensureInGuild, highestRoleOf } from "../Permissions.ts"
import { route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

/** The settings of a role in a body. */
type RoleBody = DiscordForm<Omit<typeof roleFields, "colors">> & {
  readonly colors?: Omit<APIRole["colors"], "secondary_color" | "tertiary_color"> & Partial<APIRole["colors"]>
  readonly icon?: string | null
}

const decodeNewRole = decodeDescribed<RoleBody>("CreateRoleRequest", roleFields, ["icon"])
const decodeRolePatch = decodeDescribed<RoleBody>("UpdateRoleRequestPartial", roleFields, ["icon"])

/** Discord gives every role with a third colour these (discord-api-types, role colors). */
const HOLOGRAPHIC = { primary_color: 11127295, secondary_color: 16759788, tertiary_color: 16761760 }

/** Returns the colours that a form sets. */
const colorsOf = ({ color: primary_color, colors }: RoleBody): APIRole["colors"] | undefined =>
  colors?.tertiary_color != null
    ? HOLOGRAPHIC
    : colors !== undefined
      ? { secondary_color: null, tertiary_color: null, ...colors }
      : primary_color === undefined
        ? undefined
        : { primary_color, secondary_color: null, tertiary_color: null }

/** Applies a form to a role. */
const applyBody = (role: APIRole, form: RoleBody): APIRole => {
  const { color: _, colors: __, icon, permissions, ...fields } = form
  const colors = colorsOf(form)
  return {
    ...role,
    ...fields,
    ...(colors !== undefined && { color: colors.primary_color, colors }),
    ...(permissions !== undefined && { permissions: String(permissions) }),
    // The sandbox stores no images, only whether there is one.
    ...(icon !== undefined && { icon: icon === null ? null : role.id })
  }
}

/** Fails if a form has an icon or a gradient that the guild cannot have. */
const ensureFeatures = (
  { features }: APIGuild,
  { colors, icon, unicode_emoji }: RoleBody
): Effect.Effect<void, Refusal> => {
  const has = (feature: GuildFeature) => features.includes(feature)
  return (!(icon || unicode_emoji) || has(GuildFeature.RoleIcons)) &&
    (colors?.secondary_color == null || has(GuildFeature.EnhancedRoleColors))
    ? Effect.void
    : needsBoosts
}

const Positions = list(Schema.Struct({ id: snowflake, position: optional(integer(0, 250)) }), 0, 250)

/** `/guilds/{guild.id}/roles`. */
export const roleRoutes = [
  route("GET", "/guilds/:guild_id/roles", ({ param, state }) =>
    Effect.map(findGuild(state, param("guild_id")), (guild) => json(200, guild.roles))
  ),

  route("GET", "/guilds/:guild_id/roles/member-counts", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const members = [...state.membersOf(guild.id).values()]
    const counts = guild.roles
      .filter((role) => role.id !== guild.id)
      .map((role) => [role.id, members.filter((member) => member.roles.includes(role.id)).length])
    return json(200, Object.fromEntries(counts))
  }),

  route("GET", "/guilds/:guild_id/roles/:role_id", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(200, yield* findRole(guild, param("role_id")))
  }),

  route("POST", "/guilds/:guild_id/roles", function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeNewRole(body)
    yield* ensureInGuild(state, guild.id, BigInt(form.permissions ?? 0))
    yield* ensureFeatures(guild, form)
    if (guild.roles.length >= MAX_ROLES) return yield* tooManyRoles
    const everyone = yield* findRole(guild, guild.id)
    const role = applyBody({ ...newRole(state.nextId()), permissions: everyone.permissions }, form)
    // A new role gets position 1 and moves the other roles up.
    const moved = guild.roles.map((it) => (it.position === 0 ? it : { ...it, position: it.position + 1 }))
    putRoles(state, guild, [...moved, role])
    writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.RoleCreate, target: role.id, after: role })
    return json(200, role)
  }),

  route("PATCH", "/guilds/:guild_id/roles", function* ({ body, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const positions = yield* decodeFields(Positions)(body)
    const own = highestRoleOf(guild, state.membersOf(guild.id).get(state.bot.id))
    for (const { id, position } of positions) {
      const role = yield* findRole(guild, id)
      if (position === undefined || position === role.position) continue
      if (role.id === guild.id) return yield* invalidRole
      yield* ensureAboveRole(state, guild, role)
      if (guild.owner_id !== state.bot.id && position >= (own?.position ?? 0)) return yield* missingPermissions
    }
    const positionOf = new Map(positions.map(({ id, position }) => [id, position]))
    const moved = guild.roles.map((role) => ({ ...role, position: positionOf.get(role.id) ?? role.position }))
    return json(200, putRoles(state, guild, renumbered(guild.id, moved)))
  }),

  route("PATCH", "/guilds/:guild_id/roles/:role_id", function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const before = yield* findRole(guild, param("role_id"))
    yield* ensureAboveRole(state, guild, before)
    const form = yield* decodeRolePatch(body)
    yield* ensureInGuild(state, guild.id, BigInt(form.permissions ?? 0) & ~BigInt(before.permissions))
    yield* ensureFeatures(guild, form)
    const role = applyBody(before, form)
    putRoles(
      state,
      guild,
      guild.roles.map((it) => (it.id === role.id ? role : it))
    )
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.RoleUpdate,
      target: role.id,
      before,
      after: role
    })
    return json(200, role)
  }),

  route("DELETE", "/guilds/:guild_id/roles/:role_id", function* ({ param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const role = yield* findRole(guild, param("role_id"))
    yield* ensureAboveRole(state, guild, role)
    if (role.managed || role.id === guild.id) return yield* invalidRole
    putRoles(
      state,
      guild,
      guild.roles.filter((it) => it.id !== role.id)
    )
    const members = state.membersOf(guild.id)
    for (const [id, member] of members)
      if (member.roles.includes(role.id))
        members.set(id, { ...member, roles: member.roles.filter((it) => it !== role.id) })
    writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.RoleDelete, target: role.id, before: role })
    return noContent
  })
]

/** Maximum number of roles in a guild. */
const MAX_ROLES = 250

/** Returns roles with consecutive positions: a move removes gaps and equal positions. `@everyone` stays at 0. */
const renumbered = (everyone: string, roles: ReadonlyArray<APIRole>): ReadonlyArray<APIRole> =>
  [...roles]
    .sort((a, b) => Number(b.id === everyone) - Number(a.id === everyone) || compareRoles(a, b))
    .map((role, position) => ({ ...role, position }))

/** Stores roles from lowest to highest, as Discord lists them. */
const putRoles = (state: SandboxState, guild: APIGuild, roles: ReadonlyArray<APIRole>): ReadonlyArray<APIRole> => {
  const sorted = [...roles].sort(compareRoles)
  state.guilds.set(guild.id, { ...guild, roles: sorted })
  return sorted
}
