import { PermissionFlagsBits as Bits } from "discord-api-types/v10"
import { Array, String } from "effect"

/** The bit of each Discord permission, by its documented name. */
export const permissionBits = {
  CREATE_INSTANT_INVITE: Bits.CreateInstantInvite,
  KICK_MEMBERS: Bits.KickMembers,
  BAN_MEMBERS: Bits.BanMembers,
  ADMINISTRATOR: Bits.Administrator,
  MANAGE_CHANNELS: Bits.ManageChannels,
  MANAGE_GUILD: Bits.ManageGuild,
  ADD_REACTIONS: Bits.AddReactions,
  VIEW_AUDIT_LOG: Bits.ViewAuditLog,
  PRIORITY_SPEAKER: Bits.PrioritySpeaker,
  STREAM: Bits.Stream,
  VIEW_CHANNEL: Bits.ViewChannel,
  SEND_MESSAGES: Bits.SendMessages,
  SEND_TTS_MESSAGES: Bits.SendTTSMessages,
  MANAGE_MESSAGES: Bits.ManageMessages,
  EMBED_LINKS: Bits.EmbedLinks,
  ATTACH_FILES: Bits.AttachFiles,
  READ_MESSAGE_HISTORY: Bits.ReadMessageHistory,
  MENTION_EVERYONE: Bits.MentionEveryone,
  USE_EXTERNAL_EMOJIS: Bits.UseExternalEmojis,
  VIEW_GUILD_INSIGHTS: Bits.ViewGuildInsights,
  CONNECT: Bits.Connect,
  SPEAK: Bits.Speak,
  MUTE_MEMBERS: Bits.MuteMembers,
  DEAFEN_MEMBERS: Bits.DeafenMembers,
  MOVE_MEMBERS: Bits.MoveMembers,
  USE_VAD: Bits.UseVAD,
  CHANGE_NICKNAME: Bits.ChangeNickname,
  MANAGE_NICKNAMES: Bits.ManageNicknames,
  MANAGE_ROLES: Bits.ManageRoles,
  MANAGE_WEBHOOKS: Bits.ManageWebhooks,
  MANAGE_GUILD_EXPRESSIONS: Bits.ManageGuildExpressions,
  USE_APPLICATION_COMMANDS: Bits.UseApplicationCommands,
  REQUEST_TO_SPEAK: Bits.RequestToSpeak,
  MANAGE_EVENTS: Bits.ManageEvents,
  MANAGE_THREADS: Bits.ManageThreads,
  CREATE_PUBLIC_THREADS: Bits.CreatePublicThreads,
  CREATE_PRIVATE_THREADS: Bits.CreatePrivateThreads,
  USE_EXTERNAL_STICKERS: Bits.UseExternalStickers,
  SEND_MESSAGES_IN_THREADS: Bits.SendMessagesInThreads,
  USE_EMBEDDED_ACTIVITIES: Bits.UseEmbeddedActivities,
  MODERATE_MEMBERS: Bits.ModerateMembers,
  VIEW_CREATOR_MONETIZATION_ANALYTICS: Bits.ViewCreatorMonetizationAnalytics,
  USE_SOUNDBOARD: Bits.UseSoundboard,
  CREATE_GUILD_EXPRESSIONS: Bits.CreateGuildExpressions,
  CREATE_EVENTS: Bits.CreateEvents,
  USE_EXTERNAL_SOUNDS: Bits.UseExternalSounds,
  SEND_VOICE_MESSAGES: Bits.SendVoiceMessages,
  SET_VOICE_CHANNEL_STATUS: 1n << 48n,
  SEND_POLLS: Bits.SendPolls,
  USE_EXTERNAL_APPS: Bits.UseExternalApps,
  PIN_MESSAGES: Bits.PinMessages,
  BYPASS_SLOWMODE: Bits.BypassSlowmode
} as const

/** The name of a permission. */
export type PermissionName = keyof typeof permissionBits

