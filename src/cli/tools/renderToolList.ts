import { namesByCategory } from "../../toolNames.ts"
import type { Tool } from "../../tools/Tool.ts"
import { type RenderOptions, truncateLine, wrap } from "../rendering/text.ts"
import { renderTitle, riskStyle } from "./renderTool.ts"

const categories = Object.keys(namesByCategory)

/** Renders tools for a terminal: by category, one line for each if the terminal is wide enough. */
export const renderToolList = (shown: ReadonlyArray<Tool>, options: RenderOptions): string =>
  [
    ...categories
      .map((category) => ({ category, tools: shown.filter((tool) => tool.category === category) }))
      .filter(({ tools }) => tools.length > 0)
      .flatMap(({ category, tools }) => [
        options.style.bold(category) + options.style.dim(` (${tools.length})`),
        ...group(tools, options),
        ""
      ]),
    ...(shown.length > 0
      ? []
      : wrap(`No tool matches. The categories are: ${categories.join(", ")}.`, options.columns)),
    ...wrap(`${countOf(shown)}. tools NAME shows one tool in full.`, options.columns).map(options.style.dim)
  ].join("\n")

/** Renders the matches of a search for a terminal, best first. */
export const renderMatches = (shown: ReadonlyArray<Tool>, options: RenderOptions): string =>
  [
    ...(shown.length > 0
      ? [...group(shown, options), ""]
      : wrap("No tool matches these words. tools without --search lists all tools.", options.columns)),
    ...wrap(`${countOf(shown)}. tools NAME shows one tool in full.`, options.columns).map(options.style.dim)
  ].join("\n")

/** Renders the tools of one category. The columns are as wide as these tools need. */
const group = (tools: ReadonlyArray<Tool>, options: RenderOptions): ReadonlyArray<string> => {
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

const INDENT = "  "
const GAP = "  "

/** A description that would be narrower is printed in full below the name. */
const SENTENCE_MIN = 30

/** Renders tools for a pipe: one line for each, with two spaces between columns, and the count. */
export const renderPlainList = (shown: ReadonlyArray<Tool>, { style }: Pick<RenderOptions, "style">): string => {
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  return [
    ...shown.map(
      ({ description, name, risk }) =>
        `${name.padEnd(width)}  ${riskStyle(style)[risk](risk.padEnd(RISK_WIDTH))}  ${firstSentence(description)}`
    ),
    countOf(shown)
  ].join("\n")
}

/** Returns the number of shown tools, and of all tools. */
const countOf = (shown: ReadonlyArray<Tool>): string =>
  `${shown.length} of ${Object.values(namesByCategory).flat().length} tools`

/** Returns the first sentence of a description, or all of it. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text

const RISK_WIDTH = "destructive".length
