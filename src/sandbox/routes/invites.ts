import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { note } from "../audit.ts"
import { decodeForm, integer, list, optional, snowflake } from "../Form.ts"
import { findChannel, findGuild, findGuildChannel } from "../find.ts"
import { findInvite, isAlive, makeInvite, told } from "../inviting.ts"
import { ensureInChannel, ensureInGuild, has, permissionsOf } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { route } from "../Router.ts"
import { countsOf } from "./users.ts"

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

const DAY_S = 24 * 60 * 60

/** `/invites`, and those of a guild or a channel. */
export const inviteRoutes = [
  route(
    "POST",
    "/channels/:channel_id/invites",
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const channel = yield* findGuildChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, Bit.CreateInstantInvite)
      const form = yield* decodeForm(Create)(body)
      if (form.role_ids !== undefined) yield* ensureInGuild(world, channel.guild_id, Bit.ManageRoles)
      const { max_age = DAY_S, max_uses = 0, temporary = false, unique = false } = form
      const same = [...world.invites.values()].find(
        (it) => it.channel_id === channel.id && it.max_age === max_age && it.max_uses === max_uses && isAlive(world, it)
      )
      // Without `unique` Discord hands out a similar invite again.
      const invite =
        (unique ? undefined : same) ?? makeInvite(world, channel.guild_id, channel.id, { max_age, max_uses, temporary })
      world.invites.set(invite.code, invite)
      note({ world, reason }, channel.guild_id, {
        action: AuditLogEvent.InviteCreate,
        target: null,
        after: { code: invite.code, channel_id: channel.id, max_age, max_uses, temporary }
      })
      return json(200, told(world, invite, true))
    })
  ),

  route(
    "GET",
    "/channels/:channel_id/invites",
    Effect.fnUntraced(function* ({ param, world }) {
      const channel = yield* findGuildChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, Bit.ManageChannels)
      const invites = [...world.invites.values()].filter((it) => it.channel_id === channel.id && isAlive(world, it))
      return json(
        200,
        invites.map((invite) => told(world, invite, true))
      )
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/invites",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      const held = permissionsOf(world, guild.id, world.bot.id)
      if (!has(held, Bit.ViewAuditLog)) yield* ensureInGuild(world, guild.id, Bit.ManageGuild)
      const invites = [...world.invites.values()].filter((it) => it.guild_id === guild.id && isAlive(world, it))
      return json(
        200,
        invites.map((invite) => told(world, invite, has(held, Bit.ManageGuild)))
      )
    })
  ),

  route("GET", "/invites/:code", ({ param, query, world }) =>
    Effect.map(findInvite(world, param("code")), (invite) => {
      const { approximate_member_count, approximate_presence_count } = countsOf(world.membersOf(invite.guild_id).size)
      const counts = { approximate_member_count, approximate_presence_count }
      return json(200, { ...told(world, invite, false), ...(query.with_counts === "true" && counts) })
    })
  ),

  route(
    "DELETE",
    "/invites/:code",
    Effect.fnUntraced(function* ({ param, reason, world }) {
      const invite = yield* findInvite(world, param("code"))
      const channel = yield* findChannel(world, invite.channel_id)
      if (!has(permissionsOf(world, invite.guild_id, world.bot.id), Bit.ManageGuild))
        yield* ensureInChannel(world, channel, Bit.ManageChannels)
      world.invites.delete(invite.code)
      note({ world, reason }, invite.guild_id, {
        action: AuditLogEvent.InviteDelete,
        target: null,
        before: { code: invite.code, channel_id: invite.channel_id }
      })
      return json(200, told(world, invite, false))
    })
  ),

  // For whom an invite is: everybody, as nobody has said otherwise.
  route("GET", "/invites/:code/target-users", ({ param, world }) =>
    Effect.map(findInvite(world, param("code")), () => ({
      status: 200,
      headers: { "content-type": "text/csv" },
      body: "user_id\n"
    }))
  ),
  route("PUT", "/invites/:code/target-users", ({ param, world }) =>
    Effect.as(findInvite(world, param("code")), noContent)
  )
]
