import { namesByCategory } from "../../catalogue/toolNames.ts"
import type { Risk } from "../../discord/Permit.ts"
import { type Json, publishedSchema } from "../../tools/dsl/publishedSchema.ts"
import type { Tool, ToolTraits } from "../../tools/Tool.ts"
import { renderFields, renderValue } from "../rendering/renderValue.ts"
import { type RenderOptions, type Style, truncateLine, wrap } from "../rendering/text.ts"

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
  const riskName = riskStyle(style)[risk](risk)
  return name.length + GAP.length + risk.length <= columns
    ? [styleName(name) + GAP + riskName]
    : [...wrap(name, columns).map(styleName), riskName]
}

const GAP = "  "

/** Returns the style of each risk. */
export const riskStyle = ({ dim, red, yellow }: Style): Readonly<Record<Risk, (text: string) => string>> => ({
  read: dim,
  write: yellow,
  destructive: red
})

const categories = Object.keys(namesByCategory)

/** Renders tools for a terminal: by category, one line for each if the terminal is wide enough. */
export const renderToolList = (listed: ReadonlyArray<ToolTraits>, options: RenderOptions): string =>
  [
    ...categories
      .map((category) => ({ category, tools: listed.filter((tool) => tool.category === category) }))
      .filter(({ tools }) => tools.length > 0)
      .flatMap(({ category, tools }) => [
        options.style.bold(category) + options.style.dim(` (${tools.length})`),
        ...group(tools, options),
        ""
      ]),
    ...(listed.length > 0
      ? []
      : wrap(`No tool matches. The categories are: ${categories.join(", ")}.`, options.columns)),
    ...wrap(`${countOf(listed)}. tools NAME shows one tool in full.`, options.columns).map(options.style.dim)
  ].join("\n")

/** Renders the matches of a search for a terminal, best first. */
export const renderMatches = (listed: ReadonlyArray<ToolTraits>, options: RenderOptions): string =>
  [
    ...(listed.length > 0
      ? [...group(listed, options), ""]
      : wrap("No tool matches these words. tools without --search lists all tools.", options.columns)),
    ...wrap(`${countOf(listed)}. tools NAME shows one tool in full.`, options.columns).map(options.style.dim)
  ].join("\n")

/** Renders the tools of one category. The columns are as wide as these tools need. */
const group = (tools: ReadonlyArray<ToolTraits>, options: RenderOptions): ReadonlyArray<string> => {
  const { columns, style } = options
  const nameWidth = Math.max(...tools.map(({ name }) => name.length))
  const riskWidth = Math.max(...tools.map(({ risk }) => risk.length))
  const available = columns - INDENT.length - nameWidth - GAP.length - riskWidth - GAP.length
  return tools.flatMap((tool) => {
    const { description, name, risk } = tool
    const sentence = firstSentence(description)
    if (available >= SENTENCE_MIN) {
      const shown = riskStyle(style)[risk](risk.padEnd(riskWidth))
      const cells = [style.cyan(name.padEnd(nameWidth)), shown, truncateLine(sentence, available)]
      return [INDENT + cells.join(GAP)]
    }
    return [
      ...renderTitle(tool, options, style.cyan),
      ...wrap(sentence, columns - INDENT.length).map((line) => INDENT + line)
    ]
  })
}

/** A description that would be narrower is printed in full below the name. */
const SENTENCE_MIN = 30

/** Renders tools for a pipe: one line for each, with two spaces between columns, and the count. */
export const renderPlainList = (listed: ReadonlyArray<ToolTraits>, { style }: Pick<RenderOptions, "style">): string => {
  const width = Math.max(0, ...listed.map(({ name }) => name.length))
  return [
    ...listed.map(
      ({ description, name, risk }) =>
        `${name.padEnd(width)}  ${riskStyle(style)[risk](risk.padEnd(RISK_WIDTH))}  ${firstSentence(description)}`
    ),
    countOf(listed)
  ].join("\n")
}

/** Returns the number of shown tools, and of all tools. */
const countOf = (shown: ReadonlyArray<ToolTraits>): string =>
  `${shown.length} of ${Object.values(namesByCategory).flat().length} tools`

/** Returns the first sentence of a description, or all of it. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text

const RISK_WIDTH = "destructive".length
