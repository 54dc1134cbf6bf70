import { Array, Record } from "effect"
import { toolTraits } from "./toolTraits.ts"

/**
 * The names of all tools by category, in list order. The build replaces this module with the names, because every start
 * loads it, and few starts need more about the tools.
 */
export const namesByCategory: Readonly<Record<string, ReadonlyArray<string>>> = Record.map(
  Array.groupBy(toolTraits, ({ category }) => category),
  (tools) => tools.map(({ name }) => name)
)
