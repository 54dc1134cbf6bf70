import type { ToolTraits } from "../tools/Tool.ts"
import { catalogue } from "./catalogue.ts"

/**
 * The traits of every tool, in list order. This module loads the whole catalogue. The build replaces it with the traits,
 * so that a search for tools, or a check of the settings or of the bot, does not load the catalogue.
 */
export const toolTraits: ReadonlyArray<ToolTraits> = catalogue.map(
  ({ asks, category, description, duration, name, operation, permissions, risk, shorthand, synonyms }) => ({
    name,
    category,
    risk,
    duration,
    operation,
    permissions,
    description,
    ...(asks && { asks }),
    ...(shorthand && { shorthand }),
    ...(synonyms !== undefined && { synonyms })
  })
)
