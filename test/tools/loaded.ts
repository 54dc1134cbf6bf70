import { Effect } from "effect"
import * as LazyCatalogue from "../../src/catalogue/lazyCatalogue.ts"

// Loading a feature takes real time, which does not pass in tests with virtual time.
const { find, names } = LazyCatalogue.lazyFeatures
await Effect.runPromise(Effect.forEach(names, find))

/** The catalogue of a server, with all features loaded. */
export const loadedCatalogue = LazyCatalogue.layer
