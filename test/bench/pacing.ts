// @effect-diagnostics asyncFunction:off
import { discord } from "./discord.ts"
import { Peer } from "./Peer.ts"
import { channel, ours, variables } from "./parts.ts"
import { type Bench, boundRow, type Row, ratioRow } from "./Row.ts"

/** How long 40 sends at once into a bucket of five a second take, and how many of them Discord refuses. */
const burst = async (delayMs: number, atMost: number): Promise<ReadonlyArray<Row>> => {
  const { server, url } = await discord({ limit: 5, windowMs: 1000, delayMs })
  const peer = new Peer(ours, variables(url))
  await peer.initialize()
  // What calls need is loaded with the first: that is of the start, not of the waiting.
  await peer.call("mcp_tools_search", { query: "send a message" })
  const from = performance.now()
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => peer.call("messages_send", { channel_id: channel(1), content: `n ${at}` }))
  )
  const seconds = (performance.now() - from) / 1000
  await peer.end()
  const refused = server.refused()
  await server.close()
  const what = `40 sends into 5 per second${delayMs === 0 ? "" : `, ${delayMs} ms each`}`
  return [
    boundRow({ what, limit: `seven windows: ${(7 + delayMs / 1000).toFixed(2)} s`, value: seconds, atMost, unit: "s" }),
    boundRow({ what: `${what}: refused`, limit: "none", value: refused, atMost: 0, unit: "answers 429" })
  ]
}

/** So many reads of one channel at once, where the bucket allows it. */
const reads = async (count: number): Promise<Row> => {
  const { server, url } = await discord({ limit: 1000, windowMs: 5000, delayMs: 300 })
  const peer = new Peer(ours, variables(url))
  await peer.initialize()
  await peer.call("messages_read", { channel_id: channel(1) })
  const from = performance.now()
  await Promise.all(Array.from({ length: count }, () => peer.call("messages_read", { channel_id: channel(1) })))
  const ms = performance.now() - from
  await peer.end()
  await server.close()
  return ratioRow({
    what: `${count} reads of one channel at once`,
    limit: "one round trip",
    value: ms,
    base: 300,
    atMost: 1.25,
    unit: "ms"
  })
}

/** What waits for Discord, and what does not have to. */
export const pacing: Bench = {
  name: "pacing",
  run: async () => [...(await burst(0, 7.4)), ...(await burst(250, 7.8)), await reads(5), await reads(20)]
}
