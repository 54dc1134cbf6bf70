import type { Risk } from "../../discord/Permit.ts"
import { choice, described, flag, optional, setOf, text } from "../../objects/schema/fields.ts"
import { ChannelId, Snowflake, TagId, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { originalOf } from "../../objects/schema/reply.ts"
import { channel, Threads, threadMember } from "../channels/view.ts"
import { idBounds, sameEndIssues, timeFields } from "../dsl/cursor.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"

const thread_id = described("The thread.", ChannelId)
const user_id = described("The member.", UserId)
const with_member = optional(flag("Include the guild member of each; false by default."))

const memberPage = paged({
  max: Limits.THREAD_MEMBERS_PAGE_MAX,
  defaultLimit: Limits.THREAD_MEMBERS_PAGE_MAX,
  by: "after",
  from: { after: optional(described("Only members with a higher user id than this one.", UserId)) },
  positionOf: ({ user_id }) => user_id ?? undefined,
  // Discord returns pages only with `with_member`. Otherwise Discord returns the whole list.
  more: (list) =>
    originalOf(list).length === Limits.THREAD_MEMBERS_PAGE_MAX &&
    list.every((it) => originalOf(it).member !== undefined),
  view: threadMember,
  empty: "The thread has no members."
})

const searchPage = paged({
  max: Limits.SEARCH_PAGE_MAX,
  defaultLimit: Limits.SEARCH_PAGE_MAX,
  by: "offset",
  body: Threads,
  items: ({ threads }) => threads,
  more: ({ has_more }) => has_more === true,
  view: channel,
  empty: "The bot can see no such threads here."
})

const synonyms = {
  threads_search:
    "find a thread, find a forum post, posts with a tag, search threads about, look for a thread, find threads, search forum posts, find a post in a forum, filter posts by tag, thread by name",
  threads_list_members:
    "who is in a thread, thread participants, members of a thread, list thread members, fetch thread members",
  threads_add_member:
    "add someone to a thread, invite to a thread, add a user to a thread, bring someone into a thread, pull someone into a thread, put a user into a thread, add members to a thread",
  threads_remove_member:
    "remove someone from a thread, kick someone from a thread, throw someone out of a thread, remove a user from a thread",
  threads_join: "bot joins a thread, join a thread, join this thread, enter a thread, the bot should join a thread",
  threads_leave: "bot leaves a thread, leave a thread, leave this thread, exit a thread, the bot should leave a thread",
  threads_get_member:
    "is a user in a thread, thread member, is someone part of a thread, when did someone join a thread, did someone join a thread"
}

/** Tools for thread members and thread search. Tools that create and change threads are in channels and messages. */
export const tools = group({ category: "threads", synonyms }, [
  get("threads_search", "/channels/{channel_id}/threads/search", {
    description:
      "Search the threads of a channel, or the posts of a forum, by name, tag and whether they are archived.",
    path: { channel_id: described("The parent channel or forum.", ChannelId) },
    ...searchPage,
    query: {
      ...searchPage.query,
      name: optional(text("Words of the thread's name.", { max: Limits.CHANNEL_NAME_MAX })),
      tag: optional(setOf("Only posts with these tags, up to 20.", TagId, 1, Limits.TAGS_MAX)),
      tag_setting: optional(
        choice("match_all: posts with every tag; match_some: with at least one.", "match_all", "match_some")
      ),
      archived: optional(flag("true: only archived threads; false: only active ones. Both by default.")),
      min_id: optional(described("Only threads newer than this thread id.", Snowflake)),
      max_id: optional(described("Only threads older than this thread id.", Snowflake)),
      sort_by: optional(choice("What to sort by.", "relevance", "creation_time", "last_message_time", "archive_time")),
      sort_order: optional(choice("Sort order; desc (newest first) by default.", "desc", "asc"))
    },
    failures: reasons("threads_not_here"),
    options: { ...searchPage.options, ...timeFields("Created") },
    validate: (input) => [
      ...searchPage.validate(input),
      ...sameEndIssues({ oldest: ["min_id"], newest: ["max_id"] })(input)
    ],
    toQuery: ({ all: _, channel_id: __, cursor: ___, view: ____, since, until, ...query }) => ({
      ...query,
      ...idBounds({ since, until })
    })
  }),
  get("threads_list_members", "/channels/{thread_id}/thread-members", {
    description: "List the members of a thread.",
    path: { thread_id },
    ...memberPage,
    query: { ...memberPage.query, with_member }
  }),
  get("threads_get_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Check whether a user is in a thread, and get the time they joined.",
    path: { thread_id, user_id },
    query: { with_member },
    options: view,
    failures: reasons("unknown_member"),
    toResult: one(threadMember)
  }),
  put("threads_join", "/channels/{thread_id}/thread-members/@me", {
    description: "Add the bot to a thread.",
    path: { thread_id },
    failures: reasons("thread_archived", "thread_members_full")
  }),
  put("threads_add_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Add a user to a thread.",
    path: { thread_id, user_id },
    failures: reasons("unknown_member", "unknown_user", "thread_archived", "thread_locked", "thread_members_full")
  }),
  del("threads_leave", "/channels/{thread_id}/thread-members/@me", {
    description: "Remove the bot from a thread.",
    path: { thread_id },
    risk: "write",
    failures: reasons("thread_archived")
  }),
  del("threads_remove_member", "/channels/{thread_id}/thread-members/{user_id}", {
    description: "Remove a user from a thread.",
    path: { thread_id, user_id },
    risk: "write",
    // A person who approves in the thread: the gate raises the risk.
    riskOf: (): Risk => "write",
    asks: ["grants"],
    failures: reasons("unknown_member", "unknown_user", "thread_archived")
  })
])
