import { Context, Effect } from "effect"
import { nearestName } from "../text/nearestName.ts"
import { stripInvisible } from "../text/sanitize.ts"
import { firstChars, quoted } from "../text/words.ts"
import type { Tool, ToolTraits } from "./Tool.ts"
import { toolOfUsualName } from "./usualNames.ts"

/** The tools by name. Lookup is an Effect because a feature is loaded when one of its tools is first used. */
export class Catalogue extends Context.Tag("effect-discord-mcp/tools/Catalogue")<
  Catalogue,
  {
    /** All tool names, in the order of the listing. */
    readonly names: ReadonlyArray<string>
    /** Returns the tool with this name, or former name. */
    readonly find: (name: string) => Effect.Effect<Tool | undefined>
    /** The traits of all tools, in the same order. The list never changes. */
    readonly traits: Effect.Effect<ReadonlyArray<ToolTraits>>
  }
>() {}

/** Loads tools of the catalogue. */
export const loadTools = (
  { find }: Catalogue["Type"],
  tools: ReadonlyArray<Pick<ToolTraits, "name">>
): Effect.Effect<ReadonlyArray<Tool>> =>
  Effect.forEach(tools, ({ name }) => Effect.orDie(Effect.flatMap(find(name), Effect.fromNullable)))

/** Returns the closest existing name for an unknown name, or an empty list if no name is close. */
export const namesNear = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const near = nearestTool(name, names)
  return near === undefined ? [] : [near]
}

/** Returns the tool that a name means, of those with these names. */
const nearestTool = (name: string, names: ReadonlyArray<string>): string | undefined => {
  const usual = toolOfUsualName(firstChars(name, NAME_MAX))
  return usual !== undefined && names.includes(usual) ? usual : nearestName(name, names)
}

/** Returns the message for an unknown tool, with the nearest name or how to search. */
export const noSuchTool = (name: string, names: ReadonlyArray<string>): string => {
  const near = nearestTool(name, names)
  return `There is no tool named ${quoted(stripInvisible(firstChars(name, NAME_MAX)))}. ${near === undefined ? "Find tools with mcp_tools_search." : `Did you mean ${near}?`}`
}

/** Maximum length that is searched for invisible characters. `quoted` truncates further. */
const NAME_MAX = 1000
