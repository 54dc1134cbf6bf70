import { Schema } from "effect"
import { permissionsIn } from "../../errors/PermissionName.ts"
import { repliesOf, valuesOf } from "../../objects/fields.ts"
import { roleFields } from "../../objects/role.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"

/** A role, as decoded from Discord's reply. */
export const Role = Schema.Struct({
  ...repliesOf(roleFields),
  id: expected(Id),
  name: expected(roleFields.name.reply),
  position: expected(Schema.Number),
  permissions: expected(roleFields.permissions.reply),
  managed: nullish(Schema.Boolean),
  tags: nullish(Schema.Struct({ bot_id: nullish(Id), premium_subscriber: nullish(Schema.Unknown) }))
})

/** Compact view of a role: position, settings, managing bot. */
export const role = viewOf(Role, (role) => {
  const { color, colors, name, permissions, ...settings } = valuesOf(roleFields, role)
  return {
    ...compact({ id: role.id, name, position: role.position }),
    // A gradient has the one colour, too.
    ...(colors === undefined ? compact({ color }) : { colors }),
    ...settings,
    ...compact({
      managed: role.managed,
      bot_id: role.tags?.bot_id,
      // Discord's null means true here.
      boosters: role.tags?.premium_subscriber === null || undefined
    }),
    ...(permissions && { permissions })
  }
})

/** Compact view of a role that a call created. */
export const createdRole = created(role, "id")

/** Returns the names of permissions. ADMINISTRATOR includes all others, so it is listed alone. */
export const permissionNames = (bits: string) => {
  const names = permissionsIn(BigInt(bits))
  return names.includes("ADMINISTRATOR") ? (["ADMINISTRATOR"] as const) : names
}

/** Returns whether a role ranks above another. At equal positions the older role is higher (Discord docs, permissions). */
export const ranksAbove = (a: Ranked, b: Ranked): boolean =>
  a.position > b.position || (a.position === b.position && BigInt(a.id) < BigInt(b.id))

interface Ranked {
  readonly id: string
  readonly position: number
}

/** Sorts roles by rank, highest first. A role without position comes last. */
export const highestFirst = <Role extends MaybeRanked>(roles: ReadonlyArray<Role>): ReadonlyArray<Role> =>
  roles.toSorted((a, b) => (ranksAbove(rankOf(a), rankOf(b)) ? -1 : 1))

interface MaybeRanked {
  readonly id?: string | undefined
  readonly position?: number | undefined
}

const rankOf = ({ id = "0", position = -1 }: MaybeRanked): Ranked => ({ id, position })
