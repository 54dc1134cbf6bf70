/** Inputs that a tool must refuse: each is one change away from an input that it takes. */
import { FastCheck } from "effect"
import type { Tools } from "../client/Tools.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"
import type { Json } from "./drawnInput.ts"
import { inputTo, refusalOf, toolNamed } from "./toolInput.ts"

/** An input with one thing wrong in it. */
export interface WrongInput {
  readonly input: Json
  /** Where, as the complaint about it says: `embeds[0].title`. */
  readonly path: string
  /** What: `too long`, `missing`, … */
  readonly wrong: string
}

/** Inputs that the tool of this name refuses, as a client would send them. */
export const wrongInput = (name: keyof Tools): FastCheck.Arbitrary<WrongInput> => wrongInputTo(toolNamed(name))

/** Inputs that a tool refuses. */
export const wrongInputTo = (tool: Tool): FastCheck.Arbitrary<WrongInput> => {
  const schema = publishedSchema(tool.input)
  return (
    inputTo(tool)
      .chain((input) =>
        FastCheck.constantFrom(
          ...wrongsIn(schema, input, "").map(({ becomes, path, wrong }) => ({ input: Object(becomes), path, wrong }))
        )
      )
      // Some fields take more than they publish.
      .filter(({ input }) => refusalOf(tool, input) !== undefined)
  )
}

/** What a value would have to become to be wrong, and why that is. */
interface Wrong {
  readonly path: string
  readonly wrong: string
  readonly becomes: unknown
}

/** All that can be made wrong of a value, by what its schema says of it and of what is in it. */
const wrongsIn = (schema: unknown, value: unknown, path: string): ReadonlyArray<Wrong> => {
  if (!isJson(schema)) return []
  const here = path === "" ? [] : [...ofType(schema), ...ofBounds(schema, value)]
  return [
    ...here.map(([wrong, becomes]) => ({ path, wrong, becomes })),
    ...(isJson(value) ? inFields(schema, value, path) : []),
    ...(Array.isArray(value) ? inItems(schema, value, path) : [])
  ]
}

type Change = readonly [wrong: string, becomes: unknown]

/** Values of other types than the schema has. */
const ofType = ({ anyOf, enum: words, oneOf, type }: Json): ReadonlyArray<Change> => {
  if (anyOf !== undefined || oneOf !== undefined) return [["of another type", true]]
  if (Array.isArray(words)) return [["none of its words", "no such word"]]
  const types = [type].flat()
  const others = { string: 7, integer: "seven", number: "seven", boolean: "yes", array: "no list", object: "no object" }
  const other = Object.entries(others).find(([one]) => types.includes(one))?.[1]
  return [
    ...(other === undefined || types.length > 1 ? [] : [["of another type", other] as const]),
    ...(types.includes("null") || type === undefined ? [] : [["null", null] as const])
  ]
}

/** Values just past the bounds of the schema. */
const ofBounds = (schema: Json, value: unknown): ReadonlyArray<Change> => {
  const past = (bound: string, wrong: string, becomes: (bound: number) => unknown): ReadonlyArray<Change> => {
    const limit = schema[bound]
    return typeof limit === "number" ? [[wrong, becomes(limit)]] : []
  }
  const items = Array.isArray(value) ? value : []
  return [
    ...past("maxLength", "too long", (length) => "x".repeat(length + 1)),
    ...past("minLength", "too short", (length) => "x".repeat(length - 1)),
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

const inFields = ({ additionalProperties, properties, required }: Json, value: Json, path: string) => {
  const known = isJson(properties) ? properties : {}
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  const missing = [required ?? []].flat().filter((name) => typeof name === "string" && name in value)
  return [
    ...missing.map((name) => ({
      path: at(String(name)),
      wrong: "missing",
      becomes: Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
    })),
    ...(additionalProperties === false
      ? [{ path: at(STRANGER), wrong: "unknown", becomes: { ...value, [STRANGER]: true } }]
      : []),
    ...Object.entries(value).flatMap(([name, field]) =>
      wrongsIn(known[name], field, at(name)).map((one) => ({ ...one, becomes: { ...value, [name]: one.becomes } }))
    )
  ]
}

const inItems = ({ items }: Json, value: ReadonlyArray<unknown>, path: string) =>
  value.flatMap((item, at) =>
    wrongsIn(items, item, `${path}[${at}]`).map((one) => ({ ...one, becomes: value.with(at, one.becomes) }))
  )

/** A field that no tool has. */
const STRANGER = "not_a_field"

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
