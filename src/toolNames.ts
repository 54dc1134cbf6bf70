import { Array, Record } from "effect"
import { catalogue } from "./catalogue.ts"

/**
 * The names of all tools by category, in list order. This module loads the whole catalogue.
 * The build replaces it with the names, so that the server starts without the catalogue.
 */
export const namesByCategory: Readonly<Record<string, ReadonlyArray<string>>> = Record.map(
  Array.groupBy(catalogue, ({ category }) => category),
  (tools) => tools.map(({ name }) => name)
)
