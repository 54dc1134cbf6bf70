/** Clicks of people on the components of questions, as Discord sends them. */
import { Schema } from "effect"
import { Id } from "../discord/snowflake.ts"
import type { Person } from "./Ask.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const User = Schema.Struct({ id: Id, username: optional(Schema.String), global_name: optional(Schema.String) })

/** A click on a button, or a choice in a select. */
const Click = Schema.Struct({
  id: Id,
  application_id: Id,
  token: Schema.String,
  type: Schema.Literal(3),
  guild_id: Schema.optional(Id),
  channel_id: Id,
  message: Schema.Struct({ id: Id }, { key: Schema.String, value: Schema.Unknown }),
  member: Schema.optional(Schema.Struct({ user: User, roles: Schema.Array(Id) })),
  user: Schema.optional(User),
  data: Schema.Struct({
    custom_id: Schema.String,
    values: Schema.optional(Schema.Tuple(Schema.String.pipe(Schema.pattern(/^\d{1,2}$/))))
  })
})
/** A click on a button, or a choice in a select. */
export type Click = typeof Click.Type

/** Decodes a click. None for another interaction, or an odd one. */
export const decodeClick = Schema.decodeUnknownOption(Click)

/** Returns who has clicked, with the roles of that moment. */
export const personOf = ({ guild_id, member, user }: Click): Person | undefined => {
  const own = guild_id === undefined ? user : member?.user
  if (own === undefined) return
  const roles = guild_id === undefined ? [] : (member?.roles ?? [])
  return { id: own.id, name: own.global_name ?? own.username ?? undefined, roles }
}
