import { AllowedMentionsTypes } from "discord-api-types/v10"
import { Schema } from "effect"
import { flag, listOf, optional } from "./fields.ts"
import { RoleId, UserId } from "./Ids.ts"

/** Who a message may ping. */
export const allowedMentions = Schema.Struct({
  parse: optional(
    Schema.Array(Schema.Literal("users", "roles", "everyone")).annotations({
      description: "Kinds of mentions in the text that ping."
    })
  ),
  users: optional(listOf("Only these users are pinged.", UserId, 0, 100)),
  roles: optional(listOf("Only these roles are pinged.", RoleId, 0, 100)),
  replied_user: optional(flag("Whether the author of the message replied to is pinged."))
}).annotations({
  description: "Who is pinged. Unset: named users and the replied-to author, never @everyone, @here or roles."
})

/** What is sent: without a word from the caller nobody is pinged by accident. */
export const mentionsOrDefault = (asked: typeof allowedMentions.Type | undefined) =>
  asked ?? { parse: [AllowedMentionsTypes.User], replied_user: true }
