import type { APIRole } from "discord-api-types/v10"
import { Schema } from "effect"
import { bits, clearable, integer, optional, picture, text } from "./Form.ts"
import { NO_FLAGS } from "./flags.ts"

const color = integer(0, 0xffffff)

/** Body of a role. */
export const RoleForm = Schema.Struct({
  name: optional(text(1, 100)),
  permissions: optional(bits),
  color: optional(color),
  colors: optional(
    Schema.mutable(
      Schema.Struct({ primary_color: color, secondary_color: clearable(color), tertiary_color: clearable(color) })
    )
  ),
  hoist: optional(Schema.Boolean),
  mentionable: optional(Schema.Boolean),
  icon: clearable(picture),
  unicode_emoji: clearable(text(0, 100))
})
export type RoleForm = typeof RoleForm.Type

/** Returns a role with Discord's defaults. */
export const defaultRole = (id: string): APIRole => ({
  id,
  name: "new role",
  position: 1,
  permissions: "0",
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  managed: false,
  mentionable: false,
  flags: NO_FLAGS
})

/** Applies a form to a role. */
export const applyForm = (role: APIRole, { colors, icon, permissions, ...form }: RoleForm): APIRole => {
  const primary_color = colors?.primary_color ?? form.color ?? role.color
  return {
    ...role,
    ...form,
    color: primary_color,
    colors: { ...role.colors, secondary_color: null, tertiary_color: null, ...colors, primary_color },
    ...(permissions !== undefined && { permissions: String(permissions) }),
    // The sandbox stores no images, only whether there is one.
    ...(icon !== undefined && { icon: icon === null ? null : role.id })
  }
}
