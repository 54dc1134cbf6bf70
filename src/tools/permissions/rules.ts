/** What overwrites grant, and the rules of an overwrite. */
import type { ValidationIssue } from "../../errors/fields.ts"
import type { overwritesField } from "../../objects/overwrite.ts"
import type { GrantedPermissions } from "./dangerous.ts"
import type { OverwriteChange } from "./mergeOverwrite.ts"

type Overwrites = typeof overwritesField.value.Type

/** Returns the permissions that overwrites grant. */
export const overwriteGrants = ({
  permission_overwrites: list = []
}: {
  readonly permission_overwrites?: Overwrites
}): ReadonlyArray<GrantedPermissions> =>
  list.map((overwrite) => ({ permissions: overwrite.allow, id: () => overwrite.id }))

/** Validates that no permission is in two of the lists. `prefix` is prepended to the issue path. */
export const allowDenyIssues = (
  { allow = [], deny = [], inherit = [] }: OverwriteChange,
  prefix = ""
): ReadonlyArray<ValidationIssue> => [
  ...deny
    .filter((name) => allow.includes(name))
    .map((name) => ({
      path: `${prefix}deny`,
      message: `${name} cannot be both allowed and denied`,
      code: "exclusive"
    })),
  ...inherit
    .filter((name) => allow.includes(name) || deny.includes(name))
    .map((name) => ({
      path: `${prefix}inherit`,
      message: `${name} cannot be both inherited and ${allow.includes(name) ? "allowed" : "denied"}`,
      code: "exclusive"
    }))
]

/** Validates a list of overwrites, whose path is `path`. */
export const overwritesIssues = (list: Overwrites | undefined, path: string): ReadonlyArray<ValidationIssue> =>
  (list ?? []).flatMap((it, index) => allowDenyIssues(it, `${path}[${index}].`))
