import { AllowedMentionsTypes } from "discord-api-types/v10"
import { brief, choice, flag, object, optional, setOf } from "../shared/fields.ts"
import { RoleId, UserId } from "../shared/ids.ts"

/** Who a message may ping. */
export const allowedMentions = brief(
  "Who is pinged: {parse?: [users, roles, everyone], users?: [ids], roles?: [ids], replied_user?}. Unset: named users and the replied-to author, never @everyone, @here or roles.",
  object("Who is pinged.", {
    parse: optional(
      setOf(
        "Kinds of mentions in the text that ping.",
        choice(
          "A kind of mention.",
          AllowedMentionsTypes.User,
          AllowedMentionsTypes.Role,
          AllowedMentionsTypes.Everyone
        ),
        0,
        3
      )
    ),
    users: optional(setOf("Only these users are pinged.", UserId, 0, 100)),
    roles: optional(setOf("Only these roles are pinged.", RoleId, 0, 100)),
    replied_user: optional(flag("Whether the author of the message replied to is pinged."))
  })
)

/** What is sent: without a word from the caller nobody is pinged by accident. */
export const mentionsOrDefault = (asked: typeof allowedMentions.Type | undefined) =>
  asked ?? { parse: [AllowedMentionsTypes.User], replied_user: true }
