import { Either } from "effect"
import type { Client, Place } from "./Client.ts"
import { changed } from "./changed.ts"
import { planFor } from "./changes.ts"
import type { Fields, Wanted } from "./Entry.ts"
import { formatOf } from "./SettingsFile.ts"

/** What `init` puts into a file that is not there yet. */
export const snippetOf = (client: Client, place: Place, wanted: Wanted): Fields =>
  changed({}, planInNothing(client, place, wanted))

/** The same as it is written. */
export const snippetText = (client: Client, place: Place, wanted: Wanted): string => {
  const changes = planInNothing(client, place, wanted)
  return formatOf(client).change("", changes, changed({}, changes))[0] ?? ""
}

const planInNothing = (client: Client, place: Place, wanted: Wanted) =>
  Either.getOrThrow(planFor({}, client, place, wanted)).changes
