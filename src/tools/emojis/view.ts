import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** What is read of a custom emoji. */
export const Emoji = Schema.Struct({
  id: Id,
  name: may(Schema.String),
  animated: may(Schema.Boolean),
  roles: may(Schema.Array(Schema.String)),
  managed: may(Schema.Boolean),
  available: may(Schema.Boolean),
  user: may(User)
})

/** What an agent needs of a custom emoji: its name, how it is written in a text, and who may use it. */
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
