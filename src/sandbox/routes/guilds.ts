import { type APIGuild, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { ChannelCreate, channelName, checkOverwrites, checkParent } from "../channelForm.ts"
import { type Refusal, unknownGuild, unknownMember, unknownUser } from "../discordError.ts"
import { decodeForm, integerText, optional, snowflake, text } from "../Form.ts"
import { ensureInGuild } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import { type Channel, holdsMessages, type World } from "../World.ts"
import { countsOf } from "./users.ts"

const MemberPage = Schema.Struct({ limit: optional(integerText(1, 1000)), after: optional(snowflake) })

const MemberSearch = Schema.Struct({ query: text(1, 100), limit: optional(integerText(1, 1000)) })

/** `/guilds`: the guild, its channels, roles and members. */
export const guildRoutes = [
  route(
    "GET",
    "/guilds/:guild_id",
    Effect.fnUntraced(function* ({ param, query, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      return json(200, { ...guild, ...(query.with_counts === "true" && countsOf(world.membersOf(guild.id).size)) })
    })
  ),

  // All of them, also those the bot may not view: so does Discord.
  route(
    "GET",
    "/guilds/:guild_id/channels",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      return json(200, world.channelsOf(guild.id))
    })
  ),

  route(
    "POST",
    "/guilds/:guild_id/channels",
    Effect.fnUntraced(function* ({ body, nowMs, param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.ManageChannels)
      const { name, parent_id, permission_overwrites, type = 0, ...rest } = yield* decodeForm(ChannelCreate)(body)
      yield* checkParent(world, guild.id, parent_id)
      yield* checkOverwrites(world, guild.id, permission_overwrites)
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
      return json(201, world.channels.get(channel.id))
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/roles",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      return json(200, guild.roles)
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/members",
    Effect.fnUntraced(function* ({ param, query, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      const { after = "0", limit = 1 } = yield* decodeForm(MemberPage)(query)
      const members = [...world.membersOf(guild.id).values()].filter((member) => isOlder(after, member.user.id))
      return json(200, members.slice(0, limit))
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/members/search",
    Effect.fnUntraced(function* ({ param, query, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      const { limit = 1, query: wanted } = yield* decodeForm(MemberSearch)(query)
      const begins = (name: string | null | undefined) => name?.toLowerCase().startsWith(wanted.toLowerCase()) === true
      const found = [...world.membersOf(guild.id).values()].filter(
        ({ nick, user }) => begins(user.username) || begins(user.global_name) || begins(nick)
      )
      return json(200, found.slice(0, limit))
    })
  ),

  route(
    "GET",
    "/guilds/:guild_id/members/:user_id",
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      const member = world.membersOf(guild.id).get(param("user_id"))
      if (member !== undefined) return json(200, member)
      return yield* world.users.has(param("user_id")) ? unknownMember : unknownUser
    })
  )
]

const findGuild = (world: World, id: string): Effect.Effect<APIGuild, Refusal> => {
  const guild = world.guilds.get(id)
  return guild === undefined ? unknownGuild : Effect.succeed(guild)
}
