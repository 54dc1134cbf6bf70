// @effect-diagnostics asyncFunction:off
import { discord, type Stamp } from "./discord.ts"
import type { Peer } from "./Peer.ts"
import { inBatches, ours, read, send, start } from "./parts.ts"
import { type Bench, boundRow, type Row } from "./Row.ts"

/** Starts a server and makes a first call, which loads code. Loading is not part of the wait. */
const loaded = async (url: string): Promise<Peer> => {
  const peer = await start(ours, url)
  await peer.call("mcp_tools_search", { query: "send a message" })
  return peer
}

/** Measures 40 concurrent sends to a bucket of five a second: their time, and the number of 429s. */
const burst = async (delayMs: number, stamp: Stamp, atMost: number): Promise<ReadonlyArray<Row>> => {
  const { server, url } = await discord({ limit: 5, windowMs: 1000, delayMs, stamp })
  const peer = await loaded(url)
  const from = performance.now()
  await inBatches(peer, 40, (number) => ({ ...send(0), input: { ...send(0).input, content: `message ${number}` } }), 40)
  const seconds = (performance.now() - from) / 1000
  await peer.end()
  const refused = server.refused()
  await server.close()
  const what = `40 sends into 5 per second, ${delayMs} ms each, stamped on ${stamp}`
  return [
    boundRow({ what, limit: `seven windows: ${(7 + delayMs / 1000).toFixed(2)} s`, value: seconds, atMost, unit: "s" }),
    boundRow({ what: `${what}: refused`, limit: "none", value: refused, atMost: 0, unit: "answers 429" })
  ]
}

/** Measures twenty concurrent reads of one channel: with an unknown bucket, then with a known one. */
const reads = async (): Promise<ReadonlyArray<Row>> => {
  const { server, url } = await discord({ limit: 1000, windowMs: 5000, delayMs: 300, stamp: "arrival" })
  const peer = await loaded(url)
  const twenty = async () => {
    const from = performance.now()
    await inBatches(peer, 20, () => read(1), 20)
    return performance.now() - from
  }
  const cold = await twenty()
  const warm = await twenty()
  await peer.end()
  await server.close()
  const what = "20 reads of one channel at once, 300 ms each"
  return [
    boundRow({ what: `${what}, cold`, limit: "two round trips: 600 ms", value: cold, atMost: 700, unit: "ms" }),
    boundRow({ what: `${what}, warm`, limit: "one round trip: 300 ms", value: warm, atMost: 375, unit: "ms" })
  ]
}

/** Measures waits for Discord's rate limits. */
export const rateLimit: Bench = {
  name: "rate-limit",
  run: async () => [
    ...(await burst(0, "arrival", 7.3)),
    ...(await burst(0, "departure", 7.3)),
    ...(await burst(250, "arrival", 9.5)),
    ...(await burst(250, "departure", 9.5)),
    ...(await reads())
  ]
}
