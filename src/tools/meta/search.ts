import { Record } from "effect"
import { portableSchema } from "../dsl/portableSchema.ts"
import { publishedSchema } from "../dsl/publishedSchema.ts"
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

/** Returns the best matching tools, with the facts that a call needs. */
export const searchTools = (
  tools: ReadonlyArray<Tool>,
  isAllowed: (tool: Tool) => boolean,
  { category, detail, limit, query }: ToolQuery,
  defaultGuildId?: string
) => {
  const found = indexOf(tools)
    .search(query)
    .flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
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
    input_schema: portableSchema(publishedSchema(input, defaultGuildId)),
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
