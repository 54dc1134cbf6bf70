import { ButtonStyle, ComponentType } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { named } from "../../errors/quoted.ts"
import * as Limits from "../shared/limits.ts"
import type { components } from "./fields.ts"

/**
 * What is wrong with a tree of components beyond the shape of each. `layout`:
 * whether it is of the newer kind, which has other limits.
 */
export const componentIssues = (list: typeof components.Type, layout: boolean): ReadonlyArray<ValidationIssue> => {
  const nodes = list.flatMap((top, index) => nodesIn(top, `components[${index}]`))
  const length = nodes.reduce((sum, { it }) => sum + (typeof it.content === "string" ? [...it.content].length : 0), 0)
  return [
    ...limited("components", layout ? "components" : "rows", layout ? nodes.length : list.length, layout),
    ...(length > Limits.COMPONENTS_TEXT_MAX
      ? [
          {
            path: "components",
            message: `all texts together may have at most ${Limits.COMPONENTS_TEXT_MAX} characters, these have ${length}`,
            code: "too_long"
          }
        ]
      : []),
    ...repeated(nodes, "custom_id"),
    ...repeated(nodes, "id"),
    ...nodes.flatMap(({ at, it }) => nodeIssues(it, at))
  ]
}

/** A component with where it stands; which fields it has depends on its type. */
export interface Node {
  readonly at: string
  readonly it: Readonly<Record<string, unknown>>
}

/** A component and all that stand in it. */
export const nodesIn = (it: object, at: string): ReadonlyArray<Node> => [
  { at, it: Object.fromEntries(Object.entries(it)) },
  ...("components" in it && Array.isArray(it.components)
    ? it.components.flatMap((child: object, index) => nodesIn(child, `${at}.components[${index}]`))
    : []),
  ...("accessory" in it && typeof it.accessory === "object" && it.accessory !== null
    ? nodesIn(it.accessory, `${at}.accessory`)
    : [])
]

const limited = (path: string, what: string, count: number, layout: boolean): ReadonlyArray<ValidationIssue> => {
  const max = layout ? Limits.COMPONENTS_MAX : Limits.ACTION_ROWS_MAX
  return count > max
    ? [{ path, message: `a message may have at most ${max} ${what}, this one has ${count}`, code: "too_many" }]
    : []
}

/** What must be unique in a message; an `id` of 0 is none. */
const repeated = (nodes: ReadonlyArray<Node>, field: "custom_id" | "id"): ReadonlyArray<ValidationIssue> => {
  const seen = new Set<unknown>([undefined, 0])
  return nodes.flatMap(({ at, it }) => {
    const value = it[field]
    if (value === undefined || value === 0 || !seen.has(value)) {
      seen.add(value)
      return []
    }
    return [{ path: `${at}.${field}`, message: `${named(String(value))} is used twice`, code: "repeated" }]
  })
}

const nodeIssues = (it: Node["it"], at: string): ReadonlyArray<ValidationIssue> => {
  switch (it.type) {
    case ComponentType.ActionRow:
      return Array.isArray(it.components) &&
        it.components.length > 1 &&
        it.components.some(({ type }) => type !== ComponentType.Button)
        ? [
            {
              path: `${at}.components`,
              message: "an action row takes up to 5 buttons or exactly one menu",
              code: "exclusive"
            }
          ]
        : []
    case ComponentType.Button:
      return it.style !== ButtonStyle.Premium && it.label === undefined && it.emoji === undefined
        ? [{ path: `${at}.label`, message: "a button needs a label or an emoji", code: "required" }]
        : []
    case ComponentType.File:
      return String(Object(it.file).url).startsWith("attachment://")
        ? []
        : [
            {
              path: `${at}.file.url`,
              message: "must be attachment:// and the name of a file in files",
              code: "invalid"
            }
          ]
    default:
      return []
  }
}