/** Returns the names of a set of bits, in Discord's order. */
export const namesOf = (bits: bigint): ReadonlyArray<PermissionName> =>
  // `Object.keys` loses the key type. The keys are those of `permissionBits`.
  (Object.keys(permissionBits) as ReadonlyArray<PermissionName>).filter((name) => (bits & permissionBits[name]) !== 0n)

/** Bits of permissions that have no name here, in hexadecimal: `0x800000000000`. */
export type UnnamedBits = `0x${string}`

/** A permission in inputs and results: its name, or the bits that have none. */
export type Permission = PermissionName | UnnamedBits

/** All bits that have a name here. */
export const NAMED: bigint = Object.values(permissionBits).reduce((all, bit) => all | bit, 0n)

/** Whether a text is the name of a permission. */
export const isNamed = (text: string): text is PermissionName => Object.hasOwn(permissionBits, text)

/** Whether a text is bits without a name. Bits that have one are refused: the name says what they allow. */
export const isUnnamed = (text: string): text is UnnamedBits =>
  /^0x[0-9a-f]{1,16}$/.test(text) && (BigInt(text) & NAMED) === 0n

/** Returns the bits of permissions. */
export const bitsOf = (permissions: ReadonlyArray<Permission>): bigint =>
  permissions.reduce((bits, one) => bits | (isNamed(one) ? permissionBits[one] : BigInt(one)), 0n)

/** Returns the names of a set of bits, in Discord's order, and then the bits that have none. */
export const permissionsIn = (bits: bigint): ReadonlyArray<Permission> => {
  const rest = bits & ~NAMED
  return rest === 0n ? namesOf(bits) : [...namesOf(bits), `0x${rest.toString(16)}`]
}

/** Permissions of the whole guild: no channel overwrite has them (Discord docs, permissions without a channel type). */
const guildWideNames: ReadonlyArray<PermissionName> = [
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "ADMINISTRATOR",
  "MANAGE_GUILD",
  "VIEW_AUDIT_LOG",
  "VIEW_GUILD_INSIGHTS",
  "CHANGE_NICKNAME",
  "MANAGE_NICKNAMES",
  "MANAGE_GUILD_EXPRESSIONS",
  "MODERATE_MEMBERS",
  "VIEW_CREATOR_MONETIZATION_ANALYTICS",
  "CREATE_GUILD_EXPRESSIONS"
]

/** The bits of the permissions that only a role can grant. An overwrite of a channel does not change them. */
export const GUILD_WIDE: bigint = bitsOf(guildWideNames)

/** Where missing permissions are missing, and who needs them. */
export interface MissingPermissions {
  readonly missing: ReadonlyArray<string>
  /** Whether a channel decides. For an operation on the whole guild, overwrites do not count. */
  readonly inChannel: boolean
  /** The missing permissions that an overwrite of the channel denies, even if a role grants them. */
  readonly deniedInChannel?: ReadonlyArray<string> | undefined
  /** The bot's role by default. */
  readonly to?: string
}

/** Returns how to grant missing permissions: by a role, by an overwrite of the channel, or by either. */
export const grantHint = ({
  deniedInChannel = [],
  inChannel,
  missing,
  to = "the bot's role"
}: MissingPermissions): string => {
  const [overwritable, byRole] = Array.partition(missing, (name) => !(inChannel && isOverwritable(name)))
  const [byEither, byOverwrite] = Array.partition(overwritable, (name) => deniedInChannel.includes(name))
  const grants = [
    [byRole, `${ROLES}`],
    [byEither, `${ROLES}, or in the channel's permissions`],
    [byOverwrite, "in the channel's permissions, which deny it now"]
  ] as const
  const clauses = grants.flatMap(([names, where]) =>
    names.length === 0 ? [] : [`grant ${names.join(", ")} to ${to} ${where}`]
  )
  return `${String.capitalize(clauses.join("; "))}, then retry.`
}

const ROLES = "in Server Settings → Roles"

/** Returns whether an overwrite of a channel can allow or deny a permission. Discord adds permissions for channels. */
export const isOverwritable = (name: string): boolean => !guildWideNames.some((one) => one === name)
