// @effect-diagnostics asyncFunction:off
import { discord, type Stamp } from "./discord.ts"
import type { Peer } from "./Peer.ts"
import { get, inBatches, ours, read, send, start, withDiscord } from "./parts.ts"
import { type Bench, boundRow, median, type Row, ratioRow } from "./Row.ts"

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

/** The callers that wait for the global limit, and the calls of each. */
const CALLERS = 64
const CALLS = 6

/** Measures callers that share the global limit of 50 a second, as shipped: their processor time and their waits. */
const globalLimit = (): Promise<ReadonlyArray<Row>> =>
  withDiscord(async (url) => {
    const run = async (perSecond: number) => {
      const peer = await start({ ...ours, environment: { MCP_GLOBAL_REQUESTS_PER_SECOND: String(perSecond) } }, url)
      // Compiles the code, within one second of the limit.
      await inBatches(peer, 50, get, 50)
      const before = peer.cpuMs()
      const waits: Array<number> = []
      const caller = async (at: number) => {
        for (let done = 0; done < CALLS; done++) {
          const from = performance.now()
          const { input, name } = get(at)
          await peer.call(name, input)
          waits.push(performance.now() - from)
        }
      }
      await Promise.all(Array.from({ length: CALLERS }, (_, at) => caller(at)))
      const cpu = ((peer.cpuMs() - before) * 1000) / (CALLERS * CALLS)
      await peer.end()
      // The first calls of all callers come at once.
      return { cpu, waits: waits.slice(CALLERS) }
    }
    const free = await run(10_000)
    const { cpu, waits } = await run(50)
    return [
      ratioRow({
        what: "processor time of 1,000 gets of 64 callers that wait for 50 a second",
        limit: "the same without waiting",
        value: cpu,
        base: free.cpu,
        atMost: 2,
        unit: "ms"
      }),
      ratioRow({
        what: "the longest wait of these callers",
        limit: "the median",
        value: Math.max(...waits),
        base: median(waits),
        atMost: 1.5,
        unit: "ms"
      })
    ]
  })

/** Measures waits for Discord's rate limits. */
export const rateLimit: Bench = {
  name: "rate-limit",
  run: async () => [
    ...(await burst(0, "arrival", 7.3)),
    ...(await burst(0, "departure", 7.3)),
    ...(await burst(250, "arrival", 9.5)),
    ...(await burst(250, "departure", 9.5)),
    ...(await reads()),
    ...(await globalLimit())
  ]
}
