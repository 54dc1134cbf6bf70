import { JSONSchema, type Schema } from "effect"

/** JSON Schema as it is listed. */
export type Json = { readonly [key: string]: unknown }

/**
 * The JSON Schema a tool is listed with: closed, without references and without
 * what costs tokens and tells a model nothing (titles of checks, names of types, the dialect).
 * Where the operator has set a default guild, `guild_id` need not be given.
 */
export const publishedSchema = (schema: Schema.Schema.AnyNoContext, defaultGuildId?: string): Json => {
  const { $defs, $schema: _, ...root } = JSONSchema.make(schema, { target: "jsonSchema7" }) as unknown as Json // a plain object
  const published = prune(root, isJson($defs) ? $defs : {})
  return defaultGuildId !== undefined && Array.isArray(published.required)
    ? { ...published, required: published.required.filter((name) => name !== "guild_id") }
    : published
}

const prune = (node: Json, defs: Json): Json => {
  const { $id: _, $ref, ...rest } = node
  const target = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : undefined
  const merged = orNull(isJson(target) ? { ...target, ...rest } : rest)
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

/** `X or null` in one schema where it can be: shorter, and with one description. */
const orNull = (node: Json): Json => {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [one, other]: ReadonlyArray<unknown> = anyOf
  return isJson(one) && isJson(other) && other.type === "null" && typeof one.type === "string"
    ? { ...one, ...rest, type: [one.type, "null"], ...(Array.isArray(one.enum) && { enum: [...one.enum, null] }) }
    : node
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
