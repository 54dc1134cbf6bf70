import { reasons } from "../shared/failures.ts"

/** What can stand in the way of any text that people are to read. */
export const toWrite = reasons(
  "empty_message",
  "blocked_by_automod",
  "harmful_link",
  "explicit_content",
  "files_too_large",
  "uploads_limited"
)

/** Of a new message in a channel, a thread or a direct message. */
export const toSend = {
  ...toWrite,
  ...reasons(
    "not_a_text_channel",
    "forum_takes_posts",
    "thread_archived",
    "thread_locked",
    "slowmode",
    "writing_too_fast",
    "direct_messages_closed",
    "no_shared_guild",
    "reply_target_unknown",
    "reply_to_system_message",
    "reply_needs_history"
  )
}

/** Of a change of a message. */
export const toChange = {
  ...toWrite,
  ...reasons(
    "message_of_another_author",
    "system_message",
    "thread_archived",
    "old_message_edits_full",
    "published_edits_limited",
    "poll_not_editable"
  )
}
