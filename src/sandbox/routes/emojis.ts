import { type APIEmoji, type APIGuild, AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { note } from "../audit.ts"
import { tooManyEmojis, unknownGuildEmoji } from "../discordError.ts"
import { clearable, decodeForm, list, optional, picture, says, snowflake, text } from "../Form.ts"
import { findGuild } from "../find.ts"
import { ensureInGuild, has, permissionsOf } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import type { World } from "../State.ts"

const name = text(2, 32).pipe(
  Schema.filter(
    (value) => /^\w+$/.test(value),
    says("STRING_TYPE_REGEX", () => "String value did not match validation regex.")
  )
)

const Create = Schema.Struct({ name, image: picture, roles: optional(list(snowflake, 0, 250)) })

const Patch = Schema.Struct({ name: optional(name), roles: clearable(list(snowflake, 0, 250)) })

/** Emojis of a guild without boosts at most. */
const MOST = 50

const EMOJI = "/guilds/:guild_id/emojis/:emoji_id"

/** `/guilds/{guild.id}/emojis`. */
export const emojiRoutes = [
  route("GET", "/guilds/:guild_id/emojis", ({ param, world }) =>
    Effect.map(findGuild(world, param("guild_id")), (guild) => json(200, guild.emojis))
  ),

  route("GET", EMOJI, (call) => Effect.map(emojiOf(call), ({ emoji }) => json(200, emoji))),

  route(
    "POST",
    "/guilds/:guild_id/emojis",
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.CreateGuildExpressions)
      const form = yield* decodeForm(Create)(body)
      if (guild.emojis.length >= MOST) return yield* tooManyEmojis
      const emoji = makeEmoji(world, form.name, form.roles, form.image.startsWith("data:image/gif"))
      putEmojis(world, guild, [...guild.emojis, emoji])
      note({ world, reason }, guild.id, {
        action: AuditLogEvent.EmojiCreate,
        target: emoji.id,
        after: { name: emoji.name }
      })
      return json(201, emoji)
    })
  ),

  route(
    "PATCH",
    EMOJI,
    Effect.fnUntraced(function* (call) {
      const { emoji, guild } = yield* ownOrManaged(call)
      const { name: renamed = emoji.name, roles = emoji.roles } = yield* decodeForm(Patch)(call.body)
      const after = { ...emoji, name: renamed, roles: roles ?? [] }
      putEmojis(
        call.world,
        guild,
        guild.emojis.map((it) => (it.id === emoji.id ? after : it))
      )
      note(call, guild.id, { action: AuditLogEvent.EmojiUpdate, target: emoji.id, before: emoji, after })
      return json(200, after)
    })
  ),

  route(
    "DELETE",
    EMOJI,
    Effect.fnUntraced(function* (call) {
      const { emoji, guild } = yield* ownOrManaged(call)
      putEmojis(
        call.world,
        guild,
        guild.emojis.filter((it) => it.id !== emoji.id)
      )
      note(call, guild.id, { action: AuditLogEvent.EmojiDelete, target: emoji.id, before: { name: emoji.name } })
      return noContent
    })
  )
]

/** An emoji the bot made. */
export const makeEmoji = (world: World, emojiName: string, roles: Array<string> = [], animated = false): Emoji => ({
  id: world.nextId(),
  name: emojiName,
  roles,
  user: world.bot,
  require_colons: true,
  managed: false,
  animated,
  available: true
})

/** An emoji of a guild has an id. */
type Emoji = APIEmoji & { readonly id: string }

const putEmojis = (world: World, guild: APIGuild, emojis: Array<APIEmoji>): void => {
  world.guilds.set(guild.id, { ...guild, emojis })
}

type Named = Call<"guild_id" | "emoji_id">

const emojiOf = Effect.fnUntraced(function* ({ param, world }: Named) {
  const guild = yield* findGuild(world, param("guild_id"))
  const emoji = guild.emojis.find((it) => it.id === param("emoji_id"))
  return emoji === undefined ? yield* unknownGuildEmoji : { guild, emoji }
})

/** Its own emoji a maker may change; those of others take a permission more. */
const ownOrManaged = Effect.fnUntraced(function* (call: Named) {
  const { emoji, guild } = yield* emojiOf(call)
  const { world } = call
  const own = emoji.user?.id === world.bot.id
  const held = permissionsOf(world, guild.id, world.bot.id)
  if (!(own && has(held, Bit.CreateGuildExpressions))) yield* ensureInGuild(world, guild.id, Bit.ManageGuildExpressions)
  return { guild, emoji }
})
