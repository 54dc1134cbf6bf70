import { JSONSchema, Predicate, type Schema } from "effect"

/** JSON Schema as it is published. */
export type Json = { readonly [key: string]: unknown }

/** Whether a value is an object of JSON. */
export const isJson: (value: unknown) => value is Json = Predicate.isReadonlyRecord

/**
 * Returns the JSON Schema of a tool's input: closed, without references, titles of checks and dialect.
 * No field is published as null, because null means that a field is absent.
 * `guild_id` is optional if the operator has set a default guild.
 */
export const publishedSchema = (schema: Schema.Schema.AnyNoContext, defaultGuildId?: string): Json => {
  const { $defs, $schema: _, ...root } = JSONSchema.make(schema, { target: "jsonSchema7" }) as unknown as Json // a plain object
  const published = prune(root, isJson($defs) ? $defs : {})
  return defaultGuildId !== undefined && Array.isArray(published.required)
    ? { ...published, required: published.required.filter((name) => name !== "guild_id") }
    : published
}

const prune = (node: Json, defs: Json): Json => {
  const { $id: _, $ref, ...rest } = withoutNull(node)
  const target = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : undefined
  const merged = withoutNull(isJson(target) ? { ...target, ...rest } : rest)
  return Object.fromEntries(
    Object.entries(merged).flatMap(([key, value]) =>
      key === "title" && typeof value === "string"
        ? []
        : [
            [
              key,
              Array.isArray(value)
                ? value.map((item) => (isJson(item) ? prune(item, defs) : item))
                : isJson(value)
                  ? prune(value, defs)
                  : value
            ]
          ]
    )
  )
}

/** Drops null from a union, and unwraps a union of one. Only the decoded value of a clearable field can be null. */
const withoutNull = ({ anyOf, ...rest }: Json): Json => {
  const node = Array.isArray(rest.enum) ? { ...rest, enum: rest.enum.filter((value) => value !== null) } : rest
  if (!Array.isArray(anyOf)) return node
  const others = anyOf.filter((one) => !(isJson(one) && one.type === "null"))
  return others.length === 1 ? { ...others[0], ...node } : { ...node, anyOf: others }
}
