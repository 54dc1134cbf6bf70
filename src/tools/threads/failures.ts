import type { Reasons } from "../dsl/Reason.ts"

/** About threads and the posts of forums. */
export const threads = {
  thread_archived: {
    on: 50083,
    when: "The thread is archived.",
    recovery: "Unarchive it with channels_modify {channel_id, archived: false}, then call again.",
    suggested_tool: "channels_modify"
  },
  thread_locked: {
    on: 160005,
    when: "The thread is locked: only moderators may write in it.",
    recovery:
      "Ask the person whether to unlock it, do so with channels_modify {channel_id, locked: false}, then call again.",
    suggested_tool: "channels_modify"
  },
  thread_already_there: {
    on: 160004,
    when: "The message has a thread already.",
    recovery: "Use the thread that is there: it has the same id as the message.",
    suggested_tool: "channels_get"
  },
  active_threads_full: {
    on: 160006,
    when: "The guild has as many active threads as it can have.",
    recovery:
      "Pick a quiet one and archive it with channels_modify {channel_id, archived: true}: channels_list_active_threads_guild {guild_id} lists them.",
    suggested_tool: "channels_list_active_threads_guild"
  },
  announcement_threads_full: {
    on: 160007,
    when: "The announcement channel has as many active threads as it can have.",
    recovery:
      "Pick a quiet one of this channel and archive it with channels_modify {channel_id, archived: true}: threads_search {channel_id, archived: false} lists them.",
    suggested_tool: "threads_search"
  },
  thread_members_full: {
    on: 30033,
    when: "The thread has 1000 members and takes no more.",
    recovery: "Take somebody out with threads_remove_member {thread_id, user_id}, or start another thread.",
    suggested_tool: "threads_list_members"
  },
  forum_tag_required: {
    on: 40067,
    when: "Posts of this forum need a tag.",
    recovery: "Name at least one tag in applied_tags: channels_get {channel_id} lists the forum's tags.",
    suggested_tool: "channels_get"
  },
  forum_tags_moderated: {
    on: 40066,
    when: "Posts of this forum need a tag, and only moderators may give those it has.",
    recovery: "Ask a moderator to start the post, or to give the forum a tag that everyone may use."
  },
  unknown_tag: {
    on: 10087,
    when: "The forum has no such tag.",
    recovery: "Take the ids of tags from channels_get {channel_id} of the forum.",
    suggested_tool: "channels_get"
  },
  tag_name_taken: {
    on: 40061,
    when: "Two tags of the forum would have the same name.",
    recovery: "Give each tag in available_tags a name of its own, then call again."
  },
  pinned_post_there: {
    on: 30047,
    when: "The forum has a pinned post already.",
    recovery: "Unpin that post with channels_modify {channel_id, flags: []}, then pin this one.",
    suggested_tool: "channels_modify"
  }
} satisfies Reasons
