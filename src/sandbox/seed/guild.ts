import {
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  type APIUser,
  PermissionFlagsBits as Bit,
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildFeature,
  GuildMFALevel,
  GuildNSFWLevel,
  GuildPremiumTier,
  GuildVerificationLevel,
  Locale
} from "discord-api-types/v10"
import { Chunk, Effect, Random, Record } from "effect"
import { newRole } from "../newRole.ts"
import { snowflakeAt, timestamp } from "../Snowflakes.ts"
import { NO_FLAGS } from "../State.ts"

/** Returns a guild with Discord's defaults. */
export const guildOf = (id: string, name: string, owner_id: string, roles: ReadonlyArray<APIRole>): APIGuild => ({
  id,
  name,
  owner_id,
  icon: null,
  splash: null,
  discovery_splash: null,
  banner: null,
  description: null,
  afk_channel_id: null,
  afk_timeout: 300,
  widget_enabled: false,
  widget_channel_id: null,
  verification_level: GuildVerificationLevel.Low,
  default_message_notifications: GuildDefaultMessageNotifications.OnlyMentions,
  explicit_content_filter: GuildExplicitContentFilter.AllMembers,
  roles: [...roles],
  emojis: [],
  stickers: [],
  features: [GuildFeature.Community, GuildFeature.News],
  mfa_level: GuildMFALevel.None,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: NO_FLAGS,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  max_members: 500_000,
  vanity_url_code: null,
  premium_tier: GuildPremiumTier.None,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  preferred_locale: Locale.EnglishUS,
  nsfw_level: GuildNSFWLevel.Default,
  hub_type: null,
  incidents_data: null
})

/** Permissions of every member. */
const MEMBER =
  Bit.ViewChannel |
  Bit.SendMessages |
  Bit.ReadMessageHistory |
  Bit.AddReactions |
  Bit.Connect |
  Bit.Speak |
  Bit.SendMessagesInThreads |
  Bit.CreatePublicThreads |
  Bit.ChangeNickname |
  Bit.SendPolls

/** Additional permissions of the bot. */
const BOT = Bit.EmbedLinks | Bit.AttachFiles | Bit.ManageChannels | Bit.ManageMessages

const MODERATOR = BOT | Bit.KickMembers | Bit.BanMembers | Bit.ModerateMembers | Bit.ManageThreads | Bit.MentionEveryone

/** Returns the roles of a guild from lowest to highest. The bot is below the admin and above the moderator. */
export const rolesOf = (guildId: string, id: () => string, bot: string) => {
  const role = (name: string, position: number, bits: bigint, more: Partial<APIRole> = {}): APIRole => ({
    ...newRole(position === 0 ? guildId : id()),
    name,
    position,
    permissions: bits.toString(),
    colors: { primary_color: more.color ?? 0, secondary_color: null, tertiary_color: null },
    ...more
  })
  return {
    everyone: role("@everyone", 0, MEMBER),
    member: role("member", 1, 0n, { color: 0x3aa5a0, mentionable: true }),
    moderator: role("moderator", 2, MODERATOR, { color: 0x2f7bd1, hoist: true }),
    bot: role("sandbox-bot", 3, BOT, { managed: true, tags: { bot_id: bot } }),
    admin: role("admin", 4, Bit.Administrator, { color: 0xd1572f, hoist: true })
  }
}

/** The roles of a guild by purpose. */
export type Roles = ReturnType<typeof rolesOf>

/** Users that every seed has. The other users depend on the seed. */
const named = {
  owner: ["mira.holm", "Mira"],
  ada: ["ada.okafor", "Ada"],
  bruno: ["bruno_salvi", "Bruno"],
  chiara: ["chiara", "Chiara"],
  dmitri: ["dmitri.v", "Dmitri"]
} as const

/** The users that tests know by name. */
export type Named = Readonly<Record<keyof typeof named, APIUser>>

const others = [
  ["aylin", "Aylin 🌊"],
  ["basti", "Basti"],
  ["cleo.w", "Cleo"],
  ["davey", "Davey Jones"],
  ["eun_ji", "Eun-ji"],
  ["farah", "Farah"],
  ["goran.m", "Goran"],
  ["hana", "Hana"],
  ["ikaika", "Ikaika"],
  ["joana", "Joana"],
  ["kwame", "Kwame"],
  ["lotte", "Lotte"],
  ["mateo", "Mateo"],
  ["nadia.r", "Nadia"],
  ["oskar", "Oskar"],
  ["pia", "Pia"],
  ["quentin", "Quentin"],
  ["rosalind", "Rosalind"],
  ["sora", "Sora"],
  ["tomasz", "Tomasz"]
] as const

/** Number of other members. With the named users and the bot, there are twenty members. */
const OTHERS = 14

const DAY_MS = 24 * 60 * 60_000

/** Creates the users of a seed. Their accounts are older than `beforeMs`. */
export const people = Effect.fnUntraced(function* (beforeMs: number) {
  let sequence = 0
  const account = ([username, global_name]: readonly [string, string], bot = false) =>
    Effect.map(Random.nextIntBetween(30, 2800), (days): APIUser => {
      const id = snowflakeAt(beforeMs - days * DAY_MS, ++sequence)
      return {
        id,
        username,
        global_name,
        discriminator: "0",
        avatar: null,
        public_flags: NO_FLAGS,
        ...(bot && { bot })
      }
    })
  const chosen = Chunk.take(yield* Random.shuffle(others), OTHERS)
  return {
    bot: yield* account(["sandbox-bot", "Sandbox Bot"], true),
    named: yield* Effect.all(Record.map(named, (name) => account(name))),
    others: yield* Effect.forEach(chosen, (name) => account(name))
  }
})

/** Returns a user as a member of a guild. */
export const memberOf = (user: APIUser, roles: Array<string>, joinedMs: number): APIGuildMember => ({
  user,
  roles,
  nick: null,
  avatar: null,
  banner: null,
  joined_at: timestamp(joinedMs),
  premium_since: null,
  communication_disabled_until: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: NO_FLAGS
})
