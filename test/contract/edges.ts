/** The bounds of a schema, and inputs exactly on them. Only these show where our bounds differ from Discord's. */
import { isNode, type Node } from "./spec/Node.ts"

/** A bound: its path, and the value on it. */
export interface Edge {
  readonly path: ReadonlyArray<string>
  readonly reach: (value: unknown) => unknown
}

/** A step into a list: to its first item. */
const FIRST = "[]"

/** Returns all bounds of a published schema: lengths, numbers, counts. */
export const edgesOf = (schema: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Edge> => {
  if (!isNode(schema)) return []
  const { format, items, maxItems, maxLength, maximum, minItems, minLength, minimum, pattern, properties } = schema
  const at = (bound: unknown, reach: (value: unknown, bound: number) => unknown): ReadonlyArray<Edge> =>
    typeof bound === "number" ? [{ path, reach: (value) => reach(value, bound) }] : []
  const shaped = format !== undefined || pattern !== undefined
  return [
    ...at(shaped ? undefined : maxLength, (value, length) => String(value).slice(0, length).padEnd(length, "x")),
    ...at(shaped ? undefined : minLength, (value, length) => String(value).slice(0, length)),
    ...at(maximum, (_, number) => number),
    ...at(minimum, (_, number) => number),
    ...at(schema.uniqueItems === true ? undefined : maxItems, (value, count) => filled([value].flat(), count)),
    ...at(minItems, (value, count) => [value].flat().slice(0, count)),
    ...edgesOf(items, [...path, FIRST]),
    ...Object.entries(isNode(properties) ? properties : {}).flatMap(([name, field]) => edgesOf(field, [...path, name]))
  ]
}

/** Texts that must stay within their path segment. */
export const strayingPaths = (route: string): ReadonlyArray<Edge> =>
  [...route.matchAll(/\{(\w+)\}/g)].flatMap(([, field = ""]) =>
    ["..", ".", "a/b", "a?b#c", "%2e%2e", " "].map((text) => ({ path: [field], reach: () => text }))
  )

/** Returns the input with a value on the bound, or `undefined` if it does not have the field. */
export const onEdge = (input: object, { path, reach }: Edge): object | undefined => {
  const moved = move({ ...input }, path, reach)
  return isNode(moved) ? moved : undefined
}

const move = (value: unknown, path: ReadonlyArray<string>, reach: Edge["reach"]): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return reach(value)
  if (step === FIRST) {
    const [first, ...others] = Array.isArray(value) ? value : []
    const moved = first === undefined ? undefined : move(first, rest, reach)
    return moved === undefined ? undefined : [moved, ...others]
  }
  const node: Node = isNode(value) ? value : {}
  const moved = step in node ? move(node[step], rest, reach) : undefined
  return moved === undefined ? undefined : { ...node, [step]: moved }
}

const filled = (items: ReadonlyArray<unknown>, count: number): ReadonlyArray<unknown> | undefined =>
  items.length === 0 ? undefined : Array.from({ length: count }, (_, index) => items[index % items.length])
