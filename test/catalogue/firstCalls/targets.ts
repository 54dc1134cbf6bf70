/** The objects of the sandbox that first calls are about, and the requests that the calls mean. */
import type { SeedIds } from "../../../src/sandbox/Seed.ts"

/** A PNG of one pixel. */
export const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Returns the arguments that name objects, and the requests. */
export const targetsOf = ({ bot, channels, guild, members, messages }: SeedIds) => {
  const inGuild = { guild_id: guild }
  const bruno = { guild_id: guild, user_id: members.bruno }
  const general = { channel_id: channels.general }
  const theirs = { channel_id: channels.general, message_id: messages.byMember }
  const own = { channel_id: channels.general, message_id: messages.byBot }
  const ping = { application_id: bot, name: "ping", description: "Ping" }
  const thumb = encodeURIComponent("👍")
  const toGeneral = `POST /channels/${channels.general}/messages`
  const readGeneral = `GET /channels/${channels.general}/messages`
  const search = `GET /guilds/${guild}/messages/search`
  const edit = `PATCH /channels/${channels.general}/messages/${messages.byBot}`
  const auditLog = `GET /guilds/${guild}/audit-logs`
  const ban = `PUT /guilds/${guild}/bans/${members.bruno}`
  const timeout = `PATCH /guilds/${guild}/members/${members.bruno}`
  const newChannel = `POST /guilds/${guild}/channels`
  const modify = `PATCH /channels/${channels.general}`
  const newThread = `POST /channels/${channels.general}/threads`
  const settings = `PATCH /guilds/${guild}`
  const newRule = `POST /guilds/${guild}/auto-moderation/rules`
  const newRole = `POST /guilds/${guild}/roles`
  const newPost = `POST /channels/${channels.forum}/threads`
  const invite = `POST /channels/${channels.general}/invites`
  const events = `POST /guilds/${guild}/scheduled-events`
  const react = `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/${thumb}/@me`
  return {
    inGuild,
    bruno,
    general,
    theirs,
    own,
    ping,
    thumb,
    toGeneral,
    readGeneral,
    search,
    edit,
    auditLog,
    ban,
    timeout,
    newChannel,
    modify,
    newThread,
    settings,
    newRule,
    newRole,
    newPost,
    invite,
    events,
    react
  }
}
