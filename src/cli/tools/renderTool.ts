import type { Risk } from "../../safety/Permit.ts"
import { type Json, publishedSchema } from "../../tools/dsl/publishedSchema.ts"
import type { Tool } from "../../tools/Tool.ts"
import { renderFields, renderValue } from "../rendering/renderValue.ts"
import { type RenderOptions, type Style, wrap } from "../rendering/text.ts"

/** Renders one tool in full: description, risk, permissions, arguments and failure reasons. */
export const renderTool = (tool: Tool, options: RenderOptions, args = describeArguments(tool)): string => {
  const { bold } = options.style
  const { category, description, failures, operation, permissions, undo } = tool
  const inside = { ...options, columns: options.columns - INDENT.length }
  const part = (title: string, content: ReadonlyArray<string>) =>
    content.length === 0 ? [] : ["", bold(title), ...content.map((line) => INDENT + line)]
  return [
    ...renderTitle(tool, options, bold),
    ...wrap(description, options.columns),
    "",
    ...renderFields(
      {
        category,
        ...(operation !== undefined && { operation: `${operation.method} ${operation.route}` }),
        ...(permissions.length > 0 && { permissions }),
        ...(undo !== undefined && { undo })
      },
      options
    ),
    ...part("Arguments", args.length === 0 ? [] : renderValue(args, inside)),
    ...part(
      "Why it may fail",
      renderFields(
        Object.fromEntries(Object.entries(failures).map(([reason, it]) => [reason, `${it.when} ${it.recovery}`])),
        inside
      )
    )
  ].join("\n")
}

const INDENT = "  "

/** Renders the help of `call TOOL`: an example with the required fields, then the tool, with its fields as options. */
export const renderCallHelp = (tool: Tool, options: RenderOptions): string => {
  const fields = describeArguments(tool).map((field) => ({ ...field, argument: `--${field.argument}` }))
  const needed = fields.filter(({ required }) => required === "yes").map(({ argument }) => `${argument} VALUE`)
  return [
    ...wrap(["Usage: effect-discord-mcp call", tool.name, ...needed].join(" "), options.columns),
    ...wrap("All fields can also be given as one JSON object.", options.columns),
    "",
    renderTool(tool, options, fields)
  ].join("\n")
}

/** The texts that describe an argument of a tool. */
type Argument = Readonly<Record<"argument" | "type" | "required" | "description", string>>

/** Describes the arguments of a tool, required ones first. */
export const describeArguments = ({ input }: Pick<Tool, "input">): ReadonlyArray<Argument> => {
  const { properties, required } = publishedSchema(input)
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  return Object.entries(Object(properties))
    .map(([argument, schema]) => ({
      argument,
      type: typeOf(Object(schema)),
      required: needed.includes(argument) ? "yes" : "no",
      description: String(Object(schema).description ?? "")
    }))
    .toSorted((a, b) => Number(b.required === "yes") - Number(a.required === "yes"))
}

/** Describes a schema: type, choices, bounds, and the fields of an object. `*` marks a required field. */
const typeOf = (schema: Json): string => {
  const { anyOf, enum: choices, items, type } = schema
  if (Array.isArray(choices)) return choices.map(String).join(" | ")
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => typeOf(Object(one))))].join(" | ")
  return [type ?? "any"]
    .flat()
    .map(String)
    .map((kind) => kind + (kind === "array" ? ofItems(items) : kind === "object" ? fieldsIn(schema) : ""))
    .join(" | ")
    .concat(boundsOf(schema))
}

const ofItems = (items: unknown): string =>
  typeof items === "object" && items !== null ? ` of ${typeOf({ ...items })}` : ""

const fieldsIn = ({ properties, required }: Json): string => {
  const needed: ReadonlyArray<unknown> = Array.isArray(required) ? required : []
  const names = Object.keys(Object(properties)).map((name) => (needed.includes(name) ? `${name}*` : name))
  return names.length === 0 ? "" : ` {${names.join(", ")}}`
}

const boundsOf = ({ format, maxItems, maxLength, maximum, minItems, minLength, minimum }: Json): string =>
  [
    ...(typeof format === "string" ? [format] : []),
    ...range(minimum, maximum, ""),
    // A minimum length of 1 is not worth showing.
    ...range(minLength === 1 ? undefined : minLength, maxLength, " characters"),
    ...range(minItems === 1 ? undefined : minItems, maxItems, " items")
  ]
    .map((bound) => `, ${bound}`)
    .join("")

const range = (least: unknown, most: unknown, unit: string): ReadonlyArray<string> => {
  if (most !== undefined) return [`${least === undefined || least === 0 ? "up to" : `${least} to`} ${most}${unit}`]
  return least === undefined || least === 0 ? [] : [`at least ${least}${unit}`]
}

/** Renders a tool's name and risk, on one line if both fit. */
export const renderTitle = (
  { name, risk }: Pick<Tool, "name" | "risk">,
  { columns, style }: RenderOptions,
  styleName: (text: string) => string
): ReadonlyArray<string> => {
  const shown = riskStyle(style)[risk](risk)
  return name.length + GAP.length + risk.length <= columns
    ? [styleName(name) + GAP + shown]
    : [...wrap(name, columns).map(styleName), shown]
}

const GAP = "  "

/** Returns the style of each risk. */
export const riskStyle = ({ dim, red, yellow }: Style): Readonly<Record<Risk, (text: string) => string>> => ({
  read: dim,
  write: yellow,
  destructive: red
})
