import { Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { Bits, Id, nullish } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"

/** A role, as decoded from Discord's reply. */
export const Role = Schema.Struct({
  id: Id,
  name: Schema.String,
  position: Schema.Number,
  permissions: Bits,
  color: nullish(Schema.Number),
  colors: nullish(
    Schema.Struct({
      primary_color: nullish(Schema.Number),
      secondary_color: nullish(Schema.Number),
      tertiary_color: nullish(Schema.Number)
    })
  ),
  hoist: nullish(Schema.Boolean),
  mentionable: nullish(Schema.Boolean),
  unicode_emoji: nullish(Schema.String),
  managed: nullish(Schema.Boolean),
  tags: nullish(Schema.Struct({ bot_id: nullish(Id), premium_subscriber: nullish(Schema.Unknown) }))
})

/** Compact view of a role: position, permissions, managing bot. */
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
    // Discord's null means true here.
    boosters: it.tags?.premium_subscriber === null || undefined,
    permissions: permissionNames(it.permissions)
  })
)

/** Returns the names of permissions. ADMINISTRATOR includes all others, so it is listed alone. */
export const permissionNames = (bits: string) => {
  const names = namesOf(BigInt(bits))
  return names.includes("ADMINISTRATOR") ? (["ADMINISTRATOR"] as const) : names
}

/** Returns whether a role ranks above another. At equal positions the older role is higher (Discord docs, permissions). */
export const ranksAbove = (a: Ranked, b: Ranked): boolean =>
  a.position > b.position || (a.position === b.position && BigInt(a.id) < BigInt(b.id))

type Ranked = Pick<typeof Role.Type, "id" | "position">

/** Sorts roles by rank, highest first. */
export const highestFirst = (roles: ReadonlyArray<typeof Role.Type>): ReadonlyArray<typeof Role.Type> =>
  roles.toSorted((a, b) => (ranksAbove(a, b) ? -1 : 1))
