import { Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { Bits, Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"

/** What is read of a role. */
export const Role = Schema.Struct({
  id: Id,
  name: Schema.String,
  position: Schema.Number,
  permissions: Bits,
  color: may(Schema.Number),
  colors: may(
    Schema.Struct({
      primary_color: may(Schema.Number),
      secondary_color: may(Schema.Number),
      tertiary_color: may(Schema.Number)
    })
  ),
  hoist: may(Schema.Boolean),
  mentionable: may(Schema.Boolean),
  unicode_emoji: may(Schema.String),
  managed: may(Schema.Boolean),
  tags: may(Schema.Struct({ bot_id: may(Id), premium_subscriber: may(Schema.Unknown) }))
})

/** What an agent needs of a role: where it stands, what it allows, and who else holds it. */
export const role = viewOf(Role, (it) =>
  compact({
    id: it.id,
    name: it.name,
    position: it.position,
    color: (it.colors?.primary_color ?? it.color) || undefined,
    other_colors: [it.colors?.secondary_color, it.colors?.tertiary_color].filter((color) => color != null),
    hoist: it.hoist,
    mentionable: it.mentionable,
    emoji: it.unicode_emoji,
    managed: it.managed,
    bot_id: it.tags?.bot_id,
    // Discord says yes with null here.
    boosters: it.tags?.premium_subscriber === null || undefined,
    permissions: permissionNames(it.permissions)
  })
)

/** Permissions by name. An administrator has them all. */
export const permissionNames = (bits: string) => {
  const names = namesOf(BigInt(bits))
  return names.includes("ADMINISTRATOR") ? (["ADMINISTRATOR"] as const) : names
}

/** Roles in the order of their power. Of two in one place the older one is above (Discord docs, permissions). */
export const highestFirst = (roles: ReadonlyArray<typeof Role.Type>): ReadonlyArray<typeof Role.Type> =>
  roles.toSorted((a, b) => b.position - a.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
