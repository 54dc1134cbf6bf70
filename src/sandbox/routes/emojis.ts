import {
  type APIEmoji,
  type APIGuild,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  GuildPremiumTier
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { clearable, decodeFields, list, optional, picture, problem, snowflake, text } from "../BodySchema.ts"
import {
  invalidField,
  json,
  noContent,
  tooManyAnimatedEmojis,
  tooManyEmojis,
  unknownGuildEmoji
} from "../discordError.ts"
import { findGuild } from "../find.ts"
import { ensureInGuild } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

const name = text(2, 32).pipe(
  Schema.filter(
    (value) => /^\w+$/.test(value),
    problem("STRING_TYPE_REGEX", () => "String value did not match validation regex.")
  )
)

const Create = Schema.Struct({ name, image: picture, roles: optional(list(snowflake, 0, 250)) })

const Patch = Schema.Struct({ name: optional(name), roles: clearable(list(snowflake, 0, 250)) })

/** Maximum number of still emojis in a guild, and of animated ones, by its boosts. Those of integrations do not count. */
const MAX_EMOJIS: Readonly<Record<GuildPremiumTier, number>> = {
  [GuildPremiumTier.None]: 50,
  [GuildPremiumTier.Tier1]: 100,
  [GuildPremiumTier.Tier2]: 150,
  [GuildPremiumTier.Tier3]: 250
}

/** In bytes. */
const MAX_IMAGE = 256 * 1024

const EMOJI = "/guilds/:guild_id/emojis/:emoji_id"

/** `/guilds/{guild.id}/emojis`. */
export const emojiRoutes = [
  route("GET", "/guilds/:guild_id/emojis", ({ param, state }) =>
    Effect.map(findGuild(state, param("guild_id")), (guild) => json(200, guild.emojis))
  ),

  route("GET", EMOJI, (request) => Effect.map(emojiOf(request), ({ emoji }) => json(200, emoji))),

  route("POST", "/guilds/:guild_id/emojis", function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeFields(Create)(body)
    if (sizeOf(form.image) > MAX_IMAGE)
      return yield* invalidField("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    const animated = form.image.startsWith("data:image/gif")
    const max = MAX_EMOJIS[guild.premium_tier]
    if (guild.emojis.filter((it) => it.animated === animated && it.managed !== true).length >= max)
      return yield* (animated ? tooManyAnimatedEmojis : tooManyEmojis)(max)
    const emoji = makeEmoji(state, form.name, form.roles, animated)
    putEmojis(state, guild, [...guild.emojis, emoji])
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.EmojiCreate,
      target: emoji.id,
      after: { name: emoji.name }
    })
    return json(201, emoji)
  }),

  route("PATCH", EMOJI, function* (request) {
    const { emoji, guild } = yield* ownOrManaged(request)
    const { name: renamed = emoji.name, roles = emoji.roles } = yield* decodeFields(Patch)(request.body)
    const after = { ...emoji, name: renamed, roles: roles ?? [] }
    putEmojis(
      request.state,
      guild,
      guild.emojis.map((it) => (it.id === emoji.id ? after : it))
    )
    writeAuditEntry(request, guild.id, { action: AuditLogEvent.EmojiUpdate, target: emoji.id, before: emoji, after })
    return json(200, after)
  }),

  route("DELETE", EMOJI, function* (request) {
    const { emoji, guild } = yield* ownOrManaged(request)
    putEmojis(
      request.state,
      guild,
      guild.emojis.filter((it) => it.id !== emoji.id)
    )
    writeAuditEntry(request, guild.id, {
      action: AuditLogEvent.EmojiDelete,
      target: emoji.id,
      before: { name: emoji.name }
    })
    return noContent
  })
]

/** Returns an emoji that the bot created. */
export const makeEmoji = (
  state: SandboxState,
  emojiName: string,
  roles: Array<string> = [],
  animated = false
): Emoji => ({
  id: state.nextId(),
  name: emojiName,
  roles,
  user: state.bot,
  require_colons: true,
  managed: false,
  animated,
  available: true
})

/** A guild emoji always has an id. */
type Emoji = APIEmoji & { readonly id: string }

/** Returns the size of an image in a data URI, in bytes. */
const sizeOf = (image: string): number => {
  const base64 = image.slice(image.indexOf(",") + 1).replace(/=+$/, "")
  return Math.floor((base64.length * 3) / 4)
}

const putEmojis = (state: SandboxState, guild: APIGuild, emojis: Array<APIEmoji>): void => {
  state.guilds.set(guild.id, { ...guild, emojis })
}

type Named = RouteRequest<"guild_id" | "emoji_id">

const emojiOf = Effect.fnUntraced(function* ({ param, state }: Named) {
  const guild = yield* findGuild(state, param("guild_id"))
  const emoji = guild.emojis.find((it) => it.id === param("emoji_id"))
  return emoji === undefined ? yield* unknownGuildEmoji : { guild, emoji }
})

/** Fails unless the bot may change the emoji. Emojis of other users need MANAGE_GUILD_EXPRESSIONS. */
const ownOrManaged = Effect.fnUntraced(function* (request: Named) {
  const { emoji, guild } = yield* emojiOf(request)
  const { state } = request
  const own = emoji.user?.id === state.bot.id
  if (!own) yield* ensureInGuild(state, guild.id, Bit.ManageGuildExpressions)
  return { guild, emoji }
})
