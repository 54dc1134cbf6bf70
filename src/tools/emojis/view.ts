import { Schema } from "effect"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

/** A custom emoji, as decoded from Discord's reply. */
export const Emoji = Schema.Struct({
  id: expected(Id),
  name: nullish(Schema.String),
  animated: nullish(Schema.Boolean),
  roles: nullish(Schema.Array(Schema.String)),
  managed: nullish(Schema.Boolean),
  available: nullish(Schema.Boolean),
  user: nullish(User)
})

/** Compact view of a custom emoji: name, syntax in a text, permitted roles. */
export const emoji = viewOf(
  Emoji,
  (emoji) =>
    compact({
      id: emoji.id,
      name: emoji.name,
      written: emoji.name && emoji.id && `<${emoji.animated === true ? "a" : ""}:${emoji.name}:${emoji.id}>`,
      roles: emoji.roles,
      managed: emoji.managed,
      unavailable: emoji.available === false,
      user: emoji.user && user(emoji.user)
    }),
  // The image is that of this id.
  { image: "id" }
)

/** Compact view of an emoji that a call created. */
export const createdEmoji = created(emoji, "id")
