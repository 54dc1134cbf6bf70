/** A call as the table of permissions takes requests. It has not been made yet, so its arguments stand for its body. */
import { Predicate } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import type { RequestParts } from "../../discord/permissions/requiredPermissions.ts"
import { fieldsOf } from "../../discord/Route.ts"
import { permissionsText } from "../../tools/permissions/fields.ts"
import type { ToolCall } from "../../tools/Tool.ts"

/** The request a call is about to make; none for a tool with its own logic. */
export const askedOf = ({ arguments: given, tool: { operation } }: ToolCall): RequestParts | undefined =>
  operation && {
    ...operation,
    path: Object.fromEntries(fieldsOf(operation.route).map((field) => [field, String(given[field] ?? "")])),
    // The order of roles is a list; its field stands for the whole body.
    body: Array.isArray(given.positions) ? given.positions : inBits(given)
  }

/** Permissions are named in arguments, and numbers in requests. */
const inBits = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      BITS.has(name) && isNames(value) ? permissionsText(value) : within(value)
    ])
  )

const within = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(within) : Predicate.isRecord(value) ? inBits(value) : value

const BITS = new Set(["permissions", "allow", "deny"])

/** Inputs have been decoded: under these names a list is one of permissions. */
const isNames = (value: unknown): value is ReadonlyArray<PermissionName> => Array.isArray(value)
