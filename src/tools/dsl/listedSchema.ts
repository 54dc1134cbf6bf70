/** The schema of a tool's input in a list of tools, which a model reads whole. */
import { Record, type Schema } from "effect"
import { isJson, type Json, portableSchema } from "./publishedSchema.ts"

/** Returns the schema of a tool's input in a list of tools. */
export const listedSchema = (schema: Schema.Schema.AnyNoContext, style: ListingStyle): ListedSchema =>
  withoutDetails(portableSchema(schema), style)

/** How much of a tool's schema a list shows. */
export interface ListingStyle {
  /** How many levels of nested objects show all their fields. */
  readonly levels: number
  readonly brief?: ReadonlySet<string> // fields whose objects are shown as if they were nested too deeply
  /** Returns the tool that describes the objects of a field for all other tools. */
  readonly shownBy: (field: string) => string | undefined
  /** Fields that the reader knows from other tools: their texts and numbers have no description. */
  readonly known?: ReadonlySet<string>
}

/** The schema of a tool's input in a list: a closed object. */
export interface ListedSchema {
  [key: string]: unknown
  type: "object"
  properties: Record<string, Json>
  required?: Array<string>
  additionalProperties: false
}

/**
 * Shortens a schema for a list of tools, because a model reads the whole list. If an object is nested too deeply,
 * its description names its fields, or the tool that describes the object. Its schema keeps the required fields, because a
 * model in strict mode sends only listed fields; or else the shortest one, because providers reject objects without fields.
 */
export const withoutDetails = (schema: Json, style: ListingStyle): ListedSchema => ({
  type: "object",
  properties: Record.map(fieldsOf(schema), (field, name) => listedField(name, field, style)),
  ...(Array.isArray(schema.required) && schema.required.length > 0 && { required: schema.required.map(String) }),
  additionalProperties: false
})

const listedField = (name: string, field: Json, style: ListingStyle): Json => {
  const { additionalProperties, description, enum: values, items, properties, required, ...rest } = field
  const object = isJson(items) && isJson(items.properties) ? items : isJson(properties) ? field : undefined
  const own = style.brief?.has(name) === true ? { ...style, levels: 0 } : style
  const inner = object && listedObject(object, style.shownBy(name), own)
  const text = inner?.describe(String(description)) ?? String(description)
  const isKnown = inner === undefined && style.known?.has(name) === true
  return {
    type: field.type,
    ...(!isKnown && { description: text }),
    ...listedEnum(values, text),
    ...listedBounds(rest, text),
    ...listedSizes(field, text),
    ...(isJson(items) && { items: inner?.schema ?? listedItem(items) }),
    ...(object === field && inner?.schema)
  }
}

/** Shortens an object. `describe` makes its description, which names the dropped fields. */
const listedObject = (object: Json, shownBy: string | undefined, style: ListingStyle) => {
  const required: ReadonlyArray<unknown> = Array.isArray(object.required) ? object.required : []
  const open = object.additionalProperties === true && { additionalProperties: true }
  const fields = Object.entries(fieldsOf(object)).map(
    ([name, field]) => [name, listedField(name, field, { ...style, levels: style.levels - 1 })] as const
  )
  if (fields.length === 1 || (style.levels > 0 && shownBy === undefined)) {
    const schema = { type: "object", properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
    return { describe: (description: string) => description, schema: { ...schema, ...open } }
  }
  const isRequired = ([name]: readonly [string, Json]) => required.includes(name)
  const [shortest] = fields.toSorted((a, b) => lengthOf(a[1]) - lengthOf(b[1]))
  const sample = required.length > 0 ? fields.filter(isRequired) : shortest ? [shortest] : []
  const isDescribed = shownBy === undefined && required.length > 0
  const sampled = sample.map(([name, field]) => [name, isDescribed ? field : withoutDescriptions(field)] as const)
  const names = fieldNames(object)
  const isNamed = (description: string) => names.every((name) => /\w$/.test(name) && mentions(description, name))
  return {
    describe: (description: string) =>
      shownBy === undefined
        ? `${description}${isNamed(description) ? "" : ` {${names.join(", ")}}`}`
        : firstSentence(description).replace(/\.?$/, (end) => `, as in ${shownBy}${end}`),
    schema: { type: "object", properties: Object.fromEntries(sampled), ...open }
  }
}

/** Leaves the fields of a sample to the text that names them, or to the tool that shows the object. */
const withoutDescriptions = ({ description: _, items, properties, ...field }: Json): Json => ({
  ...field,
  ...(isJson(items) && { items: withoutDescriptions(items) }),
  ...(isJson(properties) && { properties: Record.map(fieldsOf({ properties }), withoutDescriptions) })
})

/** Returns the names of the fields of an object at any depth, with `*` for required ones: `name*`, `emoji {id}`. */
const fieldNames = (object: Json): ReadonlyArray<string> =>
  Object.entries(fieldsOf(object)).map(([name, field]) => {
    const inside = fieldNames(isJson(field.items) ? field.items : field)
    const mark = [object.required].flat().includes(name) ? "*" : ""
    return `${name}${mark}${inside.length === 0 ? "" : ` {${inside.join(", ")}}`}`
  })

/** Shortens an item that is a text or number. The list has the description. */
const listedItem = ({ enum: values, type }: Json): Json => ({ type, ...listedEnum(values) })

const listedEnum = (values: unknown, description = ""): Json =>
  !Array.isArray(values) || values.every((value) => mentions(description, value)) ? {} : { enum: values }

/** Returns the bounds and the format that the description does not mention. Only times have a format. */
const listedBounds = ({ format, maximum, minimum }: Json, description: string) => {
  const isRange = !(mentions(description, minimum) && mentions(description, maximum))
  return {
    ...(format !== undefined && !mentions(description, "ISO 8601") && { format }),
    ...(isRange && minimum !== undefined && !(minimum === 0 && mentions(description, 0)) && { minimum }),
    ...(isRange && maximum !== undefined && { maximum })
  }
}

/** Returns the list sizes up to `SIZE_MAX` that neither the description mentions nor the values of the items imply. */
const listedSizes = ({ items, maxItems, minItems }: Json, description: string) => {
  const count = isJson(items) && Array.isArray(items.enum) ? items.enum.length : SIZE_MAX + 1
  const isNeeded = (size: unknown) =>
    typeof size === "number" && size > 1 && size <= SIZE_MAX && size < count && !mentions(description, size)
  return Record.filter({ minItems, maxItems }, isNeeded)
}

/** Maximum list size that a list shows. Usual calls have shorter lists. */
const SIZE_MAX = 50

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
const mentions = (description: string, value: unknown): boolean => new RegExp(`\\b${value}\\b`).test(description)
const lengthOf = (value: unknown): number => JSON.stringify(value).length
const fieldsOf = ({ properties }: Json): Record<string, Json> =>
  isJson(properties) ? Record.filter(properties, isJson) : {}
