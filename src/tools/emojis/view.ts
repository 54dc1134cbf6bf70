import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
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
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      written: it.name && it.id && `<${it.animated === true ? "a" : ""}:${it.name}:${it.id}>`,
      roles: it.roles,
      managed: it.managed,
      unavailable: it.available === false,
      user: it.user && user(it.user)
    }),
  // The image is that of this id.
  { image: "id" }
)

/** Compact view of an emoji that a call created. */
export const createdEmoji = created(emoji, "id")
