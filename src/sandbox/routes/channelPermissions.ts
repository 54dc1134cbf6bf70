import { type APIOverwrite, AuditLogEvent } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { type Channel, isThread } from "../Channel.ts"
import { checkOverwrites, checkParent } from "../channelForm.ts"
import { unknownChannel, unknownOverwrite, wrongChannelType } from "../discordError.ts"
import { bits, choice, clearable, decodeForm, integer, list, optional, snowflake } from "../Form.ts"
import { findGuild, findGuildChannel } from "../find.ts"
import { noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

const Overwrite = Schema.Struct({ type: choice(0, 1), allow: optional(bits), deny: optional(bits) })

const Positions = list(
  Schema.Struct({
    id: snowflake,
    position: clearable(integer(0, 2_147_483_647)),
    parent_id: clearable(snowflake),
    lock_permissions: optional(Schema.Boolean)
  }),
  0,
  500
)

const PERMISSION = "/channels/:channel_id/permissions/:overwrite_id"

/** Channel positions and permission overwrites. */
export const channelPermissionRoutes = [
  route("PUT", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const { allow = 0, deny = 0, type } = yield* decodeForm(Overwrite)(request.body)
    const overwrite: APIOverwrite = {
      id: request.param("overwrite_id"),
      type,
      allow: String(allow),
      deny: String(deny)
    }
    yield* checkOverwrites(request.state, channel.guild_id, [overwrite])
    const before = channel.permission_overwrites?.find((it) => it.id === overwrite.id)
    putOverwrites(request, channel, [...without(channel, overwrite.id), overwrite])
    writeAuditEntry(request, channel.guild_id, {
      action: before === undefined ? AuditLogEvent.ChannelOverwriteCreate : AuditLogEvent.ChannelOverwriteUpdate,
      target: channel.id,
      ...(before !== undefined && { before }),
      after: overwrite,
      options: { id: overwrite.id, type: String(type) }
    })
    return noContent
  }),

  route("DELETE", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const before = channel.permission_overwrites?.find((it) => it.id === request.param("overwrite_id"))
    if (before === undefined) return yield* unknownOverwrite
    putOverwrites(request, channel, without(channel, before.id))
    writeAuditEntry(request, channel.guild_id, {
      action: AuditLogEvent.ChannelOverwriteDelete,
      target: channel.id,
      before,
      options: { id: before.id, type: String(before.type) }
    })
    return noContent
  }),

  route("PATCH", "/guilds/:guild_id/channels", function* ({ body, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const positions = yield* decodeForm(Positions)(body)
    for (const { id, parent_id } of positions) {
      if (state.channels.get(id)?.guild_id !== guild.id) return yield* unknownChannel
      yield* checkParent(state, guild.id, parent_id)
    }
    for (const { id, lock_permissions, parent_id, position } of positions) {
      const channel = state.channels.get(id)
      if (channel === undefined) continue
      const parent = state.channels.get(parent_id ?? channel.parent_id ?? "")
      state.channels.set(id, {
        ...channel,
        ...(typeof position === "number" && { position }),
        ...(parent_id !== undefined && { parent_id }),
        ...(lock_permissions === true && { permission_overwrites: parent?.permission_overwrites ?? [] })
      })
    }
    return noContent
  })
]

const overwritable = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"channel_id">) {
  const channel = yield* findGuildChannel(state, param("channel_id"))
  if (isThread(channel)) return yield* wrongChannelType
  return channel
})

const without = ({ permission_overwrites = [] }: Channel, id: string): ReadonlyArray<APIOverwrite> =>
  permission_overwrites.filter((it) => it.id !== id)

const putOverwrites = (
  { state }: RouteRequest<"channel_id">,
  channel: Channel,
  permission_overwrites: ReadonlyArray<APIOverwrite>
): void => {
  state.channels.set(channel.id, { ...channel, permission_overwrites })
}
