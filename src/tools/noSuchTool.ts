import { nearestName } from "../text/nearestName.ts"
import { stripInvisible } from "../text/sanitize.ts"
import { firstChars, quoted } from "../text/words.ts"

/** Returns the message for an unknown tool, with the nearest name or how to search. */
export const noSuchTool = (name: string, names: ReadonlyArray<string>): string => {
  const near = nearestName(name, names)
  return `There is no tool named ${quoted(stripInvisible(firstChars(name, NAME_MAX)))}. ${near === undefined ? "Find tools with mcp_tools_search." : `Did you mean ${near}?`}`
}

/** Maximum length that is searched for invisible characters. `quoted` truncates further. */
const NAME_MAX = 1000
