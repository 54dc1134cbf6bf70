// @effect-diagnostics asyncFunction:off
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { channel } from "./client.ts"
import type { Peer } from "./Peer.ts"
import { ours, start, times, unaudited, withDiscord } from "./parts.ts"
import { type Bench, median, type Row, ratioRow } from "./Row.ts"

const WARM_UP = 200
const SENDS = 1000

/** Compares sends without records, with records, and with records that are forced to disk before the request. */
export const audit: Bench = {
  name: "audit",
  run: () =>
    withDiscord(async (url) => {
      const directory = await mkdtemp(join(tmpdir(), "effect-discord-mcp-bench-audit-"))
      const recorded = { MCP_AUDIT: "file", MCP_AUDIT_FILE: join(directory, "audit.log") }
      const peers: Readonly<Record<Way, Peer>> = {
        off: await start(unaudited, url),
        background: await start({ ...ours, environment: recorded }, url),
        always: await start({ ...ours, environment: { ...recorded, MCP_AUDIT_SYNC: "always" } }, url)
      }
      const took: Record<Way, Array<number>> = { off: [], background: [], always: [] }
      for (let round = 0; round < WARM_UP + times(SENDS); round++) {
        for (const way of ["off", "background", "always"] as const) {
          const from = performance.now()
          await peers[way].call("messages_send", { channel_id: channel(round % 20), content: "The release is out." })
          if (round >= WARM_UP) took[way].push(performance.now() - from)
        }
      }
      for (const peer of Object.values(peers)) await peer.end()
      await rm(directory, { recursive: true })
      const row = (way: "background" | "always", atMost: number): Row =>
        ratioRow({
          what: `a send on record, MCP_AUDIT_SYNC=${way} (p50)`,
          limit: "without a record",
          value: median(took[way]),
          base: median(took.off),
          atMost,
          unit: "ms"
        })
      // The time of a disk flush depends on the machine, so it is reported but has no bound.
      return [row("background", 1.3), row("always", Number.POSITIVE_INFINITY)]
    })
}

type Way = "off" | "background" | "always"
