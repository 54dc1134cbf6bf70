import { Effect } from "effect"
import * as LazyCatalogue from "../../src/lazyCatalogue.ts"

// Loading a feature takes real time, which tests in virtual time do not have.
await Effect.runPromise(LazyCatalogue.lazyFeatures.all)

/** The catalogue as a server has it, with all its features loaded. */
export const loadedCatalogue = LazyCatalogue.layer
