/** Whom a message may ping. */
import { AllowedMentionsTypes } from "discord-api-types/v10"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { choice, flag, object, optional, setOf } from "../../objects/schema/fields.ts"
import { RoleId, UserId } from "../../objects/schema/ids.ts"

/** Input field for the users and roles that a message may ping. */
export const allowedMentions = object("Who is pinged. By default mentioned users and the replied-to author only.", {
  parse: optional(
    setOf(
      "Kinds of mentions in the text that ping.",
      choice("A kind of mention.", AllowedMentionsTypes.User, AllowedMentionsTypes.Role, AllowedMentionsTypes.Everyone),
      0,
      3
    )
  ),
  users: optional(setOf("User ids to ping.", UserId, 0, 100)),
  roles: optional(setOf("Role ids to ping.", RoleId, 0, 100)),
  replied_user: optional(flag("Ping the replied-to author."))
}).annotations(alsoTakes((value) => (Array.isArray(value) ? { parse: value } : value)))

/** The mentions that are allowed by default: roles, @everyone and @here do not ping. */
export const DEFAULT_MENTIONS = { parse: [AllowedMentionsTypes.User], replied_user: true }
