import { Effect } from "effect"
import { getEncoding } from "js-tiktoken"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { listingOf } from "../../src/testing/server.ts"
import { settingsOf } from "../dispatch/app.ts"
import { table } from "./tables.ts"

export const surfaces = ["core", "full", "search"] as const

/** The size of what a model reads of the `tools/list` result. Tokens are counted with OpenAI's encoding o200k. */
export const surfaceSize = (surface: (typeof surfaces)[number], readOnly: boolean) =>
  Effect.map(settingsOf({ MCP_TOOL_SURFACE: surface, MCP_READ_ONLY: String(readOnly) }), (settings) => {
    // Hosts give a model these three parts of an entry.
    const tools = listingOf(catalogue, settings).map(({ description, inputSchema, name }) => ({
      name,
      description,
      inputSchema
    }))
    const json = JSON.stringify({ tools })
    return { tools: tools.length, bytes: Buffer.byteLength(json), tokens: encoding.encode(json).length }
  })

const encoding = getEncoding("o200k_base")

/** The table of what each surface lists. */
export const surfacesTable = Effect.map(
  Effect.forEach(
    surfaces.flatMap((surface) => [false, true].map((readOnly) => ({ surface, readOnly }))),
    ({ readOnly, surface }) =>
      Effect.map(surfaceSize(surface, readOnly), ({ bytes, tokens, tools }) => [
        `\`${surface}\``,
        readOnly ? "yes" : "no",
        String(tools),
        `${(bytes / 1000).toFixed(1)} kB`,
        tokens.toLocaleString("en-US")
      ])
  ),
  (rows) => table(["surface", "`MCP_READ_ONLY`", "tools", "size", "tokens"], rows)
)
