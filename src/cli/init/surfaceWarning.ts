import { Effect, Predicate } from "effect"
import { readSettings } from "../doctor/readSettings.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import type { McpClient, ToolLimit } from "./McpClient.ts"

/** Returns a warning if the entry lists more tools than the client uses. */
export const surfaceWarning = (
  { servers, title, toolLimit }: McpClient,
  content: JsonObject,
  name: string
): Effect.Effect<ReadonlyArray<string>> =>
  toolLimit === undefined
    ? Effect.succeed([])
    : Effect.map(listedBy(Object(Object(Object(content[servers])[name]).env)), (count) =>
        tooManyTools(title, toolLimit, count)
      )

/** Returns a warning if `count` exceeds the number of tools that a client uses. */
export const tooManyTools = (title: string, { max, source }: ToolLimit, count: number): ReadonlyArray<string> =>
  count <= max
    ? []
    : [
        `Warning: this entry lists ${count} tools. ${title} uses at most ${max}, of all servers together (${source}).`,
        "To list fewer, use --surface core, or set MCP_CATEGORIES, MCP_TOOLS or MCP_READ_ONLY."
      ]

/** Returns the number of tools that a server with these variables lists. */
const listedBy = (env: JsonObject): Effect.Effect<number> =>
  Effect.gen(function* () {
    // The catalogue is large. Only clients with a limit need it.
    const { catalogue } = yield* Effect.promise(() => import("../../catalogue.ts"))
    const { listedTools } = yield* Effect.promise(() => import("../../tools/meta/surface.ts"))
    const texts = Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => Predicate.isString(pair[1]))
    )
    const { settings } = yield* readSettings(texts)
    return listedTools(catalogue, settings).length
  })
