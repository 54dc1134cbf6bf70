/** Why an entry, or a part of it, is not taken back. */

/** The sentences, by the name that results have. */
export const undoReasons = {
  already: "It is already as it was before.",
  another_address: "A new webhook has another URL, and no picture.",
  another_code: "A new invite has another code.",
  another_reason: "The reason of the ban names the undo, not what it was.",
  another_id: "The new object has another id.",
  channel_without_messages:
    "The new channel has another id, and no messages. Its category, its position, its webhooks and invites do not come back.",
  changed_again: "The bot changed it again later: take back the later entry, too.",
  changed_since: "It differs from what the bot had set: somebody changed it since.",
  event_without_users: "The new event has another id, and nobody is interested yet.",
  files_gone: "Pictures and sounds that were deleted do not come back.",
  messages_gone: "Messages that were deleted do not come back.",
  must_be_invited: "A user who was kicked, pruned or banned must be invited again.",
  must_join_again: "The stage starts again; everyone must rejoin.",
  no_tool: "No call sets this back.",
  not_logged: "The audit log lacks values that a new object needs.",
  not_readable: "The bot cannot read the object as it is now.",
  not_valid: "A value that it had before is not valid for the tool that would set it.",
  object_gone: "The object no longer exists.",
  role_without_members: "The new role has another id. Its members, overwrites and position do not come back."
} as const

/** The name of a reason. */
export type ReasonName = keyof typeof undoReasons
