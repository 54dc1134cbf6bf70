import { catalogue, categories } from "../../src/catalogue/catalogue.ts"
import { templateOf } from "../../src/discord/DiscordRequest.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { exampleOf } from "./exampleInputs.ts"
import { table } from "./tables.ts"

/** The categories with their number of tools, as links to their sections. */
export const toolIndex = (): string =>
  `${categories
    .map((category) => {
      const { length } = catalogue.filter((tool) => tool.category === category)
      return `[${category}](#${category}-${length}) ${length}`
    })
    .join(" · ")
    .replaceAll(/(.{1,110}) · /g, "$1 ·\n")}.`

/** The catalogue by category: a table of its tools, then each of them with an example and its reasons. */
export const toolsTables = (): string =>
  categories
    .map((category) => {
      const tools = catalogue.filter((tool) => tool.category === category)
      return [
        `## ${category} (${tools.length})`,
        table(["tool", "risk", "request", "permissions", "does"], tools.map(row)),
        tools.map(details).join("\n")
      ].join("\n\n")
    })
    .join("\n\n")

/** All reasons by name. A reason means the same in every tool. */
export const reasonsTable = (): string => {
  const all = new Map(catalogue.flatMap(({ failures }) => Object.entries(failures)))
  return table(
    ["reason", "Discord's code", "when", "what to do"],
    [...all]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { issue, on, recovery, when, why }]) => [
        `\`${name}\``,
        [...[on ?? []].flat(), ...[issue ?? why ?? []].flat().map((sign) => `\`${sign}\``)].join(" "),
        cell(when),
        cell(recovery)
      ])
  )
}

const row = ({ description, name, permissions, operation, risk }: Tool): ReadonlyArray<string> => [
  `\`${name}\``,
  risk,
  operation === undefined ? "" : `\`${operation.method} ${templateOf(operation.route)}\``,
  permissions.join(", "),
  cell(description)
]

const details = (tool: Tool): string => {
  const reasons = Object.keys(tool.failures).map((reason) => `\`${reason}\``)
  return [
    `* **\`${tool.name}\`** \`${onOneLine(exampleOf(tool))}\``,
    ...(reasons.length > 0 ? [`  <br>Reasons: ${reasons.join(", ")}`] : [])
  ].join("\n")
}

/** JSON with spaces between its parts. */
const onOneLine = (value: unknown): string => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, " ")

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
