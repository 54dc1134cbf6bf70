// @effect-diagnostics asyncFunction:off
import { REST } from "@discordjs/rest"
import { Peer } from "./Peer.ts"
import { bare, channel, ours, variables, withDiscord } from "./parts.ts"
import { type Bench, figure, median, quantile, type Row, ratioRow } from "./Row.ts"

const WARM_UP = 300
const CALLS = 1500

/** The system counts processor time in steps of 10 ms: many calls make them small. */
const ROUNDS = 11
const BATCHES = 16
const AT_ONCE = 64

/** One call through the whole server, and what it costs beside the same request alone. */
export const calls: Bench = {
  name: "calls",
  run: () =>
    withDiscord(async (url) => {
      const rest = new REST({
        api: url,
        version: "10",
        hashSweepInterval: 0,
        handlerSweepInterval: 0,
        globalRequestsPerSecond: 1_000_000
      }).setToken("x".repeat(59))
      const peers = { bare: new Peer(bare, variables(url)), ours: new Peer(ours, variables(url)) }
      for (const peer of Object.values(peers)) await peer.initialize()
      const ways: Readonly<Record<Way, (number: number) => Promise<unknown>>> = {
        rest: (number) => rest.get(`/channels/${channel(number)}`),
        bare: (number) => peers.bare.call("channels_get", { channel_id: channel(number) }),
        ours: (number) => peers.ours.call("channels_get", { channel_id: channel(number) })
      }
      const took: Record<Way, Array<number>> = { rest: [], bare: [], ours: [] }
      for (let round = 0; round < WARM_UP + CALLS; round++) {
        for (const way of ["rest", "bare", "ours"] as const) {
          const from = performance.now()
          await ways[way](round % 20)
          if (round >= WARM_UP) took[way].push(performance.now() - from)
        }
      }
      const p50 = { rest: median(took.rest), bare: median(took.bare), ours: median(took.ours) }
      const p99 = quantile(took.ours, 0.99)
      const restP99 = quantile(took.rest, 0.99)
      const added = { bare: p50.bare - p50.rest, ours: p50.ours - p50.rest }
      const rows: ReadonlyArray<Row> = [
        ratioRow({
          what: "what a call adds to the request (p50)",
          limit: `@discordjs/rest alone ${figure(p50.rest)} ms; bare bundle adds`,
          value: added.ours,
          base: added.bare,
          atMost: 1.25,
          unit: "ms"
        }),
        ratioRow({
          what: "a call, p99",
          limit: "@discordjs/rest alone, p99",
          value: p99,
          base: restP99,
          atMost: 2.5,
          unit: "ms"
        })
      ]
      const concurrent = await Promise.resolve(peers).then(async ({ bare, ours }) => {
        const cost = { bare: 0, ours: 0 }
        for (let round = 0; round < ROUNDS; round++) {
          for (const [way, peer] of [
            ["bare", bare],
            ["ours", ours]
          ] as const) {
            const before = peer.cpuMs()
            for (let batch = 0; batch < BATCHES; batch++) {
              await Promise.all(
                Array.from({ length: AT_ONCE }, (_, at) => peer.call("channels_get", { channel_id: channel(at) }))
              )
            }
            // What the first round warms up is not what a call costs.
            if (round > 0) cost[way] += ((peer.cpuMs() - before) * 1000) / ((ROUNDS - 1) * BATCHES * AT_ONCE)
          }
        }
        return cost
      })
      for (const peer of Object.values(peers)) await peer.end()
      return [
        ...rows,
        ratioRow({
          what: "processor time of 1,000 calls, 64 at once",
          limit: "bare bundle",
          value: concurrent.ours,
          base: concurrent.bare,
          atMost: 1.25,
          unit: "ms"
        })
      ]
    })
}

type Way = "rest" | "bare" | "ours"
