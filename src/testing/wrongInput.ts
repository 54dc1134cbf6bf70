/** Generates inputs that a tool must reject. Each differs from a valid input in one place. */
import { FastCheck, Predicate } from "effect"
import type { Tools } from "../client/Tools.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"
import type { JsonObject } from "./toolInput.ts"
import { inputTo, refusalOf, toolNamed } from "./toolInput.ts"

/** An input with one invalid value. */
export interface WrongInput {
  readonly input: JsonObject
  /** The path in the validation issue: `embeds[0].title`. */
  readonly path: string
  /** The problem: `too long`, `missing`, … */
  readonly wrong: string
}

/** Generates inputs that the tool with this name rejects. */
export const wrongInput = (name: keyof Tools): FastCheck.Arbitrary<WrongInput> => wrongInputTo(toolNamed(name))

/** Generates inputs that a tool rejects. */
export const wrongInputTo = (tool: Tool): FastCheck.Arbitrary<WrongInput> => {
  const schema = publishedSchema(tool.input)
  return (
    inputTo(tool)
      .chain((input) =>
        FastCheck.constantFrom(
          ...wrongsIn(schema, input, "").map(({ becomes, path, wrong }) => ({ input: Object(becomes), path, wrong }))
        )
      )
      // Some fields accept more than the published schema.
      .filter(({ input }) => refusalOf(tool, input) !== undefined)
  )
}

/** An invalid replacement for a value. */
interface Wrong {
  readonly path: string
  readonly wrong: string
  readonly becomes: unknown
}

/** Returns all invalid replacements for a value and the values in it. */
const wrongsIn = (schema: unknown, value: unknown, path: string): ReadonlyArray<Wrong> => {
  if (!isJsonObject(schema)) return []
  const here = path === "" ? [] : [...ofType(schema), ...ofBounds(schema, value)]
  return [
    ...here.map(([wrong, becomes]) => ({ path, wrong, becomes })),
    ...(isJsonObject(value) ? inFields(schema, value, path) : []),
    ...(Array.isArray(value) ? inItems(schema, value, path) : [])
  ]
}

type Change = readonly [wrong: string, becomes: unknown]

/** Returns values of types that the schema does not have. */
const ofType = ({ anyOf, enum: words, oneOf, type }: JsonObject): ReadonlyArray<Change> => {
  if (anyOf !== undefined || oneOf !== undefined) return [["of another type", true]]
  if (Array.isArray(words)) return [["none of its words", "no such word"]]
  const types = [type].flat()
  const others = { string: true, integer: "seven", number: "seven", boolean: "yes", array: true, object: true }
  const other = Object.entries(others).find(([one]) => types.includes(one))?.[1]
  // Null is not a wrong value: it means that the field is absent.
  return other === undefined || types.length > 1 ? [] : [["of another type", other]]
}

/** Returns values just outside the bounds of the schema. */
const ofBounds = (schema: JsonObject, value: unknown): ReadonlyArray<Change> => {
  const past = (bound: string, wrong: string, becomes: (bound: number) => unknown): ReadonlyArray<Change> => {
    const limit = schema[bound]
    return typeof limit === "number" ? [[wrong, becomes(limit)]] : []
  }
  const items = Array.isArray(value) ? value : []
  return [
    ...past("maxLength", "too long", (length) => "x".repeat(length + 1)),
    // An empty text can mean that the field is absent.
    ...past("minLength", "too short", (length) => "x".repeat(length - 1)).filter(([, text]) => text !== ""),
    ...past("maximum", "too large", (limit) => limit + 1),
    ...past("minimum", "too small", (limit) => limit - 1),
    ...(schema.type === "integer" ? [["not whole", Number(schema.minimum ?? 0) + 0.5] as const] : []),
    ...(items.length > 0
      ? past("maxItems", "too many", (most) => Array.from({ length: most + 1 }, (_, at) => items[at % items.length]))
      : []),
    ...past("minItems", "too few", (least) => items.slice(0, least - 1)),
    ...(schema.format !== undefined || schema.pattern !== undefined ? [["of another form", "?"] as const] : [])
  ]
}

const inFields = ({ additionalProperties, properties, required }: JsonObject, value: JsonObject, path: string) => {
  const fields = isJsonObject(properties) ? properties : {}
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  const missing = [required ?? []].flat().filter((name) => typeof name === "string" && name in value)
  return [
    ...missing.map((name) => ({
      path: at(String(name)),
      wrong: "missing",
      becomes: Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
    })),
    ...(additionalProperties === false
      ? [{ path: at(UNKNOWN_FIELD), wrong: "unknown", becomes: { ...value, [UNKNOWN_FIELD]: true } }]
      : []),
    ...Object.entries(value).flatMap(([name, field]) =>
      wrongsIn(fields[name], field, at(name)).map((one) => ({ ...one, becomes: { ...value, [name]: one.becomes } }))
    )
  ]
}

const inItems = ({ items }: JsonObject, value: ReadonlyArray<unknown>, path: string) =>
  value.flatMap((item, at) =>
    wrongsIn(items, item, `${path}[${at}]`).map((one) => ({ ...one, becomes: value.with(at, one.becomes) }))
  )

/** A field name that no tool has. */
const UNKNOWN_FIELD = "not_a_field"

const isJsonObject: (value: unknown) => value is JsonObject = Predicate.isReadonlyRecord
