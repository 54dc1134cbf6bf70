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

/** Parses `[JSON] [--field value …]`. The value of a text field stays unchanged. Other values are parsed as JSON. */
export const parseCallArguments = Effect.fnUntraced(function* (tool: string, tokens: ReadonlyArray<string>) {
  const texts = textFields(tool)
  // Uses a Map, because assigning `__proto__` to an object adds no field.
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

/** Parses JSON. Returns any other text and ids unchanged. As a number, an id would lose its last digits. */
const jsonOrText = (value: string): unknown =>
  /^\d{16,}$/.test(value)
    ? value
    : Schema.decodeUnknownOption(Schema.parseJson())(value).pipe((option) =>
        option._tag === "Some" ? option.value : value
      )

/** Returns the text fields of a tool. An id in such a field must not become a number. */
const textFields = (name: string): ReadonlySet<string> => {
  const tool = findTool(name)
  const properties = tool === undefined ? {} : publishedSchema(tool.input).properties
  return new Set(
    Object.entries(Object(properties)).flatMap(([field, schema]) =>
      typeof schema === "object" && schema !== null && "type" in schema && schema.type === "string" ? [field] : []
    )
  )
}
