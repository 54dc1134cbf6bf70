import type { APIRole } from "discord-api-types/v10"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a role: where it stands, what it allows, and who else holds it. */
export const role = (it: APIRole) =>
  compact({
    id: it.id,
    name: it.name,
    position: it.position,
    color: it.colors.primary_color || undefined,
    other_colors: [it.colors.secondary_color, it.colors.tertiary_color].filter((color) => color !== null),
    hoist: it.hoist,
    mentionable: it.mentionable,
    emoji: it.unicode_emoji,
    managed: it.managed,
    bot_id: it.tags?.bot_id,
    // Discord says yes with null here.
    boosters: it.tags?.premium_subscriber === null || undefined,
    permissions: permissionNames(it.permissions)
  })

/** Permissions by name. An administrator has them all. */
export const permissionNames = (bits: string) => {
  const names = namesOf(BigInt(bits))
  return names.includes("ADMINISTRATOR") ? (["ADMINISTRATOR"] as const) : names
}

/** Roles in the order of their power. Of two in one place the older one is above (Discord docs, permissions). */
export const highestFirst = (body: unknown): ReadonlyArray<APIRole> =>
  // Discord's promise for a list of roles.
  (body as ReadonlyArray<APIRole>).toSorted((a, b) => b.position - a.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
