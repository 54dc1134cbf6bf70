import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Hash, Schema } from "effect"
import { decodeFields, integer, list, optional, snowflake } from "../BodySchema.ts"
import { json, noContent, type Refusal, unknownInvite } from "../discordError.ts"
import { findGuild, findGuildChannel } from "../find.ts"
import type { UploadedFile } from "../incomingRequest.ts"
import { ensureInGuild, has, permissionsOf } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { timestamp } from "../Snowflakes.ts"
import type { Invite, SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"
import { countsOf } from "./users.ts"

/** Returns an invite by the bot. Its code depends only on its id. */
export const makeInvite = (
  state: SandboxState,
  guild_id: string,
  channel_id: string,
  settings: Pick<Invite, "max_age" | "max_uses" | "temporary" | "role_ids">
): Invite => ({
  code: (Hash.string(state.nextId()) >>> 0).toString(36).padStart(8, "t").slice(0, 8),
  guild_id,
  channel_id,
  inviter: state.bot,
  uses: 0,
  createdMs: state.nowMs,
  ...settings
})

/** Returns whether an invite has not expired. */
const isAlive = (state: SandboxState, { createdMs, max_age }: Invite): boolean =>
  max_age === 0 || createdMs + max_age * 1000 > state.nowMs

/** Finds an invite that has not expired. */
const findInvite = (state: SandboxState, code: string): Effect.Effect<Invite, Refusal> => {
  const invite = state.invites.get(code)
  return invite === undefined || !isAlive(state, invite) ? unknownInvite : Effect.succeed(invite)
}

/** Returns an invite as Discord sends it. Only managers see its usage (`whole`). */
const toApiInvite = (
  state: SandboxState,
  { channel_id, createdMs, guild_id, max_age, ...invite }: Invite,
  whole: boolean
) => {
  const channel = state.channels.get(channel_id)
  const guild = state.guilds.get(guild_id)
  const { max_uses, role_ids = [], targets: _, temporary, uses, ...open } = invite
  const roles = guild?.roles.filter(({ id }) => role_ids.includes(id)) ?? []
  return {
    type: 0,
    ...open,
    expires_at: max_age === 0 ? null : timestamp(createdMs + max_age * 1000),
    guild_id,
    guild: guild && {
      id: guild.id,
      name: guild.name,
      icon: guild.icon,
      description: guild.description,
      features: guild.features,
      verification_level: guild.verification_level,
      vanity_url_code: guild.vanity_url_code,
      nsfw_level: guild.nsfw_level,
      premium_subscription_count: guild.premium_subscription_count
    },
    ...(roles.length > 0 && {
      roles: roles.map(({ color, icon, id, name, position, unicode_emoji }) => ({
        id,
        name,
        position,
        color,
        icon,
        unicode_emoji
      }))
    }),
    channel: channel && { id: channel.id, type: channel.type, name: channel.name },
    ...(whole && { uses, max_uses, max_age, temporary, created_at: timestamp(createdMs) })
  }
}

const Create = Schema.Struct({
  max_age: optional(integer(0, 604_800)),
  max_uses: optional(integer(0, 100)),
  temporary: optional(Schema.Boolean),
  unique: optional(Schema.Boolean),
  role_ids: optional(list(snowflake, 0, 250)),
  target_type: optional(integer(1, 3)),
  target_user_id: optional(snowflake),
  target_application_id: optional(snowflake)
})

const Users = Schema.Struct({ user_ids: list(snowflake, 1, 1000) })

const TARGETS = "/invites/:code/target-users"

const DAY_S = 24 * 60 * 60

/** `/invites`, and the invites of a guild or channel. */
export const inviteRoutes = [
  route("POST", "/channels/:channel_id/invites", function* ({ body, files, param, reason, state }) {
    const channel = yield* findGuildChannel(state, param("channel_id"))
    const form = yield* decodeFields(Create)(body)
    const { max_age = DAY_S, max_uses = 0, role_ids = [], temporary = false, unique = false } = form
    const isSame = (invite: Invite) =>
      invite.channel_id === channel.id &&
      invite.max_age === max_age &&
      invite.max_uses === max_uses &&
      invite.temporary === temporary &&
      String(invite.role_ids ?? []) === String(role_ids) &&
      isAlive(state, invite)
    const same = [...state.invites.values()].find(isSame)
    // Without `unique`, Discord returns an existing similar invite.
    const invite =
      (unique ? undefined : same) ??
      makeInvite(state, channel.guild_id, channel.id, { max_age, max_uses, temporary, role_ids })
    const targets = usersIn(files)
    state.invites.set(invite.code, targets.length === 0 ? invite : { ...invite, targets })
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: AuditLogEvent.InviteCreate,
      target: null,
      after: { code: invite.code, channel_id: channel.id, max_age, max_uses, temporary }
    })
    return json(200, toApiInvite(state, invite, true))
  }),

  route("GET", "/channels/:channel_id/invites", function* ({ param, state }) {
    const channel = yield* findGuildChannel(state, param("channel_id"))
    const invites = [...state.invites.values()].filter((it) => it.channel_id === channel.id && isAlive(state, it))
    return json(
      200,
      invites.map((invite) => toApiInvite(state, invite, true))
    )
  }),

  route("GET", "/guilds/:guild_id/invites", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const whole = has(permissionsOf(state, guild.id, state.bot.id), Bit.ManageGuild)
    const invites = [...state.invites.values()].filter((it) => it.guild_id === guild.id && isAlive(state, it))
    return json(
      200,
      invites.map((invite) => toApiInvite(state, invite, whole))
    )
  }),

  route("GET", "/invites/:code", ({ param, query, state }) =>
    Effect.map(findInvite(state, param("code")), (invite) => {
      const { approximate_member_count, approximate_presence_count } = countsOf(state.membersOf(invite.guild_id).size)
      const counts = { approximate_member_count, approximate_presence_count }
      return json(200, { ...toApiInvite(state, invite, false), ...(query.with_counts === "true" && counts) })
    })
  ),

  route("DELETE", "/invites/:code", function* ({ param, reason, state }) {
    const invite = yield* findInvite(state, param("code"))
    state.invites.delete(invite.code)
    writeAuditEntry({ state, reason }, invite.guild_id, {
      action: AuditLogEvent.InviteDelete,
      target: null,
      before: {
        code: invite.code,
        channel_id: invite.channel_id,
        max_age: invite.max_age,
        max_uses: invite.max_uses,
        temporary: invite.temporary
      }
    })
    return json(200, toApiInvite(state, invite, false))
  }),

  // The list of users is a CSV file: a header line, then one id per line.
  route("GET", TARGETS, ({ param, state }) =>
    Effect.map(findInvite(state, param("code")), ({ targets = [] }) => ({
      status: 200,
      headers: { "content-type": "text/csv" },
      body: ["user_id", ...targets, ""].join("\n")
    }))
  ),
  route("PUT", TARGETS, (request) => changeTargets(request, () => Effect.succeed(usersIn(request.files)))),
  route("POST", `${TARGETS}/bulk-add`, (request) =>
    changeTargets(request, (before) =>
      Effect.map(decodeFields(Users)(request.body), ({ user_ids }) => [...before, ...user_ids])
    )
  ),
  route("POST", `${TARGETS}/bulk-delete`, (request) =>
    changeTargets(request, (before) =>
      Effect.map(decodeFields(Users)(request.body), ({ user_ids }) => before.filter((id) => !user_ids.includes(id)))
    )
  ),
  route("PUT", `${TARGETS}/:user_id`, (request) =>
    changeTargets(request, (before) => Effect.succeed([...before, request.param("user_id")]))
  ),
  route("DELETE", `${TARGETS}/:user_id`, (request) =>
    changeTargets(request, (before) => Effect.succeed(before.filter((id) => id !== request.param("user_id"))))
  )
]

/** Changes the target users of an invite. Without target users, everyone can accept it. */
const changeTargets = Effect.fnUntraced(function* (
  { param, state }: Pick<RouteRequest<"code">, "param" | "state">,
  change: (before: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, Refusal>
) {
  const invite = yield* findInvite(state, param("code"))
  if (invite.inviter.id !== state.bot.id) yield* ensureInGuild(state, invite.guild_id, Bit.ManageGuild)
  state.invites.set(invite.code, { ...invite, targets: [...new Set(yield* change(invite.targets ?? []))] })
  return noContent
})

const usersIn = (files: ReadonlyArray<UploadedFile>): ReadonlyArray<string> =>
  files.flatMap(({ data, field }) =>
    field === "target_users_file" ? (new TextDecoder().decode(data).match(/^\d{17,20}$/gm) ?? []) : []
  )
