import { type ListedSchema, listedSchema } from "../dsl/publishedSchema.ts"
import { consentNote } from "../shared/consentKinds.ts"
import type { Tool } from "../Tool.ts"
import type { StyleOf } from "./surface.ts"

/** A tool in `tools/list`. */
export interface ToolListing {
  name: string
  title: string
  description: string
  inputSchema: ListedSchema
  annotations: ReturnType<typeof hintsOf>
}

/** Returns the entry of a tool in `tools/list`. */
export const toolListing = (tool: Tool, styleOf: StyleOf): ToolListing => ({
  name: tool.name,
  title: tool.title,
  description: `${tool.description}${consentNote(tool.asks)}`,
  inputSchema: listedSchema(tool.input, styleOf(tool.name)),
  annotations: hintsOf(tool)
})

/** Makes `guild_id` optional, for a server with a default guild. */
export const withoutGuild = ({ inputSchema, ...listing }: ToolListing): ToolListing => {
  const { required = [], ...schema } = inputSchema
  const others = required.filter((name) => name !== "guild_id")
  return { ...listing, inputSchema: { ...schema, ...(others.length > 0 && { required: others }) } }
}

/** Returns the MCP annotations of a tool. Omits hints that have their default value or have no meaning for the risk. */
const hintsOf = ({ idempotent, risk }: Pick<Tool, "idempotent" | "risk">) =>
  risk === "read"
    ? { readOnlyHint: true }
    : { destructiveHint: risk === "destructive", ...(idempotent && { idempotentHint: true }) }
