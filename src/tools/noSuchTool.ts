import { nearestName } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import { firstChars } from "../errors/truncate.ts"
import { stripInvisible } from "../safety/content/stripInvisible.ts"

/** Says that no tool has this name, and which one is meant or how to find it. */
export const noSuchTool = (name: string, names: ReadonlyArray<string>): string => {
  const near = nearestName(name, names)
  return `There is no tool named ${quoted(stripInvisible(firstChars(name, NAME_MAX)))}. ${near === undefined ? "Find tools with mcp_tools_search." : `Did you mean ${near}?`}`
}

/** More than a sentence holds: what is invisible goes first. */
const NAME_MAX = 1000
