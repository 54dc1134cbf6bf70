import { Effect } from "effect"
import * as CatalogueLive from "../../src/CatalogueLive.ts"
import { shelves } from "../../src/tools/shelves.ts"

// To load a table takes real time, which tests in virtual time do not have.
await Effect.runPromise(shelves.all)

/** The catalogue as a server has it, with all its tables loaded. */
export const loadedCatalogue = CatalogueLive.layer
