import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of threads and forum posts. */
export const threads = {
  thread_archived: {
    on: 50083,
    when: "The thread is archived.",
    recovery: "Unarchive it with channels_modify {channel_id, archived: false}, then retry.",
    suggested_tool: "channels_modify"
  },
  thread_locked: {
    on: 160005,
    when: "The thread is locked: only moderators can write in it.",
    recovery: "Ask the user whether to unlock it; if so, use channels_modify {channel_id, locked: false}, then retry.",
    suggested_tool: "channels_modify"
  },
  thread_already_there: {
    on: 160004,
    when: "The message already has a thread.",
    recovery: "Use the existing thread: it has the same id as the message.",
    suggested_tool: "channels_get"
  },
  active_threads_full: {
    on: 160006,
    when: "The guild has reached its limit of active threads.",
    recovery:
      "List threads with channels_list_active_threads_guild {guild_id}, archive an inactive one with channels_modify {channel_id, archived: true}, then retry.",
    suggested_tool: "channels_list_active_threads_guild"
  },
  announcement_threads_full: {
    on: 160007,
    when: "The announcement channel has reached its limit of active threads.",
    recovery:
      "List its threads with threads_search {channel_id, archived: false}, archive an inactive one with channels_modify {channel_id, archived: true}, then retry.",
    suggested_tool: "threads_search"
  },
  thread_members_full: {
    on: 30033,
    when: "The thread has reached its limit of 1000 members.",
    recovery: "Remove a member with threads_remove_member {thread_id, user_id}, or start another thread.",
    suggested_tool: "threads_list_members"
  },
  forum_tag_required: {
    on: 40067,
    when: "Posts of this forum require a tag.",
    recovery: "Set at least one tag id in applied_tags: channels_get {channel_id} lists the forum's tags.",
    suggested_tool: "channels_get"
  },
  forum_tags_moderated: {
    on: 40066,
    when: "Posts of this forum require a tag, and only moderators can apply its tags.",
    recovery: "Ask a moderator to start the post, or to add a tag that everyone can apply."
  },
  unknown_tag: {
    on: 10087,
    when: "The forum has no such tag.",
    recovery: "Take the ids of tags from channels_get {channel_id} of the forum.",
    suggested_tool: "channels_get"
  },
  tag_name_taken: {
    on: 40061,
    when: "Two tags of the forum have the same name.",
    recovery: "Give each tag in available_tags a unique name, then retry."
  },
  pinned_post_there: {
    on: 30047,
    when: "The forum already has a pinned post.",
    recovery: "Unpin that post with channels_modify {channel_id, flags: []}, then pin this one.",
    suggested_tool: "channels_modify"
  }
} satisfies Reasons
