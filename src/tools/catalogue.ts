import { closest } from "fastest-levenshtein"
import { channels } from "./channels.ts"
import { guild } from "./guild.ts"
import { messages } from "./messages.ts"
import { metaTools } from "./meta.ts"
import type { Tool } from "./Tool.ts"
import { users } from "./users.ts"

/** The tools that speak to Discord, in the order they are listed. */
const tables: ReadonlyArray<Tool> = [...users, ...guild, ...channels, ...messages]

/** All tools: those that find and run others first. */
export const catalogue: ReadonlyArray<Tool> = [...metaTools(tables), ...tables]

const byName: ReadonlyMap<string, Tool> = new Map(catalogue.map((tool) => [tool.name, tool]))

/** The tool of that name. */
export const findTool = (name: string): Tool | undefined => byName.get(name)

/** The names nearest to one that does not exist. */
export const namesNear = (name: string): ReadonlyArray<string> => [closest(name, [...byName.keys()])]

/** All categories. */
export const categories: ReadonlyArray<string> = [...new Set(catalogue.map(({ category }) => category))]
