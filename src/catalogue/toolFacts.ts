import type { ToolFacts } from "../tools/Tool.ts"
import { catalogue } from "./catalogue.ts"

/**
 * The facts about every tool, in list order. This module loads the whole catalogue. The build replaces it with the facts,
 * so that a search for tools, or a check of the settings or of the bot, does not load the catalogue.
 */
export const toolFacts: ReadonlyArray<ToolFacts> = catalogue.map(
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
