import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { publishedSchema } from "../tools/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"

type Listed = ListToolsResult["tools"][number]

/** A tool as `tools/list` shows it. */
export const toolListing = (tool: Tool): Listed => ({
  name: tool.name,
  description: tool.description,
  inputSchema: publishedSchema(tool.input) as Listed["inputSchema"], // always an object schema: inputs are structs
  annotations: {
    title: titleOf(tool.name),
    readOnlyHint: tool.risk === "read",
    destructiveHint: tool.risk === "destructive",
    idempotentHint: tool.idempotent,
    openWorldHint: true
  }
})

/** `messages_bulk_delete` reads "Messages: bulk delete". */
const titleOf = (name: string): string => {
  const [resource = "", ...rest] = name.split("_")
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1)}: ${rest.join(" ")}`
}
