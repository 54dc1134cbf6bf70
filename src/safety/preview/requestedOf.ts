/** Describes a call as a request for the permission table, with its arguments as the body. */
import { Predicate } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import type { RequestParts } from "../../discord/permissions/requiredPermissions.ts"
import { fieldsOf } from "../../discord/Route.ts"
import { permissionsText } from "../../tools/permissions/fields.ts"
import type { ToolCall } from "../../tools/Tool.ts"

/** Returns the request that a call will send; `undefined` for a tool with its own logic. */
export const requestOf = ({
  arguments: own,
  longhand: given = own,
  tool: { operation }
}: ToolCall): RequestParts | undefined =>
  operation && {
    ...operation,
    path: Object.fromEntries(fieldsOf(operation.route).map((field) => [field, String(given[field] ?? "")])),
    // The body of a role reordering is the list itself.
    body: Array.isArray(given.positions) ? given.positions : inBits(given)
  }

/** Converts permission names to bit sets: arguments have names, requests have bit sets. */
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

/**
 * Returns whether a value is a list of permission names. Inputs are decoded, so a list in these fields
 * holds permissions.
 */
const isNames = (value: unknown): value is ReadonlyArray<PermissionName> => Array.isArray(value)
