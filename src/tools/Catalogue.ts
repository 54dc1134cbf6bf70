import { Context, type Effect } from "effect"
import { nearestName } from "../errors/nearestName.ts"
import type { Tool } from "./Tool.ts"

/** The tools there are, by name. Asking is an effect: a table may be loaded when one of its tools is first wanted. */
export class Catalogue extends Context.Tag("effect-discord-mcp/tools/Catalogue")<
  Catalogue,
  {
    /** Every name, in the order tools are listed. */
    readonly names: ReadonlyArray<string>
    readonly find: (name: string) => Effect.Effect<Tool | undefined>
    readonly all: Effect.Effect<ReadonlyArray<Tool>>
  }
>() {}

/** Returns the name that one which does not exist most likely means; none where no name is close. */
export const namesNear = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const near = nearestName(name, names)
  return near === undefined ? [] : [near]
}
