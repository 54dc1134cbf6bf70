import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { leanSchema } from "../tools/language/leanSchema.ts"
import { publishedSchema } from "../tools/language/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"

type Listed = ListToolsResult["tools"][number]

/** A tool as `tools/list` shows it. Hints that have their default, or no meaning for a read, are left out. */
export const toolListing = (tool: Tool, schemaChars: number): Listed => ({
  name: tool.name,
  description: tool.description,
  inputSchema: leanSchema(publishedSchema(tool.input), schemaChars) as Listed["inputSchema"], // always an object schema: inputs are structs
  annotations: {
    readOnlyHint: tool.risk === "read",
    ...(tool.risk !== "read" && { destructiveHint: tool.risk === "destructive" }),
    ...(tool.idempotent && { idempotentHint: true })
  }
})
