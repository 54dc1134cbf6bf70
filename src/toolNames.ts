import { Array, Record } from "effect"
import { catalogue } from "./catalogue.ts"

/**
 * The names of all tools by category, in the order they are listed. This file loads the whole
 * catalogue; the build puts the names themselves in its place, so that a server starts without it.
 */
export const namesByCategory: Readonly<Record<string, ReadonlyArray<string>>> = Record.map(
  Array.groupBy(catalogue, ({ category }) => category),
  (tools) => tools.map(({ name }) => name)
)
