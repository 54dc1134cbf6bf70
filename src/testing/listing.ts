import type { Settings } from "../config/Settings.ts"
import { leanSchema } from "../tools/dsl/leanSchema.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import { hintsOf } from "../tools/meta/hints.ts"
import { listed, schemaBudget } from "../tools/meta/surface.ts"
import type { Tool } from "../tools/Tool.ts"

/** Returns the `tools/list` result of a server with these settings. */
export const listingOf = (tools: ReadonlyArray<Tool>, settings: Settings["Type"]) =>
  listed(tools, settings).map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: withoutGuild(leanSchema(publishedSchema(tool.input), schemaBudget(settings)), settings),
    annotations: hintsOf(tool)
  }))

/** With a default guild, `guild_id` is optional. */
const withoutGuild = (schema: ReturnType<typeof leanSchema>, { defaultGuildId }: Settings["Type"]) =>
  defaultGuildId !== undefined && Array.isArray(schema.required)
    ? { ...schema, required: schema.required.filter((name) => name !== "guild_id") }
    : schema
