// @effect-diagnostics asyncFunction:off

import type { Peer } from "./Peer.ts"
import { bare, get, inBatches, ours, read, rest, send, start, times, unaudited, withDiscord } from "./parts.ts"
import { type Bench, median, ratioRow } from "./Row.ts"

/** The number of calls. The system measures processor time in steps of 10 ms, which are small beside a thousand calls. */
const ROUNDS = 10
const CALLS = 1024

type Work = readonly [peer: Peer, run: (peer: Peer) => Promise<unknown>]

/** Returns the processor time of 1,000 calls in milliseconds: the median of the rounds, after one round of warm-up. */
const costs = async (works: Readonly<Record<string, Work>>): Promise<(name: string) => number> => {
  const spent = new Map(Object.keys(works).map((name) => [name, [] as Array<number>]))
  for (let round = 0; round <= times(ROUNDS); round++) {
    for (const [name, [peer, run]] of Object.entries(works)) {
      const before = peer.cpuMs()
      await run(peer)
      if (round > 0) spent.get(name)?.push(((peer.cpuMs() - before) * 1000) / CALLS)
    }
  }
  return (name) => median(spent.get(name) ?? [])
}

/** Compares the processor time of servers, with 64 concurrent calls. */
export const cpu: Bench = {
  name: "cpu",
  run: () =>
    withDiscord(async (url) => {
      const peers = {
        rest: await start(rest, url),
        bare: await start(bare, url),
        ours: await start(ours, url),
        unaudited: await start(unaudited, url)
      }
      const calling = (call: typeof get) => (peer: Peer) => inBatches(peer, CALLS, call)
      const gets = await costs({
        rest: [peers.rest, (peer) => peer.request("rest/get", { count: CALLS }).answer],
        bare: [peers.bare, calling(get)],
        ours: [peers.ours, calling(get)]
      })
      const reads = await costs({ bare: [peers.bare, calling(read)], ours: [peers.ours, calling(read)] })
      const sends = await costs({
        bare: [peers.bare, calling(send)],
        ours: [peers.ours, calling(send)],
        unaudited: [peers.unaudited, calling(send)]
      })
      for (const peer of Object.values(peers)) await peer.end()
      return [
        ratioRow({
          what: "the yardstick: processor time of the bare server, 1,000 gets",
          limit: "@discordjs/rest alone",
          value: gets("bare"),
          base: gets("rest"),
          atMost: 2.5,
          unit: "ms"
        }),
        ratioRow({
          what: "processor time of 1,000 gets, 64 at once",
          limit: "the bare server",
          value: gets("ours"),
          base: gets("bare"),
          atMost: 1.8,
          unit: "ms"
        }),
        ratioRow({
          what: "processor time of 1,000 reads of 50 messages",
          limit: "the bare server",
          value: reads("ours"),
          base: reads("bare"),
          atMost: 1.3,
          unit: "ms"
        }),
        ratioRow({
          what: "processor time of 1,000 sends, audit log included",
          limit: "the bare server",
          value: sends("ours"),
          base: sends("bare"),
          atMost: 2.2,
          unit: "ms"
        }),
        ratioRow({
          what: "processor time of 1,000 sends with the audit log",
          limit: "without it",
          value: sends("ours"),
          base: sends("unaudited"),
          atMost: 1.3,
          unit: "ms"
        })
      ]
    })
}
