import { catalogue } from "../catalogue.ts"
import { schemaBudgets } from "../tools/surface.ts"
import { entriesOf } from "./entries.ts"

/** The lists of tools for the build to put into the binary, by the length of their schemas. */
export const prebuild = () =>
  Object.fromEntries(Object.values(schemaBudgets).map((chars) => [chars, entriesOf(catalogue, chars)]))
