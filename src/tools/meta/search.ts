import { Record } from "effect"
import { nearestName } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { portableSchema } from "../dsl/publishedSchema.ts"
import type { Tool } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { makeIndex, type SearchIndex } from "./searchIndex.ts"

/** A query for tools. */
export interface ToolQuery {
  readonly query: string
  readonly category?: string
  readonly detail?: "compact" | "full"
  readonly limit: number
}

/** Returns the best matching tools, with the facts that a call needs. A notice says why a list may not fit. */
export const searchTools = (
  tools: ReadonlyArray<Tool>,
  isAllowed: (tool: Tool) => boolean,
  { category, detail, limit, query }: ToolQuery,
  defaultGuildId?: string
) => {
  const categories = categoriesOf(tools)
  const within = category === undefined ? undefined : nearestName(category, categories)
  const { isWeak, names } = indexOf(tools).search(query)
  const all = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
  const matches = within === undefined ? all : all.filter((tool) => tool.category === within)
  const found = matches.filter(isAllowed)
  const notices = [
    ...(category === undefined || category.toLowerCase() === within ? [] : [otherCategory(category, within)]),
    ...(matches[0] === undefined || isAllowed(matches[0]) ? [] : [notAllowed(matches[0], found.length)]),
    ...(found.length > 0 && isWeak ? [WEAK_MATCH] : []),
    ...(matches.length > 0 ? [] : [noMatch(within, all.find(isAllowed))]),
    ...(all.length > 0 && (category === undefined || within !== undefined)
      ? []
      : [`Categories: ${categoriesOf(tools.filter(isAllowed)).join(", ")}.`])
  ]
  return {
    fromServer: true,
    value: {
      items: found.slice(0, limit).map((tool, place) => match(tool, detail === "full" || place === 0, defaultGuildId)),
      ...(notices.length > 0 && { notice: notices.join(" ") })
    }
  } satisfies ToolResult
}

const categoriesOf = (tools: ReadonlyArray<Tool>): ReadonlyArray<string> => [
  ...new Set(tools.map(({ category }) => category))
]

const otherCategory = (given: string, nearest: string | undefined): string =>
  `There is no category ${quoted(given)}. ${nearest === undefined ? "All categories were" : `Category ${nearest} was`} searched.`

const notAllowed = ({ name }: Tool, others: number): string =>
  `The settings do not allow ${name}, which matches best${others > 0 ? "" : ", nor any other match"}.`

const noMatch = (category: string | undefined, best: Tool | undefined): string =>
  category === undefined || best === undefined
    ? `No tool matches. ${ADVICE}`
    : `No tool of category ${category} matches. In all categories, ${best.name} matches best.`

const ADVICE = 'Search in English for an action and its object, such as "kick a member" or "create a poll".'

const WEAK_MATCH = `The tools match few of these words, and possibly none fits. ${ADVICE}`

const match = (
  { category, description, failures, input, name, permissions, risk }: Tool,
  withSchema: boolean,
  defaultGuildId?: string
) => ({
  name,
  category,
  risk,
  description,
  ...(permissions.length > 0 && { required_permissions: permissions }),
  ...(withSchema && {
    input_schema: portableSchema(input, defaultGuildId),
    ...(!Record.isEmptyReadonlyRecord(failures) && { reasons: Record.map(failures, ({ when }) => when) })
  })
})

/** Caches one index per list of tools. Each index is made on first use. */
const indexes = new WeakMap<ReadonlyArray<Tool>, SearchIndex>()

const indexOf = (tools: ReadonlyArray<Tool>): SearchIndex => {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = makeIndex(tools)
  indexes.set(tools, index)
  return index
}
