import { Context, type Effect } from "effect"
import { nearestName } from "../text/nearestName.ts"
import type { Tool } from "./Tool.ts"

/** The tools by name. Lookup is an Effect because a feature is loaded when one of its tools is first used. */
export class Catalogue extends Context.Tag("effect-discord-mcp/tools/Catalogue")<
  Catalogue,
  {
    /** All tool names, in the order of the listing. */
    readonly names: ReadonlyArray<string>
    /** Returns the tool with this name, or former name. */
    readonly find: (name: string) => Effect.Effect<Tool | undefined>
    readonly all: Effect.Effect<ReadonlyArray<Tool>>
  }
>() {}

/** Returns the closest existing name for an unknown name, or an empty list if no name is close. */
export const namesNear = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const near = nearestName(name, names)
  return near === undefined ? [] : [near]
}
