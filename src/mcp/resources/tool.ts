import { Effect } from "effect"
import { findTool } from "../../catalogue.ts"
import { publishedSchema } from "../../tools/dsl/publishedSchema.ts"

/** All that is known of a tool; nothing where there is none of that name. */
export const toolFacts = (name: string) =>
  Effect.sync(() => {
    const tool = findTool(name)
    return (
      tool && {
        name: tool.name,
        category: tool.category,
        risk: tool.risk,
        description: tool.description,
        ...(tool.operation !== undefined && { operation: `${tool.operation.method} ${tool.operation.route}` }),
        required_permissions: tool.permissions,
        reasons: tool.failures,
        input_schema: publishedSchema(tool.input)
      }
    )
  })
