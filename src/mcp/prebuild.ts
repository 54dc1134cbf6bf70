import { catalogue } from "../catalogue/catalogue.ts"
import { namesByCategory } from "../catalogue/toolNames.ts"
import { toolTraits } from "../catalogue/toolTraits.ts"
import { type ListingProfile, listingProfiles } from "../tools/meta/surface.ts"
import { entriesOf } from "./entries.ts"

/**
 * Returns what the build puts into the binary: the names of all tools, their traits, and the listed tools of each
 * profile.
 */
export const prebuild = () => ({ names: namesByCategory, traits: toolTraits, lists: lists() })

const lists = () =>
  Object.fromEntries(
    Object.entries<ListingProfile>(listingProfiles).map(([name, { has, styleOf }]) => [
      name,
      entriesOf(catalogue.filter(has), styleOf)
    ])
  )
