import { Schema } from "effect"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"

/** A user, as decoded from Discord's reply. */
export const User = Schema.Struct({
  id: expected(Id),
  username: expected(Schema.String),
  global_name: nullish(Schema.String),
  bot: nullish(Schema.Boolean),
  system: nullish(Schema.Boolean)
})

/** The names of a user, as decoded from Discord's reply. */
export const NamedUser = Schema.Struct({ username: expected(Schema.String), global_name: nullish(Schema.String) })

/** A user in a preview, which shows nobody without a name. */
export const Person = Schema.Struct({ ...User.fields, username: Schema.String })

/** Compact view of a user. */
export const user = viewOf(User, (it) =>
  compact({ id: it.id, username: it.username, name: it.global_name, bot: it.bot, system: it.system })
)
