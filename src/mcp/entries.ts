import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import type { Shown } from "../tools/meta/surface.ts"
import type { Tool } from "../tools/Tool.ts"
import { toolListing } from "./toolListing.ts"

/** A tool as it is listed, with what decides whether it is. */
export interface Entry extends Shown {
  readonly listing: ListToolsResult["tools"][number]
}

/** Tools as they are listed, each schema in so many characters. */
export const entriesOf = (tools: ReadonlyArray<Tool>, schemaChars: number): ReadonlyArray<Entry> =>
  tools.map((tool) => ({
    name: tool.name,
    category: tool.category,
    risk: tool.risk,
    duration: tool.duration,
    listing: toolListing(tool, schemaChars)
  }))
