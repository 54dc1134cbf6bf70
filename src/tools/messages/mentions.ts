import { AllowedMentionsTypes } from "discord-api-types/v10"
import { brief, choice, flag, object, optional, setOf } from "../shared/fields.ts"
import { RoleId, UserId } from "../shared/ids.ts"

/** Who a message may ping. */
export const allowedMentions = brief(
  "Who is pinged: {parse?: [users, roles, everyone], users?: [ids], roles?: [ids], replied_user?}. Default: mentioned users and the replied-to author, never @everyone, @here or roles.",
  object("Who is pinged.", {
    parse: optional(
      setOf(
        "Kinds of mentions in the text that may ping.",
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
    users: optional(setOf("Ping only these users.", UserId, 0, 100)),
    roles: optional(setOf("Ping only these roles.", RoleId, 0, 100)),
    replied_user: optional(flag("Ping the author of the message replied to."))
  })
)

/** What is sent: without a word from the caller nobody is pinged by accident. */
export const mentionsOrDefault = (asked: typeof allowedMentions.Type | undefined) =>
  asked ?? { parse: [AllowedMentionsTypes.User], replied_user: true }
