import { AuditLogEvent } from "discord-api-types/v10"
import { type Channel, holdsMessages } from "../Channel.ts"
import { ChannelCreate, channelName, checkOverwrites, checkParent, storedTags } from "../channelForm.ts"
import { tooManyChannels } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import { findGuild } from "../find.ts"
import { isViewable } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"
import { countsOf } from "./users.ts"

/** Maximum number of channels in a guild. */
const MAX_CHANNELS = 500

/** `/guilds`: a guild and its channels. */
export const guildRoutes = [
  route("GET", "/guilds/:guild_id", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(200, { ...guild, ...(query.with_counts === "true" && countsOf(state.membersOf(guild.id).size)) })
  }),

  route("GET", "/guilds/:guild_id/channels", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(
      200,
      state.channelsOf(guild.id).filter((channel) => isViewable(state, channel))
    )
  }),

  route("POST", "/guilds/:guild_id/channels", function* ({ body, nowMs, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeForm(ChannelCreate)(body)
    const { available_tags, name, parent_id, permission_overwrites, type = 0, ...rest } = form
    yield* checkParent(state, guild.id, parent_id)
    yield* checkOverwrites(state, guild.id, permission_overwrites)
    if (state.channelsOf(guild.id).length >= MAX_CHANNELS) return yield* tooManyChannels
    const channel: Channel = {
      id: state.nextId(nowMs),
      type,
      guild_id: guild.id,
      name: channelName(type, name),
      position: state.channelsOf(guild.id).length,
      parent_id: parent_id ?? null,
      permission_overwrites: permission_overwrites ?? [],
      flags: 0,
      nsfw: false,
      ...rest,
      ...storedTags(state, available_tags)
    }
    state.channels.set(channel.id, holdsMessages(channel) ? { last_message_id: null, ...channel } : channel)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.ChannelCreate,
      target: channel.id,
      after: { name: channel.name, type }
    })
    return json(201, state.channels.get(channel.id))
  })
]
