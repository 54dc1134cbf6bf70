import { Record } from "effect"
import MiniSearch from "minisearch"
import { publishedSchema } from "../dsl/publishedSchema.ts"
import type { Tool } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { stem, unspoken } from "./searchTerms.ts"
import { synonyms } from "./synonyms.ts"

/** What is searched for. */
export interface ToolQuery {
  readonly query: string
  readonly category?: string
  readonly detail?: "compact" | "full"
  readonly limit: number
}

/** The tools that fit the words best, with what is needed to call them. */
export const searchTools = (
  tools: ReadonlyArray<Tool>,
  isAllowed: (tool: Tool) => boolean,
  { category, detail, limit, query }: ToolQuery,
  defaultGuildId?: string
) => {
  const found = indexOf(tools)
    .search(query)
    .flatMap(({ id }) => tools.find(({ name }) => name === id) ?? [])
    .filter((tool) => isAllowed(tool) && (category === undefined || tool.category === category))
    .slice(0, limit)
  return {
    ours: true,
    value: {
      items: found.map((tool, place) => match(tool, detail === "full" || place === 0, defaultGuildId)),
      ...(found.length === 0 && {
        notice: `No tool matches these words. Categories: ${[...new Set(tools.map((tool) => tool.category))].join(", ")}.`
      })
    }
  } satisfies ToolResult
}

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
    input_schema: publishedSchema(input, defaultGuildId),
    ...(!Record.isEmptyReadonlyRecord(failures) && { reasons: Record.map(failures, ({ when }) => when) })
  })
})

/** An index is made when it is first asked for, and once for a list of tools. */
const indexes = new WeakMap<ReadonlyArray<Tool>, MiniSearch>()

const indexOf = (tools: ReadonlyArray<Tool>): MiniSearch => {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = new MiniSearch({
    idField: "name",
    fields: ["words", "description", "synonyms"],
    processTerm: (term) => (unspoken.has(term.toLowerCase()) ? null : stem(term.toLowerCase())),
    searchOptions: { boost: { words: 3, synonyms: 4 }, fuzzy: 0.15, prefix: (term) => term.length > 3 }
  })
  index.addAll(
    tools.map(({ description, name }) => ({
      name,
      words: name.replaceAll("_", " "),
      description,
      synonyms: synonyms[name] ?? ""
    }))
  )
  indexes.set(tools, index)
  return index
}
