import { type Json, publishedSchema } from "../../tools/dsl/publishedSchema.ts"
import type { Tool } from "../../tools/Tool.ts"

/** The texts that describe an argument of a tool. */
export type Argument = Readonly<Record<"argument" | "type" | "required" | "description", string>>

/** Describes the arguments of a tool, required ones first. */
export const describeArguments = ({ input }: Pick<Tool, "input">): ReadonlyArray<Argument> => {
  const { properties, required } = publishedSchema(input)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(Object(properties))
    .map(([argument, schema]) => ({
      argument,
      type: typeOf(Object(schema)),
      required: needed.includes(argument) ? "yes" : "no",
      description: String(Object(schema).description ?? "")
    }))
    .toSorted((a, b) => Number(b.required === "yes") - Number(a.required === "yes"))
}

/** Describes a schema: type, choices, bounds, and the fields of an object. `*` marks a required field. */
const typeOf = (schema: Json): string => {
  const { anyOf, enum: choices, items, type } = schema
  if (Array.isArray(choices)) return choices.map(String).join(" | ")
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => typeOf(Object(one))))].join(" | ")
  return [type ?? "any"]
    .flat()
    .map(String)
    .map((kind) => kind + (kind === "array" ? ofItems(items) : kind === "object" ? fieldsIn(schema) : ""))
    .join(" | ")
    .concat(boundsOf(schema))
}

const ofItems = (items: unknown): string =>
  typeof items === "object" && items !== null ? ` of ${typeOf({ ...items })}` : ""

const fieldsIn = ({ properties, required }: Json): string => {
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const names = Object.keys(Object(properties)).map((name) => (needed.includes(name) ? `${name}*` : name))
  return names.length === 0 ? "" : ` {${names.join(", ")}}`
}

const boundsOf = ({ format, maxItems, maxLength, maximum, minItems, minLength, minimum }: Json): string =>
  [
    ...(typeof format === "string" ? [format] : []),
    ...range(minimum, maximum, ""),
    // A minimum length of 1 is not worth showing.
    ...range(minLength === 1 ? undefined : minLength, maxLength, " characters"),
    ...range(minItems === 1 ? undefined : minItems, maxItems, " items")
  ]
    .map((bound) => `, ${bound}`)
    .join("")

const range = (least: unknown, most: unknown, unit: string): ReadonlyArray<string> => {
  if (most !== undefined) return [`${least === undefined || least === 0 ? "up to" : `${least} to`} ${most}${unit}`]
  return least === undefined || least === 0 ? [] : [`at least ${least}${unit}`]
}
