import type { StyleOf, ToolSummary } from "../tools/meta/surface.ts"
import { type ToolListing, toolListing } from "../tools/meta/toolListing.ts"
import type { Tool } from "../tools/Tool.ts"

/** A listed tool with the facts that decide whether it is listed. */
export interface Entry extends ToolSummary {
  readonly listing: ToolListing
}

/** Makes the entries of tools. */
export const entriesOf = (tools: ReadonlyArray<Tool>, styleOf: StyleOf): ReadonlyArray<Entry> =>
  tools.map((tool) => ({
    name: tool.name,
    category: tool.category,
    risk: tool.risk,
    duration: tool.duration,
    listing: toolListing(tool, styleOf)
  }))
