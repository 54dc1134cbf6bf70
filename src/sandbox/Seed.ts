/**
 * The initial state of a sandbox. It has two guilds:
 *
 * - **Tidepool** has twenty members, thirteen channels and threads, and five roles.
 *   `@everyone` can view, send, read history, react, connect, speak, use threads
 *   and change its nickname. The bot's role adds embeds, files, MANAGE_CHANNELS and
 *   MANAGE_MESSAGES. Exceptions for the bot: MANAGE_MESSAGES is denied in
 *   `#announcements`, SEND_MESSAGES in `#staff`, VIEW_CHANNEL in `#secret`.
 *   The bot's role is above `moderator` and below `admin`. It lacks MANAGE_ROLES,
 *   MANAGE_GUILD, MANAGE_THREADS, MENTION_EVERYONE, KICK_MEMBERS and BAN_MEMBERS.
 * - **Weekend Sailors**, where the bot is a plain member, is for tests of guild boundaries.
 *
 * Every seeded time is before `SEED_ENDS_MS`, independent of the clock. So all
 * seeded messages are too old for a bulk delete.
 */
import type { APIUser } from "discord-api-types/v10"
import { Effect, Random, Record } from "effect"
import { isOlder, snowflakeAt } from "./Snowflakes.ts"
import { SandboxState } from "./State.ts"
import { channelsOf, dockOf } from "./seed/channels.ts"
import { guildOf, memberOf, people, type Roles, rolesOf } from "./seed/guild.ts"
import { seedGuildObjects, seedStickerAndTemplate, seedWebhookAndInvite } from "./seed/guildObjects.ts"
import { writeHistory } from "./seed/history.ts"

type ChannelName = keyof ReturnType<typeof channelsOf>
type RoleName = keyof Roles

/** Ids in the seed that tests and the demo use. */
export interface SeedIds {
  readonly guild: string
  /** Another guild of the bot. */
  readonly otherGuild: string
  readonly bot: string
  readonly owner: string
  /** `ada` is a moderator, `dmitri` is an admin, `bruno` and `chiara` are plain members. */
  readonly members: Readonly<Record<"ada" | "bruno" | "chiara" | "dmitri", string>>
  /** `thread` is in `general`, `idea` is a post in `forum`, `otherGeneral` belongs to the other guild. */
  readonly channels: Readonly<Record<ChannelName | "otherGeneral", string>>
  readonly roles: Readonly<Record<RoleName, string>>
  readonly messages: {
    /** The oldest message of `#general`, by the owner. */
    readonly firstInGeneral: string
    /** By `bruno`, in `#general`. */
    readonly byMember: string
    /** By the bot, in `#general`. */
    readonly byBot: string
    /** By the owner, in `#announcements`. The bot cannot delete it. */
    readonly inAnnouncements: string
    /** A poll by the bot in `#showcase`, with votes. */
    readonly poll: string
  }
  /** The only banned user, who is not a member. */
  readonly banned: string
  /** A webhook of `#general`, with its token. */
  readonly webhook: string
  readonly webhookToken: string
  readonly inviteCode: string
  readonly emoji: string
  readonly event: string
  readonly rule: string
  readonly sticker: string
  readonly templateCode: string
  /** The same kinds of ids in the other guild, where the bot has no management permissions. */
  readonly other: Readonly<Record<"webhook" | "webhookToken" | "inviteCode" | "sticker" | "templateCode", string>>
}

/** Friday, 29 May 2026, 17:30 UTC. */
const SEED_ENDS_MS = 1_780_075_800_000

const DAY_MS = 24 * 60 * 60_000

const idOf = ({ id }: { readonly id: string }): string => id

/** Creates the state for a seed. */
export const seedState = (seed: number): Effect.Effect<{ readonly state: SandboxState; readonly ids: SeedIds }> =>
  Effect.withRandom(seededState, Random.make(seed))

const seededState = Effect.gen(function* () {
  const madeMs = SEED_ENDS_MS - (yield* Random.nextIntBetween(700, 900)) * DAY_MS
  let sequence = 0
  const id = () => snowflakeAt(madeMs + sequence, ++sequence)

  const { bot, named, others } = yield* people(madeMs)
  const { owner, ...friends } = named
  const users = [owner, ...Object.values(friends), ...others, bot].sort((a, b) => (isOlder(a.id, b.id) ? -1 : 1))
  const state = new SandboxState(bot, snowflakeAt(SEED_ENDS_MS))
  for (const user of users) state.users.set(user.id, user)

  const guild = id()
  const roles = rolesOf(guild, id, bot.id)
  const channels = channelsOf(guild, id, roles, owner.id, madeMs)
  state.guilds.set(guild, guildOf(guild, "Tidepool", owner.id, Object.values(roles)))
  for (const channel of Object.values(channels)) state.channels.set(channel.id, channel)
  const special = new Map([
    [bot.id, [roles.bot.id]],
    [friends.ada.id, [roles.member.id, roles.moderator.id]],
    [friends.dmitri.id, [roles.member.id, roles.admin.id]]
  ])
  for (const user of users) {
    const joinedMs = madeMs + (yield* Random.nextIntBetween(1, 600)) * DAY_MS
    state.membersOf(guild).set(user.id, memberOf(user, special.get(user.id) ?? [roles.member.id], joinedMs))
  }

  const inBoth = users.filter((user) => user === bot || user === friends.dmitri || user === friends.chiara)
  const { dock, otherGuild } = seedOtherGuild(state, id, friends.dmitri.id, madeMs, inBoth)

  const messages = yield* writeHistory(state, { ...channels, dock }, named, users, SEED_ENDS_MS)
  state.nowMs = SEED_ENDS_MS
  const extras = seedGuildObjects(state, { guild, channels, named: friends, owner })
  const own = seedStickerAndTemplate(state, guild)
  const other = { ...seedStickerAndTemplate(state, otherGuild), ...seedWebhookAndInvite(state, otherGuild, dock.id) }
  const ids: SeedIds = {
    guild,
    otherGuild,
    bot: bot.id,
    owner: owner.id,
    members: Record.map(friends, idOf),
    channels: { ...Record.map(channels, idOf), otherGeneral: dock.id },
    roles: Record.map(roles, idOf),
    messages: { ...Record.map(messages, idOf), poll: extras.poll },
    banned: extras.banned,
    webhook: extras.webhook,
    webhookToken: state.webhooks.get(extras.webhook)?.token ?? "",
    inviteCode: extras.inviteCode,
    emoji: extras.emoji,
    event: extras.event,
    rule: extras.rule,
    ...own,
    other
  }
  return { state, ids }
})

/** Adds the guild in which the bot is a plain member. */
const seedOtherGuild = (
  state: SandboxState,
  id: () => string,
  owner: string,
  madeMs: number,
  members: ReadonlyArray<APIUser>
) => {
  const otherGuild = id()
  const dock = dockOf(otherGuild, id())
  const { everyone } = rolesOf(otherGuild, id, state.bot.id)
  state.guilds.set(otherGuild, guildOf(otherGuild, "Weekend Sailors", owner, [everyone]))
  state.channels.set(dock.id, dock)
  for (const user of members) state.membersOf(otherGuild).set(user.id, memberOf(user, [], madeMs))
  return { dock, otherGuild }
}
