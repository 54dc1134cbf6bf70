/** The bodies of requests, as Discord's published description has them. */
import { Effect, Record, Schema } from "effect"
import type { DescribedNode } from "../discord/description/DescribedNode.ts"
import { schemas } from "../discord/description/schemas.ts"
import type { ObjectFields } from "../objects/fields.ts"
import { choice, decodeFields, integer, list, name, picture, snowflake, text, time } from "./BodySchema.ts"
import type { Refusal } from "./discordError.ts"

/** Returns the schema of a body by its name in the description. What null means is a rule of each field. */
export const describedBody = <Body>(name: string): Schema.Schema<Body, unknown> =>
  schemaOf({ type: "ref", name }) as Schema.Schema.AnyNoContext // `Body` is the type of discord-api-types for it

/**
 * Returns the decoder of a body by its name in the description. Null is as if the field were left out, where it clears
 * nothing.
 */
export const decodeDescribed = <Body extends Readonly<Record<string, unknown>>>(
  name: string,
  fields: ObjectFields,
  alsoCleared: ReadonlyArray<string> = []
) => {
  const decode = decodeFields(describedBody<Body>(name))
  const isCleared = (field: string) => fields[field]?.unset === null || alsoCleared.includes(field)
  return (body: unknown): Effect.Effect<Body, Refusal> =>
    Effect.map(
      decode(body),
      (decoded) => Record.filter(decoded, (value, field) => value !== null || isCleared(field)) as Body // fewer of its optional fields
    )
}

const schemaOf = (node: DescribedNode): Schema.Schema.AnyNoContext =>
  node.nullable === true ? Schema.NullOr(notNull(node)) : notNull(node)

const notNull = (node: DescribedNode): Schema.Schema.AnyNoContext => {
  switch (node.type) {
    case "ref":
      return schemaOf(schemas[node.name] ?? NOTHING)
    case "snowflake":
      return snowflake
    case "picture":
      return picture
    case "boolean":
      return Schema.Boolean
    case "time":
      return time
    case "union":
      return Schema.Union(...node.members.map(schemaOf))
    case "string":
      return node.max === undefined ? Schema.String : text(node.min ?? 0, node.max)
    case "name":
      return name(node.min ?? 0, node.max ?? Number.POSITIVE_INFINITY)
    case "integer":
      return integer(node.min ?? 0, node.max ?? Number.MAX_SAFE_INTEGER)
    case "choice":
      return choice(...node.values)
    case "list":
      return list(schemaOf(node.items), node.min ?? 0, node.max ?? Number.POSITIVE_INFINITY)
    case "object":
      return Schema.Struct(
        Record.map(node.fields, (field, name) => {
          const schema = schemaOf(TRIMMED.has(name) && field.type === "string" ? { ...field, type: "name" } : field)
          return node.required.includes(name) ? schema : Schema.optionalWith(schema, { exact: true })
        })
      )
  }
}

/** Fields without spaces at both ends: Discord removes them. */
const TRIMMED: ReadonlySet<string> = new Set(["name", "topic"])

/** A name that the description lacks takes no value. */
const NOTHING: DescribedNode = { type: "choice", values: [] }
