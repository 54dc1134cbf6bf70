import type { Shape } from "./shapes.ts"

/** Returns where a JSON value differs from its shape, by path. */
export const misfits = (value: unknown, shape: Shape, path = "answer"): ReadonlyArray<string> => {
  switch (shape.kind) {
    case "plain":
      return isPlain(value, shape.text) ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape.text}`]
    case "list":
      return Array.isArray(value)
        ? value.flatMap((item, at) => misfits(item, shape.item, `${path}[${at}]`))
        : [`${path} is no list`]
    case "choice": {
      const tried = shape.options.map((option) => misfits(value, option, path))
      return tried.some(({ length }) => length === 0) ? [] : (tried.toSorted((a, b) => a.length - b.length)[0] ?? [])
    }
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? fieldMisfits(Object.entries(value), shape, path)
        : [`${path} is no object`]
  }
}

const fieldMisfits = (
  given: ReadonlyArray<readonly [string, unknown]>,
  { fields }: Extract<Shape, { readonly kind: "object" }>,
  path: string
): ReadonlyArray<string> => {
  const rest = fields.find(({ name }) => name.startsWith("["))
  const named = new Map(fields.map((field) => [field.name.replaceAll('"', ""), field]))
  const missing = fields.filter(
    ({ isOptional, name }) =>
      !isOptional && !name.startsWith("[") && !given.some(([key]) => key === name.replaceAll('"', ""))
  )
  return [
    ...missing.map(({ name }) => `${path}.${name} is missing`),
    ...given.flatMap(([name, value]) => {
      const field = named.get(name) ?? rest
      return field === undefined ? [`${path} has a ${name}`] : misfits(value, field.shape, `${path}.${name}`)
    })
  ]
}

const isPlain = (value: unknown, text: string): boolean => {
  switch (text) {
    case "unknown":
      return true
    case "string":
    case "number":
    case "boolean":
      return typeof value === text
    default:
      return JSON.stringify(value) === text
  }
}
