import { Effect } from "effect"
import { tools } from "../../catalogue/lazyCatalogue.ts"
import { toolTraits } from "../../catalogue/toolTraits.ts"
import type { Settings } from "../../config/Settings.ts"
import { portableSchema } from "../../tools/dsl/publishedSchema.ts"
import { scopeRejection } from "../../tools/meta/scopes.ts"

/** The names of the tools that the settings allow. */
export const allowedNames = (settings: Settings["Type"]): ReadonlyArray<string> =>
  toolTraits.filter((tool) => scopeRejection(tool, settings) === undefined).map(({ name }) => name)

/** Returns the facts about a tool, or `undefined` if there is no such tool or the settings do not allow it. */
export const toolResource = (name: string, settings: Settings["Type"]) =>
  Effect.map(tools.find(name), (tool) =>
    tool !== undefined && scopeRejection(tool, settings) === undefined
      ? {
          name: tool.name,
          category: tool.category,
          risk: tool.risk,
          description: tool.description,
          ...(tool.operation !== undefined && { operation: `${tool.operation.method} ${tool.operation.route}` }),
          required_permissions: tool.permissions,
          reasons: tool.failures,
          input_schema: portableSchema(tool.input)
        }
      : undefined
  )
