/** Finds the dangerous permissions that a call grants, from its arguments alone. */
import { Predicate } from "effect"
import { dangerousPermissions } from "../tools/permissions/dangerous.ts"
import type { StepCall } from "../tools/Tool.ts"

/** A grant to a role, to the member of an overwrite, or to the object that the call creates. */
export interface Grant {
  readonly to: string
  readonly id?: string
  readonly permissions: ReadonlyArray<string>
}

/** Returns the dangerous grants of a call. For an incomplete step, those in its known arguments. */
export const grantsOf = ({ arguments: given, tool, written }: Pick<StepCall, "arguments" | "tool" | "written">) => {
  const args = given ?? written?.args ?? {}
  // The incomplete step of a dispatcher contains the other tool's arguments.
  const guild = args.guild_id
  const find = (node: unknown, parent: Readonly<Record<string, unknown>>): ReadonlyArray<Grant> => {
    if (Array.isArray(node)) return node.flatMap((item) => find(item, parent))
    if (!Predicate.isReadonlyRecord(node)) return []
    return Object.entries(node).flatMap(([name, value]) => {
      const permissions = GRANTING.has(name) && Array.isArray(value) ? value.filter(isDangerousName) : []
      return permissions.length > 0 ? [{ ...targetOf(node, guild), permissions }] : find(value, node)
    })
  }
  const targetOf = (node: Readonly<Record<string, unknown>>, guild: unknown): Pick<Grant, "to" | "id"> => {
    const id = [node.id, node.overwrite_id, node.role_id].find((it) => typeof it === "string" || typeof it === "bigint")
    if (id === undefined) return { to: typeof node.name === "string" ? `"${node.name}"` : `what ${tool.name} makes` }
    return { to: String(id) === String(guild) ? `@everyone (${id})` : String(id), id: String(id) }
  }
  return find(args, args)
}

/** Fields that grant permissions. */
const GRANTING: ReadonlySet<string> = new Set(["allow", "permissions"])

const isDangerousName = (name: unknown): name is string => dangerousPermissions.some((one) => one === name)
