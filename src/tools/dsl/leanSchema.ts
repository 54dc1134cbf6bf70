import { Record } from "effect"
import { isJson, type Json } from "./publishedSchema.ts"

/** How much of a tool's schema a list shows. */
export interface ListingStyle {
  /** How many levels of nested objects show all their fields. */
  readonly levels: number
  /** Returns the tool that describes the objects of a field for all other tools. */
  readonly shownBy: (field: string) => string | undefined
}

/**
 * Shortens a portable schema for a tool list, because a model reads the whole list. If an object is nested too deeply,
 * its description names its fields, with `*` for required ones, or the tool that describes the object. Its schema keeps
 * the required fields, because a model in strict mode sends only listed fields. Without required fields it keeps the
 * shortest one, because providers reject objects without fields. mcp_tools_search returns the whole schema.
 */
export const leanSchema = (schema: Json, style: ListingStyle): ListedSchema => ({
  type: "object",
  properties: Record.map(fieldsOf(schema), (field, name) => leanField(name, field, style)),
  ...(Array.isArray(schema.required) && schema.required.length > 0 && { required: schema.required.map(String) }),
  additionalProperties: false
})

/** The schema of a tool's input in a list: a closed object. */
export interface ListedSchema {
  [key: string]: unknown
  type: "object"
  properties: Record<string, Json>
  required?: Array<string>
  additionalProperties: false
}

const leanField = (name: string, field: Json, style: ListingStyle): Json => {
  const { additionalProperties, description, enum: values, items, properties, required, ...rest } = field
  const object = isJson(items) && isJson(items.properties) ? items : isJson(properties) ? field : undefined
  const inner = object && leanObject(object, style.shownBy(name), style)
  const text = inner?.describe(String(description)) ?? String(description)
  return {
    type: field.type,
    description: text,
    ...leanEnum(values, text),
    ...leanBounds(rest, text),
    ...leanSizes(field, text),
    ...(isJson(items) && { items: inner?.schema ?? leanItem(items) }),
    ...(object === field && inner?.schema)
  }
}

/** Shortens an object. `describe` makes its description, which names the dropped fields. */
const leanObject = (object: Json, shownBy: string | undefined, style: ListingStyle) => {
  const required: ReadonlyArray<unknown> = Array.isArray(object.required) ? object.required : []
  const open = object.additionalProperties === true && { additionalProperties: true }
  const fields = Object.entries(fieldsOf(object)).map(
    ([name, field]) => [name, leanField(name, field, { ...style, levels: style.levels - 1 })] as const
  )
  if (fields.length === 1 || (style.levels > 0 && shownBy === undefined)) {
    const schema = { type: "object", properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
    return { describe: (description: string) => description, schema: { ...schema, ...open } }
  }
  const isRequired = ([name]: readonly [string, Json]) => required.includes(name)
  const shortest = fields.toSorted((a, b) => lengthOf(a[1]) - lengthOf(b[1])).slice(0, 1)
  const sample = (required.length > 0 ? fields.filter(isRequired) : shortest).map(
    ([name, field]) => [name, { ...field, description: firstSentence(String(field.description)) }] as const
  )
  const names = fields.map((field) => (isRequired(field) ? `${field[0]}*` : field[0])).join(", ")
  return {
    describe: (description: string) =>
      shownBy === undefined
        ? `${description} {${names}}`
        : firstSentence(description).replace(/\.?$/, (end) => `, as in ${shownBy}${end}`),
    schema: { type: "object", properties: Object.fromEntries(sample), ...open }
  }
}

/** Shortens an item that is a text or number. The list has the description. */
const leanItem = ({ enum: values, type }: Json): Json => ({ type, ...leanEnum(values) })

const leanEnum = (values: unknown, description = ""): Json =>
  !Array.isArray(values) || values.every((value) => mentions(description, value)) ? {} : { enum: values }

/** Returns the bounds that the description does not mention. */
const leanBounds = ({ format, maximum, minimum }: Json, description: string) => {
  const isRange = !(mentions(description, minimum) && mentions(description, maximum))
  return {
    ...(format !== undefined && { format }),
    ...(isRange && minimum !== undefined && !(minimum === 0 && mentions(description, 0)) && { minimum }),
    ...(isRange && maximum !== undefined && { maximum })
  }
}

/** Returns the list sizes up to `SIZE_MAX` that neither the description mentions nor the values of the items imply. */
const leanSizes = ({ items, maxItems, minItems }: Json, description: string) => {
  const count = isJson(items) && Array.isArray(items.enum) ? items.enum.length : SIZE_MAX + 1
  const isNeeded = (size: unknown) =>
    typeof size === "number" && size > 1 && size <= SIZE_MAX && size < count && !mentions(description, size)
  return Record.filter({ minItems, maxItems }, isNeeded)
}

/** Maximum list size that a list shows. Usual calls have shorter lists. */
const SIZE_MAX = 50

/** Returns the first sentence of a text. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text

const mentions = (description: string, value: unknown): boolean => new RegExp(`\\b${value}\\b`).test(description)

const lengthOf = (value: unknown): number => JSON.stringify(value).length

const fieldsOf = ({ properties }: Json): Record<string, Json> =>
  isJson(properties) ? Record.filter(properties, isJson) : {}
