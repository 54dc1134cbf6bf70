import { isJson, type Json } from "../../../../src/tools/dsl/publishedSchema.ts"

/** A tool as a client passes it on to a provider. */
export interface SentTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Json
}

/** The rules that a provider publishes for tools. */
export interface Provider {
  readonly name: string
  /** Where the rules are published. */
  readonly sources: readonly [string, ...ReadonlyArray<string>]
  /** The largest number of tools in a request. */
  readonly maxTools?: number
  /** What a tool breaks, each with the place. */
  readonly problems: (tool: SentTool) => ReadonlyArray<string>
}

/** Every schema in a schema with its path. The root has an empty path. */
export const schemasIn = (schema: Json, path = ""): ReadonlyArray<readonly [path: string, schema: Json]> => [
  [path, schema],
  ...propertiesOf(schema).flatMap(([name, field]) => schemasIn(field, path === "" ? name : `${path}.${name}`)),
  ...(isJson(schema.items) ? schemasIn(schema.items, `${path}[]`) : []),
  ...["anyOf", "oneOf", "allOf"].flatMap((key) =>
    [schema[key] ?? []].flat().flatMap((one, at) => (isJson(one) ? schemasIn(one, `${path}|${at}`) : []))
  )
]

/** The properties of an object schema. */
export const propertiesOf = ({ properties }: Json): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(Object(properties)).flatMap(([name, field]) => (isJson(field) ? [[name, field] as const] : []))

/** Reports the schemas that break a rule. */
export const breaking =
  (rule: string, breaks: (schema: Json, path: string) => boolean) =>
  ({ inputSchema }: SentTool): ReadonlyArray<string> =>
    schemasIn(inputSchema).flatMap(([path, schema]) => (breaks(schema, path) ? [`${path}: ${rule}`] : []))

/** Reports a property name that does not match. */
export const propertyNames = (pattern: RegExp) =>
  breaking(`a property name does not match ${pattern}`, (schema) =>
    propertiesOf(schema).some(([name]) => !pattern.test(name))
  )

/** Reports the tool if it breaks a rule. */
export const toolRule =
  (rule: string, breaks: (tool: SentTool) => boolean) =>
  (tool: SentTool): ReadonlyArray<string> =>
    breaks(tool) ? [`the tool: ${rule}`] : []

/** All rules at once. */
export const rules =
  (...all: ReadonlyArray<Provider["problems"]>): Provider["problems"] =>
  (tool) =>
    all.flatMap((problems) => problems(tool))

/** The root is an object without alternatives. Several providers refuse the whole list otherwise. */
export const plainRoot = toolRule(
  "the root must be an object without anyOf, oneOf, allOf, enum, not and $ref",
  ({ inputSchema }) =>
    inputSchema.type !== "object" ||
    ["anyOf", "oneOf", "allOf", "enum", "not", "$ref"].some((keyword) => keyword in inputSchema)
)

/** Arrays have one schema of their items. */
export const arrayItems = breaking(
  "an array has no items",
  ({ items, type }) => [type].flat().includes("array") && !isJson(items)
)

/** The name that Claude Code gives a tool of a server called like the package. It is the longest of all clients. */
export const prefixed = (name: string): string => `mcp__effect-discord-mcp__${name}`
