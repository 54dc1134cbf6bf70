import type { Json } from "../../../../src/tools/dsl/publishedSchema.ts"
import {
  arrayItems,
  breaking,
  type Provider,
  plainRoot,
  prefixed,
  propertiesOf,
  propertyNames,
  rules,
  toolRule
} from "./walk.ts"

/** The fields of `Schema`. */
const fields = new Set([
  ...["type", "format", "title", "description", "nullable", "enum", "items", "minItems", "maxItems"],
  ...["properties", "required", "propertyOrdering", "minProperties", "maxProperties"],
  ...["minimum", "maximum", "minLength", "maxLength", "pattern", "example", "default", "anyOf"]
])

/** Clients drop them: older versions of the API refuse the first, and all versions the second. */
const DROPPED: ReadonlyArray<string> = ["additionalProperties", "examples"]

const types = ["string", "number", "integer", "boolean", "array", "object"]

const formats: Readonly<Record<string, ReadonlyArray<string>>> = {
  string: ["enum", "date-time"],
  integer: ["int32", "int64"],
  number: ["float", "double"]
}

const hasFields = (schema: Json): boolean => propertiesOf(schema).length > 0

/** `parameters` of a function declaration: a subset of an OpenAPI 3.0 schema. */
export const gemini: Provider = {
  name: "Gemini, parameters",
  sources: [
    "https://ai.google.dev/api/caching#FunctionDeclaration",
    "https://ai.google.dev/api/caching#Schema",
    // Property names.
    "https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration",
    // What the API refuses beyond its reference, and what clients drop before they call it.
    "https://github.com/google/adk-js/blob/main/core/src/utils/gemini_schema_util.ts"
  ],
  problems: rules(
    toolRule(
      "a name begins with a letter or underscore and has 64 characters at most",
      ({ name }) => !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(prefixed(name))
    ),
    plainRoot,
    propertyNames(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/),
    arrayItems,
    breaking("a field of the schema is unknown", (schema) =>
      Object.keys(schema).some((field) => !DROPPED.includes(field) && !fields.has(field))
    ),
    breaking("a schema has one type", ({ type }) => !types.includes(String(type)) || Array.isArray(type)),
    breaking("an enum has texts only, none empty", ({ enum: values, type }) =>
      [values ?? []].flat().some((value) => type !== "string" || typeof value !== "string" || value === "")
    ),
    breaking(
      "a format is not supported",
      ({ format, type }) => format !== undefined && !formats[String(type)]?.includes(String(format))
    ),
    // Clients leave out the parameters of a function without any.
    breaking(
      "an object has no properties",
      (schema, path) => schema.type === "object" && path !== "" && !hasFields(schema)
    ),
    breaking("a required property is not defined", (schema) =>
      [schema.required ?? []].flat().some((name) => !propertiesOf(schema).some(([property]) => property === name))
    ),
    breaking("anyOf has other fields beside it", (schema) => "anyOf" in schema && Object.keys(schema).length > 1)
  )
}
