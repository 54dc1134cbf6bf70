import { Array, Record } from "effect"
import { isJson, type Json } from "./publishedSchema.ts"

/**
 * Replaces `anyOf` with one schema. Objects become one object with all fields; a field is required if every alternative
 * requires it. If the types differ, the result is a string alternative, else the first alternative.
 */
export const flatSchema = ({ anyOf, ...node }: Json): Json => {
  const types = Array.isArray(node.type) ? node.type : undefined
  if (types !== undefined)
    return flatSchema({ ...node, anyOf: types.map((type) => ({ ...node, type })), type: undefined })
  if (!Array.isArray(anyOf)) return node
  const { type: _, ...rest } = node
  return { ...mergeBranches(anyOf.filter(isJson).map(flatSchema)), ...rest }
}

const mergeBranches = (branches: ReadonlyArray<Json>): Json => {
  const text = branches.filter(({ type }) => type === "string")
  const [first, ...others] = text.length > 0 ? text : branches
  if (first === undefined) return {}
  const alike = others.filter(({ type }) => type === first.type)
  return alike.length === 0 ? first : alike.reduce(mergeTwo, first)
}

const mergeTwo = (one: Json, other: Json): Json => ({
  ...one,
  ...(one.enum !== undefined && { enum: Array.dedupe([one.enum, other.enum].flat()) }),
  ...(isJson(one.properties) &&
    isJson(other.properties) && {
      properties: Record.union(one.properties, other.properties, (a, b) =>
        isJson(a) && isJson(b) && JSON.stringify(a) !== JSON.stringify(b) ? flatSchema({ anyOf: [a, b] }) : a
      ),
      required: [one.required ?? []].flat().filter((name) => [other.required].flat().includes(name))
    }),
  ...(isJson(one.items) && isJson(other.items) && { items: flatSchema({ anyOf: [one.items, other.items] }) }),
  ...widerBound("minimum", Math.min, one, other),
  ...widerBound("maximum", Math.max, one, other),
  ...widerBound("maxLength", Math.max, one, other)
})

const widerBound = (name: string, wider: (a: number, b: number) => number, one: Json, other: Json): Json => {
  const [a, b] = [one[name], other[name]]
  return { [name]: typeof a === "number" && typeof b === "number" ? wider(a, b) : undefined }
}
