import type { Tool } from "../tools/Tool.ts"
import type { Entry } from "./Listing.ts"
import { toolListing } from "./toolListing.ts"

/** Tools as they are listed, each schema in so many characters. */
export const entriesOf = (tools: ReadonlyArray<Tool>, schemaChars: number): ReadonlyArray<Entry> =>
  tools.map((tool) => ({
    name: tool.name,
    category: tool.category,
    risk: tool.risk,
    duration: tool.duration,
    listing: toolListing(tool, schemaChars)
  }))
