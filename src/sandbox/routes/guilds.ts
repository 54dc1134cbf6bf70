import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { note } from "../audit.ts"
import { type Channel, holdsMessages } from "../Channel.ts"
import { ChannelCreate, channelName, checkOverwrites, checkParent } from "../channelForm.ts"
import { tooManyChannels } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import { findGuild } from "../find.ts"
import { ensureInGuild } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { viewableChannels } from "../visibility.ts"
import { countsOf } from "./users.ts"

/** Channels of a guild at most. */
const MOST = 500

/** `/guilds`: the guild and its channels. */
export const guildRoutes = [
  route(
    "GET",
    "/guilds/:guild_id",
    Effect.fnUntraced(function* ({ param, query, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      return json(200, { ...guild, ...(query.with_counts === "true" && countsOf(world.membersOf(guild.id).size)) })
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/channels",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      return json(200, viewableChannels(world, guild.id))
    })
  ),

  route(
    "POST",
    "/guilds/:guild_id/channels",
    Effect.fnUntraced(function* ({ body, nowMs, param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.ManageChannels)
      const { name, parent_id, permission_overwrites, type = 0, ...rest } = yield* decodeForm(ChannelCreate)(body)
      yield* checkParent(world, guild.id, parent_id)
      yield* checkOverwrites(world, guild.id, permission_overwrites)
      if (world.channelsOf(guild.id).length >= MOST) return yield* tooManyChannels
      const channel: Channel = {
        id: world.nextId(nowMs),
        type,
        guild_id: guild.id,
        name: channelName(type, name),
        position: world.channelsOf(guild.id).length,
        parent_id: parent_id ?? null,
        permission_overwrites: permission_overwrites ?? [],
        flags: 0,
        nsfw: false,
        ...rest
      }
      world.channels.set(channel.id, holdsMessages(channel) ? { last_message_id: null, ...channel } : channel)
      note({ world, reason }, guild.id, {
        action: AuditLogEvent.ChannelCreate,
        target: channel.id,
        after: { name: channel.name, type }
      })
      return json(201, world.channels.get(channel.id))
    })
  )
]
