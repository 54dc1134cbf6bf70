/** The tools of the category channels that list threads. */
import { atMostOne } from "../dsl/checks.ts"
import { paged, whole } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import { described, integer, optional, timestamp, withDefault } from "../shared/fields.ts"
import { ChannelId, GuildId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { withoutHidden } from "./hiddenChannels.ts"
import { type Channel, channel, Threads } from "./view.ts"

const channel_id = described("The parent channel of the threads.", ChannelId)

/** Reads archived threads in pages, by archive time or by id. */
const archived = (at: (thread: typeof Channel.Type) => string | undefined) => {
  const reading = paged({
    max: Limits.THREADS_PAGE_MAX,
    fallback: 50,
    by: "before",
    at,
    body: Threads,
    items: ({ threads }) => withoutHidden(threads),
    more: ({ has_more }) => has_more === true,
    view: channel,
    empty: "The bot can see no such threads here."
  })
  const [least, most] = [Limits.THREADS_PAGE_MIN, Limits.THREADS_PAGE_MAX]
  return {
    ...reading,
    query: { limit: withDefault(integer(`Page size, ${least} to ${most}; 50 by default.`, least, most), 50) }
  }
}

const byTime = archived(({ thread_metadata }) => thread_metadata?.archive_timestamp ?? undefined)
const byId = archived(({ id }) => id)

const before = optional(timestamp("Only threads archived before this time (ISO 8601)."))

/** The tools that list threads. */
export const threadLists = [
  get("channels_list_active_threads_guild", "/guilds/{guild_id}/threads/active", {
    description:
      "List the active threads of a guild in all channels the bot can view, including private threads the bot is in.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...whole({
      view: channel,
      body: Threads,
      items: ({ threads }) => withoutHidden(threads),
      empty: "The channels the bot can view have no active threads."
    })
  }),
  get("channels_list_public_archived_threads", "/channels/{channel_id}/threads/archived/public", {
    description: "List the archived public threads of a channel, or posts of a forum, most recently archived first.",
    path: { channel_id },
    ...byTime,
    query: { ...byTime.query, before },
    validate: (input) => [...byTime.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("threads_not_here")
  }),
  get("channels_list_private_archived_threads", "/channels/{channel_id}/threads/archived/private", {
    description: "List all archived private threads of a channel, most recently archived first.",
    path: { channel_id },
    ...byTime,
    query: { ...byTime.query, before },
    validate: (input) => [...byTime.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "MANAGE_THREADS"],
    failures: reasons("threads_not_here")
  }),
  get("channels_list_joined_private_archived_threads", "/channels/{channel_id}/users/@me/threads/archived/private", {
    description: "List the archived private threads of a channel that the bot is in, newest first.",
    path: { channel_id },
    ...byId,
    query: { ...byId.query, before: optional(described("Only threads older than this one.", ChannelId)) },
    validate: (input) => [...byId.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("threads_not_here")
  })
]
