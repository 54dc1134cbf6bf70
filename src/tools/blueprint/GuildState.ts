/** The state of a guild that a blueprint describes, as Discord has it. */
import { Array as Arr, Effect, Schema } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import { bitsOf, permissionBits } from "../../discord/permissions/PermissionName.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Permit } from "../../safety/Permit.ts"
import { viewableChannels } from "../channels/viewableChannels.ts"
import { getJson } from "../dsl/getJson.ts"
import { Bits, Color, Id, Numbers, nullish, Texts, whole } from "../dsl/reply.ts"

const Overwrite = Schema.Struct({ id: Id, type: Schema.Number, allow: Bits, deny: Bits })

export const Role = Schema.Struct({
  id: Id,
  name: Schema.String,
  position: Schema.Number,
  permissions: Bits,
  color: nullish(Color),
  colors: nullish(
    Schema.Struct({ primary_color: nullish(Color), secondary_color: nullish(Color), tertiary_color: nullish(Color) })
  ),
  hoist: nullish(Schema.Boolean),
  mentionable: nullish(Schema.Boolean),
  unicode_emoji: nullish(Schema.String),
  managed: nullish(Schema.Boolean)
})

const emojiFields = { emoji_id: nullish(Id), emoji_name: nullish(Schema.String) }

export const Channel = Schema.Struct({
  id: Id,
  type: Schema.Number,
  name: Schema.String,
  position: Schema.Number,
  parent_id: nullish(Id),
  flags: nullish(Schema.Number),
  topic: nullish(Schema.String),
  nsfw: nullish(Schema.Boolean),
  rate_limit_per_user: nullish(Schema.Number),
  default_thread_rate_limit_per_user: nullish(Schema.Number),
  default_auto_archive_duration: nullish(Schema.Number),
  bitrate: nullish(Schema.Number),
  user_limit: nullish(Schema.Number),
  rtc_region: nullish(Schema.String),
  video_quality_mode: nullish(Schema.Number),
  available_tags: nullish(
    whole(Schema.Struct({ id: Id, name: Schema.String, moderated: nullish(Schema.Boolean), ...emojiFields }))
  ),
  default_reaction_emoji: nullish(Schema.Struct(emojiFields)),
  default_sort_order: nullish(Schema.Number),
  default_forum_layout: nullish(Schema.Number),
  permission_overwrites: nullish(whole(Overwrite))
})

export const Guild = Schema.Struct({
  id: Id,
  name: Schema.String,
  owner_id: Id,
  description: nullish(Schema.String),
  features: whole(Schema.String),
  verification_level: nullish(Schema.Number),
  default_message_notifications: nullish(Schema.Number),
  explicit_content_filter: nullish(Schema.Number),
  afk_channel_id: nullish(Id),
  afk_timeout: nullish(Schema.Number),
  system_channel_id: nullish(Id),
  system_channel_flags: nullish(Schema.Number),
  rules_channel_id: nullish(Id),
  public_updates_channel_id: nullish(Id),
  safety_alerts_channel_id: nullish(Id),
  preferred_locale: nullish(Schema.String),
  premium_progress_bar_enabled: nullish(Schema.Boolean),
  premium_tier: nullish(Schema.Number),
  roles: whole(Role),
  emojis: nullish(
    whole(
      Schema.Struct({
        id: nullish(Id),
        name: nullish(Schema.String),
        roles: Texts,
        animated: nullish(Schema.Boolean),
        managed: nullish(Schema.Boolean)
      })
    )
  ),
  stickers: nullish(
    whole(
      Schema.Struct({
        id: Id,
        name: Schema.String,
        description: nullish(Schema.String),
        tags: nullish(Schema.String),
        format_type: nullish(Schema.Number)
      })
    )
  )
})

const Rule = Schema.Struct({
  id: Id,
  name: Schema.String,
  enabled: Schema.Boolean,
  trigger_type: Schema.Number,
  trigger_metadata: nullish(
    Schema.Struct({
      keyword_filter: Texts,
      regex_patterns: Texts,
      allow_list: Texts,
      presets: Numbers,
      mention_total_limit: nullish(Schema.Number),
      mention_raid_protection_enabled: nullish(Schema.Boolean)
    })
  ),
  actions: whole(
    Schema.Struct({
      type: Schema.Number,
      metadata: nullish(
        Schema.Struct({
          channel_id: nullish(Id),
          duration_seconds: nullish(Schema.Number),
          custom_message: nullish(Schema.String)
        })
      )
    })
  ),
  exempt_roles: Texts,
  exempt_channels: Texts
})

const WelcomeScreen = Schema.Struct({
  description: nullish(Schema.String),
  welcome_channels: nullish(
    whole(Schema.Struct({ channel_id: Id, description: nullish(Schema.String), ...emojiFields }))
  )
})

