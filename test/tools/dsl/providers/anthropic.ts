import Ajv2020 from "ajv/dist/2020.js"
import { breaking, type Provider, plainRoot, prefixed, propertyNames, rules, toolRule } from "./walk.ts"

const ajv = new Ajv2020.default({ strict: false, validateFormats: false })

/** Claude's tools. */
export const anthropic: Provider = {
  name: "Anthropic",
  sources: [
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
    "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes"
  ],
  problems: rules(
    toolRule("a name matches ^[a-zA-Z0-9_-]{1,64}$", ({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(prefixed(name))),
    plainRoot,
    propertyNames(/^[a-zA-Z0-9_.-]{1,64}$/),
    breaking("a reference is not supported", (schema) => "$ref" in schema || "$defs" in schema),
    toolRule("the schema is no JSON Schema of draft 2020-12", ({ inputSchema }) => !ajv.validateSchema(inputSchema))
  )
}

/**
 * Claude's strict tools. The SDKs convert a schema first: they close its objects and state bounds in descriptions. They
 * do not convert other keywords.
 */
export const anthropicStrict: Provider = {
  name: "Anthropic, strict",
  sources: [
    "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations",
    "https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/lib/transform-json-schema.ts"
  ],
  problems: rules(
    anthropic.problems,
    breaking("a keyword is not supported", (schema) => Object.keys(schema).some((keyword) => !keywords.has(keyword))),
    breaking("a format is not supported", ({ format }) => format !== undefined && !formats.has(String(format))),
    breaking("an object takes other properties", ({ additionalProperties = false }) => additionalProperties !== false)
  )
}

const keywords = new Set([
  ...["type", "description", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf"],
  ...["allOf", "default", "format"],
  // The SDKs state these in the description.
  ...["minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "examples"]
])

const formats = new Set([
  ...["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]
])
