import type { Settings } from "../config/Settings.ts"
import { listedTools, listingStyleOf } from "../tools/meta/surface.ts"
import { toolListing, withoutGuild } from "../tools/meta/toolListing.ts"
import type { Tool } from "../tools/Tool.ts"

/** Returns the `tools/list` result of a server with these settings. */
export const listingOf = (tools: ReadonlyArray<Tool>, settings: Settings["Type"]) =>
  listedTools(tools, settings).map((tool) => {
    const listing = toolListing(tool, listingStyleOf(settings))
    return settings.defaultGuildId === undefined ? listing : withoutGuild(listing)
  })
