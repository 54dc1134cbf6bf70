import type { Json } from "./publishedSchema.ts"

/**
 * The schema a tool is listed with. A list of all tools is read whole, often by
 * a model that pays for each word, so what is inside an object is told by the
 * names of its fields. Of a schema longer than `maxChars`, fields that may be
 * left out tell no more than their kind. mcp_tools_search has the whole schema.
 */
export const leanSchema = (schema: Json, maxChars: number): Json => {
  const leaned = eachField(plain(schema), (_, field) => lean(field))
  if (JSON.stringify(leaned).length <= maxChars) return leaned
  const needed: ReadonlyArray<unknown> = Array.isArray(schema.required) ? schema.required : []
  return eachField(leaned, (name, field) => (needed.includes(name) ? field : bare(field)))
}

const eachField = (schema: Json, change: (name: string, field: Json) => Json): Json => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(Object(schema.properties)).map(([name, field]) => [
      name,
      isJson(field) ? change(name, field) : field
    ])
  )
})

/** The kind of a field alone; what is inside it still goes by names. */
const bare = ({ description, enum: words, items, type }: Json): Json => ({
  ...(type !== undefined && { type }),
  ...(words !== undefined && { enum: words }),
  ...(isJson(items) && { items: bare(items) }),
  ...(typeof description === "string" &&
    /\{.*\}$/.test(description) && { description: description.replace(/^.*(?=\{)/s, "") })
})

const lean = (field: Json): Json => {
  const inside = fieldsOf(field)
  if (inside !== undefined) return told(plain(without(field, "properties", "required", "additionalProperties")), inside)
  const items = isJson(field.items) ? field.items : undefined
  if (items === undefined) return plain(field)
  const each = fieldsOf(items)
  return each === undefined
    ? { ...plain(field), items: plain(without(items, "description")) }
    : told({ ...plain(field), items: { type: "object" } }, each)
}

/** The fields of an object, the needed ones marked; `undefined` for what is no object with fields. */
const fieldsOf = ({ anyOf, properties, required }: Json): string | undefined => {
  const branch = Array.isArray(anyOf) ? anyOf.find((one) => isJson(one) && isJson(one.properties)) : undefined
  if (branch !== undefined) return fieldsOf(branch)
  const names = Object.keys(Object(properties))
  if (names.length === 0) return undefined
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return names.map((name) => (needed.includes(name) ? `${name}*` : name)).join(", ")
}

const told = (field: Json, fields: string): Json => ({
  ...without(field, "anyOf"),
  description: `${field.description ?? ""} {${fields}}`.trim()
})

/** Without what is understood: an empty list of needed fields, and that a given text is not empty. */
const plain = ({ minLength, required, ...schema }: Json): Json => ({
  ...schema,
  ...(typeof minLength === "number" && minLength > 1 && { minLength }),
  ...(Array.isArray(required) && required.length > 0 && { required })
})

const without = (schema: Json, ...keys: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
