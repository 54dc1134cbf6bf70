import { Effect, Schema } from "effect"
import { findTool } from "../../catalogue.ts"
import { publishedSchema } from "../../tools/dsl/publishedSchema.ts"

/** The arguments are neither JSON nor `--field value` pairs. */
export class InvalidArguments extends Schema.TaggedError<InvalidArguments>()("InvalidArguments", {
  problem: Schema.String
}) {
  override get message(): string {
    return this.problem
  }
}

/** Parses `[JSON] [--field value …]`. The value of a text field is taken as it is; other values are parsed as JSON. */
export const parseCallArguments = Effect.fnUntraced(function* (tool: string, tokens: ReadonlyArray<string>) {
  const texts = textFields(tool)
  // A Map, because assigning `__proto__` to an object adds no field.
  const given = new Map<string, unknown>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ""
    if (!token.startsWith("--")) {
      for (const [field, value] of Object.entries(yield* jsonObject(token))) given.set(field, value)
      continue
    }
    const [, field = "", inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(token) ?? []
    const next = tokens[at + 1]
    const value = inline ?? (next === undefined || next.startsWith("--") ? "true" : next)
    if (inline === undefined && value === next) at++
    given.set(field, texts.has(field) ? value : jsonOrText(value))
  }
  return Object.fromEntries(given)
})

const jsonObject = (token: string) =>
  Effect.mapError(
    Schema.decode(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })))(token),
    () => new InvalidArguments({ problem: `expected a JSON object or --field value, got ${token}` })
  )

/** Parses JSON. Returns the text unchanged if it is not JSON. */
const jsonOrText = (value: string): unknown =>
  Schema.decodeUnknownOption(Schema.parseJson())(value).pipe((option) =>
    option._tag === "Some" ? option.value : value
  )

/** JsonObject whose schema says text: an id of digits must not become a number. */
const textFields = (name: string): ReadonlySet<string> => {
  const tool = findTool(name)
  const properties = tool === undefined ? {} : publishedSchema(tool.input).properties
  return new Set(
    Object.entries(Object(properties)).flatMap(([field, schema]) =>
      typeof schema === "object" && schema !== null && "type" in schema && schema.type === "string" ? [field] : []
    )
  )
}
