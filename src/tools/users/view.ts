import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"

/** What is read of a user. */
export const User = Schema.Struct({
  id: Id,
  username: Schema.String,
  global_name: may(Schema.String),
  bot: may(Schema.Boolean),
  system: may(Schema.Boolean)
})

/** What is read of a user who is only named. */
export const NamedUser = Schema.Struct({ username: Schema.String, global_name: may(Schema.String) })

/** What an agent needs of a user. */
export const user = viewOf(User, (it) =>
  compact({ id: it.id, username: it.username, name: it.global_name, bot: it.bot, system: it.system })
)
