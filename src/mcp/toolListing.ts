import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { leanSchema } from "../tools/dsl/leanSchema.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import { hintsOf } from "../tools/meta/hints.ts"
import type { Tool } from "../tools/Tool.ts"

type Listed = ListToolsResult["tools"][number]

/** A tool as `tools/list` shows it. */
export const toolListing = (tool: Tool, schemaChars: number): Listed => ({
  name: tool.name,
  description: tool.description,
  inputSchema: leanSchema(publishedSchema(tool.input), schemaChars) as Listed["inputSchema"], // always an object schema: inputs are structs
  annotations: hintsOf(tool)
})
