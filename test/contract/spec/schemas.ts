/** The named schemas of Discord's description: those of discord-api-spec, which are Zod's, as JSON Schema. */
import * as spec from "discord-api-spec/zod"
import * as z from "zod"
import { isNode, type Node } from "./Node.ts"

const read = (): Readonly<Record<string, Node>> => {
  const registry = z.registry<{ readonly id: string }>()
  for (const [name, schema] of Object.entries(spec))
    if (schema instanceof z.core.$ZodType) registry.add(schema, { id: name.replace(/Schema$/, "") })
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
    // `undefined` is a member of only one union, where it means an optional field.
    unrepresentable: "any"
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, whole(schema, name)]))
}

/** Fields whose numbers may be broken; Zod's schemas do not tell them from others. */
const BROKEN =
  /^(ApplicationCommand(Number|OptionNumber)\w*\.(min_value|max_value|value)|\w+\.(duration_secs|volume|retry_after))$/

/** A schema with integers for numbers, without its own address, and without the expression Zod writes for a format. */
const whole = (value: unknown, at: string): Node => {
  const { $id: _, $schema: __, ...node } = isNode(value) ? value : {}
  const kept = Object.entries(node).filter(([key]) => key !== "pattern" || node.format === undefined)
  return Object.fromEntries(
    kept.map(([key, inner]): [string, unknown] => {
      if (key === "type" && !BROKEN.test(at)) {
        const types = [inner].flat().map((type) => (type === "number" ? "integer" : type))
        return [key, types.length === 1 ? types[0] : types]
      }
      if (key === "properties" && isNode(inner))
        return [
          key,
          Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, whole(field, `${at}.${name}`)]))
        ]
      if (Array.isArray(inner)) return [key, inner.map((one) => (isNode(one) ? whole(one, at) : one))]
      return [key, isNode(inner) ? whole(inner, at) : inner]
    })
  )
}

/** By name. */
export const schemas: Readonly<Record<string, Node>> = read()
