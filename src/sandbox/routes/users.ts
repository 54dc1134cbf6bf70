import { type APIUser, ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { clearable, decodeFields, optional, page, picture, snowflake, text } from "../BodySchema.ts"
import { cannotWriteTo, invalidRecipient, json, noContent, unknownGuild, unknownUser } from "../discordError.ts"
import { findUser, isDirect, toApiChannel } from "../find.ts"
import { permissionsOf } from "../Permissions.ts"
import { route } from "../Router.ts"
import { pageOf } from "../Snowflakes.ts"
import type { Channel, SandboxState } from "../State.ts"

const GuildPage = Schema.Struct(page(200))

/** `/users`: the bot and other users. */
export const userRoutes = [
  // `mfa_enabled` of a bot is that of its owner.
  route("GET", "/users/@me", ({ state }) => Effect.succeed(json(200, { ...state.bot, mfa_enabled: false }))),

  route("GET", "/users/@me/guilds", function* ({ query, state }) {
    const guilds = pageOf(state.guilds.values(), ({ id }) => id, {
      limit: 200,
      ...(yield* decodeFields(GuildPage)(query))
    })
    return json(
      200,
      guilds.map(({ banner, features, icon, id, name, owner_id }) => ({
        id,
        name,
        icon,
        banner,
        features,
        owner: owner_id === state.bot.id,
        permissions: permissionsOf(state, id, state.bot.id).toString(),
        ...(query.with_counts === "true" && countsOf(state.membersOf(id).size))
      }))
    )
  }),

  route("GET", "/users/:user_id", ({ param, state }) => {
    const user = state.users.get(param("user_id"))
    return user === undefined ? unknownUser : Effect.succeed(json(200, user))
  })
]

/** Only the bot is online in a sandbox. */
export const countsOf = (members: number) => ({ approximate_member_count: members, approximate_presence_count: 1 })

const Open = Schema.Struct({ recipient_id: snowflake })

const Myself = Schema.Struct({
  username: optional(text(2, 32)),
  avatar: clearable(picture),
  banner: clearable(picture)
})

/** Returns the direct message channel with a user. Creates it with the first request. */
export const directChannelOf = (state: SandboxState, user: APIUser): Channel => {
  const known = [...state.channels.values()].find(
    (channel) => isDirect(channel) && channel.recipients?.[0]?.id === user.id
  )
  const channel: Channel = known ?? {
    id: state.nextId(),
    type: ChannelType.DM,
    guild_id: "",
    name: "",
    parent_id: null,
    flags: 0,
    last_message_id: null,
    recipients: [user]
  }
  if (known === undefined) state.channels.set(channel.id, channel)
  return channel
}

/** `/users/@me`: direct messages, and the bot itself. */
export const directMessageRoutes = [
  route("POST", "/users/@me/channels", function* ({ body, state }) {
    const { recipient_id } = yield* decodeFields(Open)(body)
    const user = yield* Effect.mapError(findUser(state, recipient_id), () => invalidRecipient)
    if (user.bot === true) return yield* cannotWriteTo
    const channel = directChannelOf(state, user)
    return json(200, toApiChannel(channel))
  }),

  route("PATCH", "/users/@me", function* ({ body, state }) {
    const { avatar, banner, username } = yield* decodeFields(Myself)(body)
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
