import { ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { type Channel, isDirect, toApiChannel } from "../Channel.ts"
import { cannotWriteTo, invalidRecipient, unknownGuild } from "../discordError.ts"
import { clearable, decodeForm, optional, picture, snowflake, text } from "../Form.ts"
import { findUser } from "../find.ts"
import { json, noContent } from "../Reply.ts"
import { route } from "../Router.ts"

const Open = Schema.Struct({ recipient_id: snowflake })

const Myself = Schema.Struct({
  username: optional(text(2, 32)),
  avatar: clearable(picture),
  banner: clearable(picture)
})

/** `/users/@me`: direct messages, and the bot itself. */
export const directMessageRoutes = [
  route("POST", "/users/@me/channels", function* ({ body, nowMs, state }) {
    const { recipient_id } = yield* decodeForm(Open)(body)
    const user = yield* Effect.mapError(findUser(state, recipient_id), () => invalidRecipient)
    if (user.bot === true) return yield* cannotWriteTo
    const known = [...state.channels.values()].find((it) => isDirect(it) && it.recipients?.[0]?.id === user.id)
    const channel: Channel = known ?? {
      id: state.nextId(nowMs),
      type: ChannelType.DM,
      guild_id: "",
      name: "",
      parent_id: null,
      flags: 0,
      last_message_id: null,
      recipients: [user]
    }
    state.channels.set(channel.id, channel)
    return json(200, toApiChannel(channel))
  }),

  route("PATCH", "/users/@me", function* ({ body, state }) {
    const { avatar, banner, username } = yield* decodeForm(Myself)(body)
    state.bot = {
      ...state.bot,
      ...(username !== undefined && { username }),
      ...(avatar !== undefined && { avatar: avatar === null ? null : state.bot.id }),
      ...(banner !== undefined && { banner: banner === null ? null : state.bot.id })
    }
    state.users.set(state.bot.id, state.bot)
    return json(200, state.bot)
  }),

  route("DELETE", "/users/@me/guilds/:guild_id", ({ param, state }) => {
    const guildId = param("guild_id")
    if (!state.guilds.delete(guildId)) return unknownGuild
    for (const channel of [...state.threadsOf(guildId), ...state.channelsOf(guildId)]) state.removeChannel(channel.id)
    return Effect.succeed(noContent)
  })
]
