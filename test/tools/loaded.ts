import { Effect } from "effect"
import * as LazyCatalogue from "../../src/lazyCatalogue.ts"

// Loading a feature takes real time, which does not pass in tests with virtual time.
await Effect.runPromise(LazyCatalogue.lazyFeatures.all)

/** The catalogue of a server, with all features loaded. */
export const loadedCatalogue = LazyCatalogue.layer
