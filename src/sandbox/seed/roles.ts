import { type APIRole, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { NO_FLAGS } from "../flags.ts"

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
    id: position === 0 ? guildId : id(),
    name,
    position,
    permissions: bits.toString(),
    color: 0,
    colors: { primary_color: more.color ?? 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    managed: false,
    mentionable: false,
    flags: NO_FLAGS,
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
