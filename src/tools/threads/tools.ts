import { channel, Threads, threadMember } from "../channels/view.ts"
import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, optional, setOf, text } from "../shared/fields.ts"
import { ChannelId, Snowflake, TagId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"

const thread_id = described("The thread.", ChannelId)
const user_id = described("The member.", UserId)
const with_member = optional(flag("Whether to include the guild member of each."))

const members = paged({
  max: Limits.THREAD_MEMBERS_PAGE_MAX,
  fallback: Limits.THREAD_MEMBERS_PAGE_MAX,
  by: "after",
  at: ({ user_id }) => user_id ?? undefined,
  // Only with `with_member` Discord gives pages; else it is the whole list, however long.
  more: (list) => list.length === Limits.THREAD_MEMBERS_PAGE_MAX && list.every(({ member }) => member !== undefined),
  view: threadMember,
  empty: "The thread has no members."
})

const found = paged({
  max: Limits.SEARCH_PAGE_MAX,
  fallback: Limits.SEARCH_PAGE_MAX,
  by: "offset",
  body: Threads,
  items: ({ threads }) => threads,
  more: ({ has_more }) => has_more === true,
  view: channel,
  empty: "The bot can see no such threads here."
})

/** Who is in a thread, and finding threads. Making and changing them is in the tables of channels and messages. */
export const tools = group("threads", [
  get("threads_search", "/channels/{channel_id}/threads/search", {
    description:
      "Search the threads of a channel, or the posts of a forum, by name, tag and whether they are archived.",
    path: { channel_id: described("The parent channel or forum.", ChannelId) },
    ...found,
    query: {
      ...found.query,
      name: optional(text("Words of the name.", { max: Limits.CHANNEL_NAME_MAX })),
      tag: optional(setOf("Posts with these tags.", TagId, 1, Limits.TAGS_MAX)),
      tag_setting: optional(choice("Whether a thread must have all of the tags or some.", "match_all", "match_some")),
      archived: optional(flag("true: only archived threads; false: only active ones.")),
      min_id: optional(described("Newer than this id.", Snowflake)),
      max_id: optional(described("Older than this id.", Snowflake)),
      sort_by: optional(choice("Sort key.", "relevance", "creation_time", "last_message_time", "archive_time")),
      sort_order: optional(choice("desc (newest first) by default.", "desc", "asc"))
    },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    failures: reasons("threads_not_here"),
    toQuery: ({ all: _, channel_id: __, cursor: ___, view: ____, ...query }) => query
  }),
  get("threads_list_members", "/channels/{thread_id}/thread-members", {
    description: "List the members of a thread.",
    path: { thread_id },
    ...members,
    query: { ...members.query, with_member, after: optional(described("Only members after this one.", UserId)) },
    permissions: ["VIEW_CHANNEL"],
    validate: (input) => [...members.validate(input), ...atMostOne("after", "cursor")(input)]
  }),
  get("threads_get_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Get whether a user is in a thread, and since when.",
    path: { thread_id, user_id },
    query: { with_member },
    options: view,
    permissions: ["VIEW_CHANNEL"],
    failures: reasons("unknown_member"),
    toResult: one(threadMember)
  }),
  put("threads_join", "/channels/{thread_id}/thread-members/@me", {
    description: "Add the bot to a thread.",
    path: { thread_id },
    permissions: ["VIEW_CHANNEL"],
    failures: reasons("thread_archived", "thread_members_full")
  }),
  put("threads_add_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Add a user to a thread.",
    path: { thread_id, user_id },
    permissions: ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"],
    failures: reasons("unknown_member", "unknown_user", "thread_archived", "thread_locked", "thread_members_full")
  }),
  del("threads_leave", "/channels/{thread_id}/thread-members/@me", {
    description: "Remove the bot from a thread.",
    path: { thread_id },
    risk: "write",
    permissions: ["VIEW_CHANNEL"],
    failures: reasons("thread_archived")
  }),
  del("threads_remove_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Remove a user from a thread.",
    path: { thread_id, user_id },
    risk: "write",
    permissions: ["VIEW_CHANNEL", "MANAGE_THREADS"],
    failures: reasons("unknown_member", "unknown_user", "thread_archived")
  })
])
