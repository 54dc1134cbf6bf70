import { catalogue } from "./catalogue.ts"
import type { ToolSummary } from "./tools/meta/surface.ts"
import type { Tool } from "./tools/Tool.ts"

/** What decides whether a tool is allowed and can work. */
export type ToolNeeds = ToolSummary & Pick<Tool, "operation" | "permissions">

/**
 * What every tool needs, in list order. This module loads the whole catalogue. The build replaces it with the facts, so
 * that a check of the settings or of the bot does not load the catalogue.
 */
export const toolNeeds: ReadonlyArray<ToolNeeds> = catalogue.map(
  ({ category, duration, name, operation, permissions, risk }) => ({
    name,
    category,
    risk,
    duration,
    operation,
    permissions
  })
)
