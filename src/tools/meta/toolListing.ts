import { type ListedSchema, listedSchema } from "../dsl/listedSchema.ts"
import { descriptionOf } from "../shared/consentKinds.ts"
import type { Tool } from "../Tool.ts"
import { META } from "./scopes.ts"
import { coreTools, type StyleOf } from "./surface.ts"

/** A tool in `tools/list`. */
export interface ToolListing {
  name: string
  title: string
  description: string
  inputSchema: ListedSchema
  annotations: ReturnType<typeof hintsOf>
  _meta?: ReturnType<typeof hostHintsOf>
}

/** Returns the entry of a tool in `tools/list`. */
export const toolListing = (tool: Tool, styleOf: StyleOf): ToolListing => ({
  name: tool.name,
  title: tool.title,
  description: descriptionOf(tool),
  inputSchema: { ...listedSchema(tool.input, styleOf(tool.name)), ...examplesOf(tool) },
  annotations: hintsOf(tool),
  ...(hostHintsOf(tool) && { _meta: hostHintsOf(tool) })
})

/** Returns the example of a tool as a keyword of its schema. */
export const examplesOf = ({ example }: Tool) => (example === undefined ? {} : { examples: [example] })

/** Adds the names of all tools to the entry of the search, where every host shows them: as the values that `names` takes. */
export const withIndex = (listing: ToolListing, index: ReadonlyArray<string>): ToolListing => {
  const { names } = listing.inputSchema.properties
  if (listing.name !== SEARCH || names === undefined || index.length === 0) return listing
  const items = { ...Object(names.items), enum: index }
  const properties = { ...listing.inputSchema.properties, names: { ...names, items } }
  return { ...listing, inputSchema: { ...listing.inputSchema, properties } }
}

/** The tool that finds other tools. */
const SEARCH = "mcp_tools_search"

/** Makes `guild_id` optional, for a server with a default guild. */
export const withoutGuild = ({ inputSchema, ...listing }: ToolListing): ToolListing => {
  const { required = [], ...schema } = inputSchema
  const others = required.filter((name) => name !== "guild_id")
  return { ...listing, inputSchema: { ...schema, ...(others.length > 0 && { required: others }) } }
}

/**
 * Returns the hints for hosts that load tools only when a model needs them: to load the tools of the core surface always,
 * and to find any other tool by words of users.
 */
const hostHintsOf = ({ category, name, synonyms }: Tool) => {
  if (category === META || coreTools.has(name)) return { "anthropic/alwaysLoad": true }
  const hint = firstPhrases(synonyms ?? "")
  return hint === "" ? undefined : { "anthropic/searchHint": hint }
}

/** Returns the first whole phrases of a list, up to `HINT_MAX` characters. The first phrase is never cut. */
const firstPhrases = (phrases: string): string =>
  phrases.split(", ").reduce((hint, phrase) => {
    const longer = hint === "" ? phrase : `${hint}, ${phrase}`
    return hint === "" || longer.length <= HINT_MAX ? longer : hint
  }, "")

const HINT_MAX = 18

/** Returns the MCP annotations of a tool. Omits hints that have their default value or have no meaning for the risk. */
const hintsOf = ({ idempotent, risk }: Pick<Tool, "idempotent" | "risk">) =>
  risk === "read"
    ? { readOnlyHint: true }
    : { destructiveHint: risk === "destructive", ...(idempotent && { idempotentHint: true }) }
