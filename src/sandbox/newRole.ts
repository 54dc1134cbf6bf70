import type { APIRole } from "discord-api-types/v10"
import { unsetOf } from "../objects/fields.ts"
import { roleFields } from "../objects/role.ts"
import { NO_FLAGS } from "./State.ts"

/** Returns a role with Discord's defaults. */
export const newRole = (id: string): APIRole =>
  ({
    ...unsetOf(roleFields),
    id,
    name: "new role",
    position: 1,
    permissions: "0",
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    icon: null,
    managed: false,
    flags: NO_FLAGS
  }) as APIRole // `unsetOf` has the other fields
