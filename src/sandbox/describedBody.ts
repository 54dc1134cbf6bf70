/** The bodies of requests, as Discord's published description has them. */
import { Record, Schema } from "effect"
import type { DescribedNode } from "../discord/description/DescribedNode.ts"
import { schemas } from "../discord/description/schemas.ts"
import { choice, integer, list, snowflake, text, time } from "./BodySchema.ts"

/** Returns the schema of a body by its name in the description. What null means is a rule of each field. */
export const describedBody = <Body>(name: string): Schema.Schema<Body, unknown> =>
  schemaOf({ type: "ref", name }) as Schema.Schema.AnyNoContext // `Body` is the type of discord-api-types for it

const schemaOf = (node: DescribedNode): Schema.Schema.AnyNoContext =>
  node.nullable === true ? Schema.NullOr(notNull(node)) : notNull(node)

const notNull = (node: DescribedNode): Schema.Schema.AnyNoContext => {
  switch (node.type) {
    case "ref":
      return schemaOf(schemas[node.name] ?? NOTHING)
    case "snowflake":
      return snowflake
    case "boolean":
      return Schema.Boolean
    case "time":
      return time
    case "union":
      return Schema.Union(...node.members.map(schemaOf))
    case "string":
      return node.max === undefined ? Schema.String : text(node.min ?? 0, node.max)
    case "integer":
      return integer(node.min ?? 0, node.max ?? Number.MAX_SAFE_INTEGER)
    case "choice":
      return choice(...node.values)
    case "list":
      return list(schemaOf(node.items), node.min ?? 0, node.max ?? Number.POSITIVE_INFINITY)
    case "object":
      return Schema.Struct(
        Record.map(node.fields, (field, name) =>
          node.required.includes(name) ? schemaOf(field) : Schema.optionalWith(schemaOf(field), { exact: true })
        )
      )
  }
}

/** A name that the description lacks takes no value. */
const NOTHING: DescribedNode = { type: "choice", values: [] }
