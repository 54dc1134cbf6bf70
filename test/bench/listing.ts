// @effect-diagnostics asyncFunction:off
import { limits } from "../tools/meta/surfaceLimits.ts"
import { ours, start } from "./parts.ts"
import { type Bench, boundRow, median, type Row, ratioRow } from "./Row.ts"

/** Returns the parts of a list that hosts give a model. */
const partsRead = (result: unknown) =>
  (Object(result).tools as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
    ({ description, inputSchema, name }) => ({ name, description, inputSchema })
  )

/** Measures the size of the tool list, and its response time. */
export const listing: Bench = {
  name: "listing",
  run: async () => {
    const rows: Array<Row> = []
    for (const surface of ["core", "full", "search"] as const) {
      const peer = await start({ ...ours, environment: { MCP_TOOL_SURFACE: surface } }, "http://127.0.0.1:9")
      const { result } = await peer.request("tools/list").answer
      rows.push(
        boundRow({
          what: `tools/list, ${surface}`,
          limit: "the original: 224 to 531 kB",
          value: Buffer.byteLength(JSON.stringify({ tools: partsRead(result) })) / 1000,
          atMost: limits[surface].bytes / 1000,
          unit: "kB"
        })
      )
      if (surface === "core") {
        const took = { ping: [] as number[], "tools/list": [] as number[] }
        for (let round = 0; round < 200; round++) {
          for (const method of ["ping", "tools/list"] as const) {
            const from = performance.now()
            await peer.request(method).answer
            took[method].push(performance.now() - from)
          }
        }
        rows.push(
          ratioRow({
            what: "tools/list, core, time of the response, p50",
            limit: "a ping of the same server",
            value: median(took["tools/list"]),
            base: median(took.ping),
            atMost: 5,
            unit: "ms"
          })
        )
      }
      await peer.end()
    }
    return rows
  }
}
