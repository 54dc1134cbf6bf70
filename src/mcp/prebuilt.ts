import { Effect } from "effect"
import type { listingProfiles } from "../tools/meta/surface.ts"
import type { Entry } from "./entries.ts"

/**
 * Returns the entries that the build prepared, so that a client gets its list before
 * the catalogue is loaded. From source there are none; build.mjs replaces this file.
 */
export const prebuilt = (_profile: keyof typeof listingProfiles): Effect.Effect<ReadonlyArray<Entry> | undefined> =>
  Effect.succeed(undefined)
