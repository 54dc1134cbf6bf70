import { ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { type Channel, isDirect, shown } from "../Channel.ts"
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
  route(
    "POST",
    "/users/@me/channels",
    Effect.fnUntraced(function* ({ body, nowMs, world }) {
      const { recipient_id } = yield* decodeForm(Open)(body)
      const user = yield* Effect.mapError(findUser(world, recipient_id), () => invalidRecipient)
      if (user.bot === true) return yield* cannotWriteTo
      const known = [...world.channels.values()].find((it) => isDirect(it) && it.recipients?.[0]?.id === user.id)
      const channel: Channel = known ?? {
        id: world.nextId(nowMs),
        type: ChannelType.DM,
        guild_id: "",
        name: "",
        parent_id: null,
        flags: 0,
        last_message_id: null,
        recipients: [user]
      }
      world.channels.set(channel.id, channel)
      return json(200, shown(channel))
    })
  ),

  route(
    "PATCH",
    "/users/@me",
    Effect.fnUntraced(function* ({ body, world }) {
      const { avatar, banner, username } = yield* decodeForm(Myself)(body)
      world.bot = {
        ...world.bot,
        ...(username !== undefined && { username }),
        ...(avatar !== undefined && { avatar: avatar === null ? null : world.bot.id }),
        ...(banner !== undefined && { banner: banner === null ? null : world.bot.id })
      }
      world.users.set(world.bot.id, world.bot)
      return json(200, world.bot)
    })
  ),

  route("DELETE", "/users/@me/guilds/:guild_id", ({ param, world }) => {
    const guildId = param("guild_id")
    if (!world.guilds.delete(guildId)) return unknownGuild
    for (const channel of [...world.threadsOf(guildId), ...world.channelsOf(guildId)]) world.removeChannel(channel.id)
    return Effect.succeed(noContent)
  })
]
