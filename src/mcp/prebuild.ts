import { catalogue } from "../catalogue/catalogue.ts"
import { toolFacts } from "../catalogue/toolFacts.ts"
import { namesByCategory } from "../catalogue/toolNames.ts"
import { type ListingProfile, listingProfiles } from "../tools/meta/surface.ts"
import { entriesOf } from "./entries.ts"

/**
 * Returns what the build puts into the binary: the names of all tools, the facts about them, and the listed tools of each
 * profile.
 */
export const prebuild = () => ({ names: namesByCategory, facts: toolFacts, lists: lists() })

const lists = () =>
  Object.fromEntries(
    Object.entries<ListingProfile>(listingProfiles).map(([name, { has, styleOf }]) => [
      name,
      entriesOf(catalogue.filter(has), styleOf)
    ])
  )
