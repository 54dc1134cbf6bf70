import { isJson, type Json } from "../../../../src/tools/dsl/publishedSchema.ts"
import {
  arrayItems,
  breaking,
  type Provider,
  plainRoot,
  prefixed,
  propertiesOf,
  rules,
  schemasIn,
  toolRule
} from "./walk.ts"

const names = toolRule(
  "a name has letters, digits, underscores and dashes, 64 at most",
  ({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(prefixed(name))
)

/** Function calling as it is by default. */
export const openAi: Provider = {
  name: "OpenAI",
  sources: [
    "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
    "https://platform.openai.com/docs/guides/function-calling",
    // The number of tools.
    "https://github.com/zed-industries/zed/issues/32946"
  ],
  maxTools: 128,
  problems: rules(
    names,
    plainRoot,
    arrayItems,
    toolRule("a description has 1024 characters at most", ({ description }) => description.length > 1024)
  )
}

/**
 * Strict function calling, which guarantees that a call fits the schema. A client converts the schema first, and drops the
 * examples beside the fields of the root.
 */
export const openAiStrict: Provider = {
  name: "OpenAI, strict",
  sources: ["https://platform.openai.com/docs/guides/structured-outputs#supported-schemas"],
  problems: (tool) => {
    const { examples: _, ...root } = tool.inputSchema
    const schema = strictSchema(root)
    return strictRules({ ...tool, inputSchema: schema })
  }
}

const keywords = new Set([
  ...["type", "description", "properties", "required", "additionalProperties", "items", "enum", "anyOf"],
  ...["pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minItems", "maxItems"]
])

const formats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]

const strictRules = rules(
  names,
  plainRoot,
  arrayItems,
  breaking("a keyword is not supported", (schema) => Object.keys(schema).some((keyword) => !keywords.has(keyword))),
  breaking("a format is not supported", ({ format }) => format !== undefined && !formats.includes(String(format))),
  breaking("an object takes other properties", (schema) => isObject(schema) && schema.additionalProperties !== false),
  breaking("an object does not require all properties", (schema) =>
    propertiesOf(schema).some(([name]) => ![schema.required].flat().includes(name))
  ),
  toolRule("5000 properties at most", ({ inputSchema }) => allProperties(inputSchema).length > 5000),
  toolRule("10 levels at most", ({ inputSchema }) => levelsOf(inputSchema) > 10),
  toolRule("1000 enum values at most", ({ inputSchema }) => enumValues(inputSchema).length > 1000),
  breaking(
    "an enum of more than 250 values has 15,000 characters at most",
    ({ enum: values }) => Array.isArray(values) && values.length > 250 && values.join("").length > 15_000
  ),
  toolRule(
    "120,000 characters of names and values at most",
    ({ inputSchema }) => [...allProperties(inputSchema), ...enumValues(inputSchema)].join("").length > 120_000
  )
)

/**
 * The conversion of OpenAI's agents SDKs (`ensure_strict_json_schema`): all objects are closed and require all
 * properties. Clients make optional properties nullable. An object that says it is open stays so, and is refused.
 */
const strictSchema = (schema: Json, isRequired = true): Json => {
  const { items, properties, required, ...rest } = schema
  const known = [required ?? []].flat()
  const type = isRequired ? schema.type : [schema.type, "null"]
  return {
    ...rest,
    type,
    ...(schema.enum !== undefined && !isRequired && { enum: [...[schema.enum].flat(), null] }),
    ...(isJson(items) && { items: strictSchema(items) }),
    ...(schema.type === "object" && {
      properties: Object.fromEntries(
        propertiesOf({ properties }).map(([name, field]) => [name, strictSchema(field, known.includes(name))])
      ),
      required: propertiesOf({ properties }).map(([name]) => name),
      additionalProperties: schema.additionalProperties ?? false
    })
  }
}

const isObject = ({ type }: Json): boolean => [type].flat().includes("object")

const allProperties = (schema: Json): ReadonlyArray<string> =>
  schemasIn(schema).flatMap(([, each]) => propertiesOf(each).map(([name]) => name))

const enumValues = (schema: Json): ReadonlyArray<unknown> =>
  schemasIn(schema).flatMap(([, each]) => [each.enum ?? []].flat())

const levelsOf = (schema: Json): number =>
  1 +
  Math.max(
    0,
    ...propertiesOf(schema).map(([, field]) => levelsOf(field)),
    isJson(schema.items) ? levelsOf(schema.items) : 0
  )
