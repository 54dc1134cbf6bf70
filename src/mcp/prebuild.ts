import { catalogue } from "../catalogue.ts"
import { type Stock, stocks } from "../tools/meta/surface.ts"
import { entriesOf } from "./entries.ts"

/** The stocks of listed tools, by name, for the build to put into the binary. */
export const prebuild = () =>
  Object.fromEntries(
    Object.entries<Stock>(stocks).map(([name, { has, schemaChars }]) => [
      name,
      entriesOf(catalogue.filter(has), schemaChars)
    ])
  )
