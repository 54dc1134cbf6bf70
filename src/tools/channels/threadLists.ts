/** Lists of threads, in the table of channels. */
import { atMostOne } from "../dsl/checks.ts"
import { paged, whole } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import { described, integer, optional, timestamp, withDefault } from "../shared/fields.ts"
import { ChannelId, GuildId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { withoutHidden } from "./hiddenChannels.ts"
import { type Channel, channel, Threads } from "./view.ts"

const channel_id = described("The channel the threads are in.", ChannelId)

/** Threads that were put away, page by page, by when that was or by when one joined them. */
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
    empty: "No such threads here that the bot can see."
  })
  const [least, most] = [Limits.THREADS_PAGE_MIN, Limits.THREADS_PAGE_MAX]
  return {
    ...reading,
    query: { limit: withDefault(integer(`How many, ${least} to ${most}; 50 by default.`, least, most), 50) }
  }
}

const byTime = archived(({ thread_metadata }) => thread_metadata?.archive_timestamp ?? undefined)
const byId = archived(({ id }) => id)

const before = optional(timestamp("Only those archived before this time."))

/** The rows. */
export const threadLists = [
  get("channels_list_active_threads_guild", "/guilds/{guild_id}/threads/active", {
    description:
      "List the threads of a guild that are not archived, in all channels the bot can view, private ones the bot is in too.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...whole({
      view: channel,
      body: Threads,
      items: ({ threads }) => withoutHidden(threads),
      empty: "No thread is active in the channels the bot can view."
    })
  }),
  get("channels_list_public_archived_threads", "/channels/{channel_id}/threads/archived/public", {
    description: "List the archived public threads of a channel, or posts of a forum, the last archived first.",
    path: { channel_id },
    ...byTime,
    query: { ...byTime.query, before },
    validate: (input) => [...byTime.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("threads_not_here")
  }),
  get("channels_list_private_archived_threads", "/channels/{channel_id}/threads/archived/private", {
    description: "List all archived private threads of a channel, the last archived first.",
    path: { channel_id },
    ...byTime,
    query: { ...byTime.query, before },
    validate: (input) => [...byTime.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "MANAGE_THREADS"],
    failures: reasons("threads_not_here")
  }),
  get("channels_list_joined_private_archived_threads", "/channels/{channel_id}/users/@me/threads/archived/private", {
    description: "List the archived private threads of a channel that the bot is in, the newest first.",
    path: { channel_id },
    ...byId,
    query: { ...byId.query, before: optional(described("Only threads older than this one.", ChannelId)) },
    validate: (input) => [...byId.validate(input), ...atMostOne("before", "cursor")(input)],
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("threads_not_here")
  })
]
