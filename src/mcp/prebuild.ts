import { catalogue } from "../catalogue.ts"
import { namesByCategory } from "../toolNames.ts"
import { toolNeeds } from "../toolNeeds.ts"
import { type ListingProfile, listingProfiles } from "../tools/meta/surface.ts"
import { entriesOf } from "./entries.ts"

/**
 * Returns what the build puts into the binary: the names of all tools, what they need, and the listed tools of each
 * profile.
 */
export const prebuild = () => ({ names: namesByCategory, needs: toolNeeds, lists: lists() })

const lists = () =>
  Object.fromEntries(
    Object.entries<ListingProfile>(listingProfiles).map(([name, { has, styleOf }]) => [
      name,
      entriesOf(catalogue.filter(has), styleOf)
    ])
  )
