import type { Description } from "./Description.ts"
import { isNode, type Node } from "./spec/Node.ts"

/** Which fields a sample has: only required ones, or all. */
export type Fullness = "lean" | "full"

/** Below this depth, a full sample has only required fields. */
const DEPTH_FULL = 4

/** The depth limit for recursive schemas. */
const DEPTH_MAX = 12

/** Returns the simplest value of a schema. It is always the same. */
export const sample = ({ resolve }: Description, schema: Node, fullness: Fullness): unknown => {
  const go = (node: Node, depth: number): unknown => {
    const it = resolve(node)
    if (depth > DEPTH_MAX) return null
    if ("const" in it) return it.const
    if (Array.isArray(it.enum)) return it.enum[0]
    const members = [it.oneOf ?? it.anyOf ?? []].flat().filter(isNode)
    const member = members.find(({ type }) => type !== "null") ?? members[0]
    if (member !== undefined) return go(member, depth)
    const parts = [it.allOf ?? []].flat().filter(isNode)
    if (parts.length === 1 && parts[0] !== undefined) return go(parts[0], depth)
    if (parts.length > 1) return Object.assign({}, ...parts.map((part) => go(part, depth)))
    return plain(it, depth)
  }

  const plain = (it: Node, depth: number): unknown => {
    switch ([it.type].flat().find((type) => type !== "null")) {
      case "object":
        return object(it, depth)
      case "array":
        return isNode(it.items) && depth < DEPTH_MAX && it.maxItems !== 0 ? [go(it.items, depth + 1)] : []
      case "string":
        return text(it)
      case "integer":
      case "number":
        return it.minimum ?? 0
      case "boolean":
        return false
      default:
        return null
    }
  }

  const object = (it: Node, depth: number): unknown => {
    const required = [it.required ?? []].flat()
    const properties = Object.entries(isNode(it.properties) ? it.properties : {})
    return Object.fromEntries(
      properties
        .filter(([name]) => required.includes(name) || (fullness === "full" && depth < DEPTH_FULL))
        .map(([name, property]) => [name, isNode(property) ? go(property, depth + 1) : null])
    )
  }

  return go(schema, 0)
}

/** `1` is valid as a name, a permission and a hash. Formats have other values, and so have ids, which have a pattern. */
const text = ({ format, minLength, pattern }: Node): string => {
  switch (format ?? (String(pattern).startsWith("^(0|[1-9]") ? "snowflake" : undefined)) {
    case "snowflake":
      return "100000000000000001"
    case "date-time":
      return "2024-01-01T00:00:00.000000+00:00"
    case "uri":
      return "https://example.com/"
    default:
      return "1".padEnd(Number(minLength ?? 1), "1")
  }
}
