import { ButtonStyle, ComponentType } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { named } from "../../text/words.ts"
import { issueIf } from "../dsl/checks.ts"
import type { TopLevelComponent } from "./fields.ts"

/**
 * Validates a component tree beyond the shape of each component. `isLayout`: whether the
 * message uses component types 9 to 17, which have separate limits.
 */
export const componentIssues = (
  list: ReadonlyArray<TopLevelComponent>,
  isLayout: boolean
): ReadonlyArray<ValidationIssue> => {
  const nodes = list.flatMap((top, index) => nodesIn(top, `components[${index}]`))
  const [noun, count, max] = isLayout
    ? ["components", nodes.length, Limits.COMPONENTS_MAX]
    : ["rows", list.length, Limits.ACTION_ROWS_MAX]
  const length = textLengthOf(nodes)
  return [
    ...issueIf(
      count > max,
      "components",
      `a message may have at most ${max} ${noun}, this one has ${count}`,
      "too_many"
    ),
    ...issueIf(
      length > Limits.COMPONENTS_TEXT_MAX,
      "components",
      `all texts together may have at most ${Limits.COMPONENTS_TEXT_MAX} characters, these have ${length}`,
      "too_long"
    ),
    ...duplicateIssues(nodes, "custom_id"),
    ...duplicateIssues(nodes, "id"),
    ...nodes.flatMap(({ fields, path }) => nodeIssues(fields, path))
  ]
}

/** A component at any depth, with its path in the input. Its fields depend on its type. */
interface Node {
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Returns a component and all components inside it. */
export const nodesIn = (component: object, path: string): ReadonlyArray<Node> => [
  { path, fields: Object.fromEntries(Object.entries(component)) },
  ...("components" in component && Array.isArray(component.components)
    ? component.components.flatMap((child: object, index) => nodesIn(child, `${path}.components[${index}]`))
    : []),
  ...("accessory" in component && typeof component.accessory === "object" && component.accessory !== null
    ? nodesIn(component.accessory, `${path}.accessory`)
    : [])
]

/** Counts the characters of all texts. */
export const textLengthOf = (nodes: ReadonlyArray<Node>): number =>
  nodes.reduce((sum, { fields: { content } }) => sum + (typeof content === "string" ? [...content].length : 0), 0)

/** Reports values that must be unique in a message. An `id` of 0 means that Discord sets it. */
const duplicateIssues = (nodes: ReadonlyArray<Node>, field: "custom_id" | "id"): ReadonlyArray<ValidationIssue> => {
  const seen = new Set<unknown>()
  return nodes.flatMap(({ fields, path }) => {
    const value = fields[field]
    const isDuplicate = value !== undefined && value !== 0 && seen.has(value)
    seen.add(value)
    return issueIf(isDuplicate, `${path}.${field}`, `${named(String(value))} is used twice`, "repeated")
  })
}

const nodeIssues = (fields: Node["fields"], path: string): ReadonlyArray<ValidationIssue> => {
  switch (fields.type) {
    case ComponentType.ActionRow:
      return issueIf(
        Array.isArray(fields.components) &&
          fields.components.length > 1 &&
          fields.components.some(({ type }) => type !== ComponentType.Button),
        `${path}.components`,
        "an action row takes up to 5 buttons or exactly one menu",
        "exclusive"
      )
    case ComponentType.Button:
      return issueIf(
        fields.style !== ButtonStyle.Premium && fields.label === undefined && fields.emoji === undefined,
        `${path}.label`,
        "a button needs a label or an emoji",
        "required"
      )
    case ComponentType.File:
      return issueIf(
        !String(Object(fields.file).url).startsWith("attachment://"),
        `${path}.file.url`,
        "must be attachment:// and the name of a file in files",
        "invalid"
      )
    default:
      // No other type, known or not, has a rule between its fields.
      return []
  }
}
