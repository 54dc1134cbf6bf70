import { described, optional, timestamp } from "../../objects/schema/fields.ts"
import { ChannelId, guild_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { isoTimes, type Timeline, timeFields } from "../dsl/cursor.ts"
import { paged, unpaged } from "../dsl/paging.ts"
import type { Fields } from "../dsl/ToolDefinition.ts"
import { get } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import { withoutHidden } from "./hiddenChannels.ts"
import { type Channel, channel, Threads } from "./view.ts"

const channel_id = described("The parent channel of the threads.", ChannelId)

/** Returns the paging of archived threads, by archive time or by id. */
const archivedPage = <From extends Fields>(
  from: From,
  positionOf: (thread: typeof Channel.Type) => string | undefined,
  times: { readonly times?: Timeline } = {}
) =>
  paged({
    min: Limits.THREADS_PAGE_MIN,
    max: Limits.THREADS_PAGE_MAX,
    defaultLimit: 50,
    by: "before",
    from,
    positionOf,
    ...times,
    body: Threads,
    items: ({ threads }) => withoutHidden(threads ?? []),
    more: ({ has_more }) => has_more === true,
    view: channel,
    empty: "The bot can see no such threads here."
  })

const timePage = archivedPage(
  { before: optional(timestamp("Archived before: ISO 8601 time.")) },
  ({ thread_metadata }) => thread_metadata?.archive_timestamp ?? undefined,
  { times: isoTimes }
)

const byTime = { ...timePage, options: { ...timePage.options, ...timeFields("Archived") } }

const byId = archivedPage(
  { before: optional(described("Only threads older than this one.", ChannelId)) },
  ({ id }) => id
)

/** The tools that list threads. */
export const threadLists = [
  get("channels_list_active_threads_guild", "/guilds/{guild_id}/threads/active", {
    title: "List active threads",
    description:
      "List the active threads of a guild in all channels the bot can view, including private threads the bot is in.",
    path: { guild_id },
    ...unpaged({
      view: channel,
      body: Threads,
      items: ({ threads }) => withoutHidden(threads ?? []),
      empty: "The channels the bot can view have no active threads."
    })
  }),
  get("channels_list_public_archived_threads", "/channels/{channel_id}/threads/archived/public", {
    title: "List public archived threads",
    description: "List the archived public threads of a channel, or posts of a forum, latest archived first.",
    path: { channel_id },
    ...byTime,
    failures: reasons("threads_not_here")
  }),
  get("channels_list_private_archived_threads", "/channels/{channel_id}/threads/archived/private", {
    title: "List private archived threads",
    description: "List all archived private threads of a channel, latest archived first.",
    path: { channel_id },
    ...byTime,
    failures: reasons("threads_not_here")
  }),
  get("channels_list_joined_archived_threads", "/channels/{channel_id}/users/@me/threads/archived/private", {
    title: "List joined private archived threads",
    description: "List the archived private threads of a channel that the bot is in, newest first.",
    path: { channel_id },
    ...byId,
    failures: reasons("threads_not_here")
  })
]
