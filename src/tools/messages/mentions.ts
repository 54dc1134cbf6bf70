/** Mentions: whom a message may ping, and the names of what its text mentions. */
import { AllowedMentionsTypes } from "discord-api-types/v10"
import { Predicate } from "effect"
import type { NameOf } from "../../discord/KnownNames.ts"
import { alsoTakes } from "../shared/alsoTakes.ts"
import { choice, flag, object, optional, setOf } from "../shared/fields.ts"
import { RoleId, UserId } from "../shared/ids.ts"

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

/** A mention of a user, role or channel in a text. */
const MENTION = /<(?:@[!&]?|#)(\d{17,20})>/g

/** Maximum number of mentions that a message names. */
const NAMED_MAX = 50

/**
 * Returns the names of what the texts of a shown message mention, by the mention as it is written: `<@&7>` is
 * `@Moderator`. Returns `undefined` if no text mentions anything that has a known name.
 */
export const mentionsIn = (shown: object, nameOf: NameOf): Readonly<Record<string, string>> | undefined => {
  const names = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value === "string") {
      if (!value.includes("<")) return
      for (const [mention, id = ""] of value.matchAll(MENTION)) {
        const name = names.size < NAMED_MAX ? nameOf(id) : undefined
        // The id of a guild is that of @everyone, and no channel.
        if (name?.[0] === mention[1]) names.set(mention, String(name))
      }
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit)
  }
  visit(shown)
  return names.size === 0 ? undefined : Object.fromEntries(names)
}

/** Adds the names of mentions to a shown message, or to each message of a list. */
export const nameMentions = (value: unknown, nameOf: NameOf): unknown => {
  if (!Predicate.isReadonlyRecord(value) || !mayMention(value)) return value
  if (Array.isArray(value.items)) return { ...value, items: value.items.map((item) => nameMentions(item, nameOf)) }
  const mentions = mentionsIn(value, nameOf)
  return mentions === undefined ? value : { ...value, mentions: { ...mentions, ...Object(value.mentions) } }
}

/** Returns whether a text of a message can mention something. Most messages are short texts without a mention. */
const mayMention = (value: unknown): boolean => {
  const { content, items, ...message } = Object(value)
  if (Array.isArray(items)) return items.some(mayMention)
  return String(content).includes("<") || "components" in message || "embeds" in message || "forwarded" in message
}
