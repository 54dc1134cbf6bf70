import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** A custom emoji, as decoded from Discord's reply. */
export const Emoji = Schema.Struct({
  id: Id,
  name: may(Schema.String),
  animated: may(Schema.Boolean),
  roles: may(Schema.Array(Schema.String)),
  managed: may(Schema.Boolean),
  available: may(Schema.Boolean),
  user: may(User)
})

/** Compact view of a custom emoji: name, syntax in a text, permitted roles. */
export const emoji = viewOf(Emoji, (it) =>
  compact({
    id: it.id,
    name: it.name,
    written: it.name ? `<${it.animated === true ? "a" : ""}:${it.name}:${it.id}>` : undefined,
    roles: it.roles,
    managed: it.managed,
    unavailable: it.available === false,
    user: it.user && user(it.user)
  })
)
