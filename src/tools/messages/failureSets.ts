import { reasons } from "../shared/failures.ts"

/** Failure reasons of every call that writes a text users can read. */
export const toWrite = reasons(
  "empty_message",
  "blocked_by_automod",
  "harmful_link",
  "explicit_content",
  "files_too_large",
  "uploads_limited"
)

/** Failure reasons of a new message that is not a reply, in a channel, thread or direct message. */
export const toPost = {
  ...toWrite,
  ...reasons(
    "not_a_text_channel",
    "forum_takes_posts",
    "thread_archived",
    "thread_locked",
    "slowmode",
    "writing_too_fast",
    "direct_messages_closed",
    "no_shared_guild"
  )
}

/** Failure reasons of a new message, replies included. */
export const toSend = {
  ...toPost,
  ...reasons("reply_target_unknown", "reply_to_system_message", "reply_needs_history")
}

/** Failure reasons of an edit. */
export const toChange = {
  ...toWrite,
  ...reasons(
    "message_of_another_author",
    "system_message",
    "thread_archived",
    "old_message_edits_full",
    "published_edits_limited",
    "poll_not_editable",
    "voice_not_editable"
  )
}