const Onboarding = Schema.Struct({
  enabled: Schema.Boolean,
  mode: Schema.Number,
  default_channel_ids: Texts,
  prompts: whole(
    Schema.Struct({
      id: Id,
      title: Schema.String,
      type: nullish(Schema.Number),
      single_select: nullish(Schema.Boolean),
      required: nullish(Schema.Boolean),
      in_onboarding: nullish(Schema.Boolean),
      options: whole(
        Schema.Struct({
          id: Id,
          title: Schema.String,
          description: nullish(Schema.String),
          emoji: nullish(Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })),
          role_ids: Texts,
          channel_ids: Texts
        })
      )
    })
  )
})

export type RoleState = typeof Role.Type
export type ChannelState = typeof Channel.Type
export type RuleState = typeof Rule.Type

/** Returns the key of an object in a blueprint by its id. */
export type KeyOf = (id: string) => string | undefined

/** What a blueprint describes of a guild. A part that the bot cannot read, or that the guild does not have, is absent. */
export interface GuildState {
  readonly guild: typeof Guild.Type
  /** The channels that the bot can view. Discord omits all others. */
  readonly channels: ReadonlyArray<ChannelState>
  readonly rules?: ReadonlyArray<RuleState>
  readonly welcome?: typeof WelcomeScreen.Type
  readonly onboarding?: typeof Onboarding.Type
  /** The bot's roles, and its permissions in the guild. */
  readonly bot: { readonly roles: ReadonlyArray<string>; readonly permissions: bigint }
}

/** Whether the bot views all channels of the guild. */
export const seesAll = ({ bot }: Pick<GuildState, "bot">): boolean =>
  (bot.permissions & permissionBits.ADMINISTRATOR) !== 0n

/** Whether a guild has Community features. */
export const isCommunity = ({ guild }: Pick<GuildState, "guild">): boolean => guild.features.includes("COMMUNITY")

/** Reads a guild with at most seven requests. What the bot may not read is left out. */
export const readGuild = Effect.fn("blueprint.readGuild")(function* (guild_id: string) {
  const path = { guild_id }
  const [guild, channels, bot, rules] = yield* Effect.all(
    [
      getJson(Guild, "/guilds/{guild_id}", path),
      viewableChannels(Channel, guild_id),
      readBot(guild_id),
      readable(getJson(whole(Rule), "/guilds/{guild_id}/auto-moderation/rules", path))
    ],
    { concurrency: "unbounded" }
  )
  const [welcome, onboarding] = isCommunity({ guild })
    ? yield* Effect.all(
        [
          readable(getJson(WelcomeScreen, "/guilds/{guild_id}/welcome-screen", path)),
          readable(getJson(Onboarding, "/guilds/{guild_id}/onboarding", path))
        ],
        { concurrency: "unbounded" }
      )
    : []
  const owns = guild.owner_id === bot.id
  const held = guild.roles.filter(({ id }) => id === guild.id || bot.roles.includes(id))
  const permissions = held.reduce((bits, role) => bits | BigInt(role.permissions), 0n)
  return {
    guild,
    channels,
    ...(rules !== undefined && { rules }),
    ...(welcome !== undefined && { welcome }),
    ...(onboarding !== undefined && { onboarding }),
    bot: { roles: bot.roles, permissions: owns ? bitsOf(["ADMINISTRATOR"]) : permissions }
  } satisfies GuildState as GuildState
})

const readBot = (guild_id: string) =>
  Effect.gen(function* () {
    const { id } = yield* getJson(Schema.Struct({ id: Id }), "/users/@me", {})
    const member = Schema.Struct({ roles: whole(Schema.String) })
    const { roles } = yield* getJson(member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id: id })
    return { id, roles }
  })

/** Leaves out what the bot may not read, and what the guild does not have. */
const readable = <A>(read: Effect.Effect<A, DiscordFailure, Discord | Permit>) =>
  read.pipe(
    Effect.map((value): A | undefined => value),
    Effect.catchTag("DiscordPermissionError", "DiscordNotFoundError", () => Effect.succeed(undefined))
  )

/** The maximum number of channels that are asked for one by one. */
export const LOOKUPS_MAX = 50

/**
 * Asks for channels of a guild that its list lacks. Returns the ids of those that may exist: Discord answers 50001 for a
 * channel that the bot cannot view, and 10003 for one that was deleted. Beyond the maximum, every channel may exist.
 */
export const hiddenChannels = (guild_id: string, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(
      ids.slice(0, LOOKUPS_MAX),
      (channel_id) =>
        getJson(Schema.Struct({ guild_id: nullish(Id) }), "/channels/{channel_id}", { channel_id }).pipe(
          Effect.map((channel) => (channel.guild_id === guild_id ? [channel_id] : [])),
          Effect.catchTag("DiscordPermissionError", () => Effect.succeed([channel_id])),
          Effect.catchTag("DiscordNotFoundError", () => Effect.succeed([]))
        ),
      { concurrency: 4 }
    ),
    (found) => new Set([...Arr.flatten(found), ...ids.slice(LOOKUPS_MAX)])
  )
