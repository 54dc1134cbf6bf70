import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { listingStyleOf, loadListed, type StyleOf, type ToolSummary } from "../tools/meta/surface.ts"
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

/** Makes the entries of the tools that the settings list, for settings for which the build has prepared no list. */
export const liveEntries = (
  catalogue: Catalogue["Type"],
  settings: Settings["Type"]
): Effect.Effect<ReadonlyArray<Entry>> =>
  Effect.map(loadListed(catalogue, settings), (tools) => entriesOf(tools, listingStyleOf(settings)))
