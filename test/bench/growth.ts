// @effect-diagnostics asyncFunction:off
import { Peer } from "./Peer.ts"
import { channel, ours, variables, withDiscord } from "./parts.ts"
import { type Bench, median, ratioRow } from "./Row.ts"

const BATCH = 64
const SAMPLE = 6400
const ROUNDS = 5

/** What a call costs as the work grows: many channels instead of one, the hundred-thousandth call instead of an early one. */
export const growth: Bench = {
  name: "growth",
  run: () =>
    withDiscord(async (url) => {
      const costOf = async (peer: Peer, channels: number, from: number) => {
        const before = peer.cpuMs()
        for (let done = 0; done < SAMPLE; done += BATCH) {
          await Promise.all(
            Array.from({ length: BATCH }, (_, at) =>
              peer.call("channels_get", { channel_id: channel((from + done + at) % channels) })
            )
          )
        }
        return ((peer.cpuMs() - before) * 1000) / SAMPLE
      }
      const started = async () => {
        const peer = new Peer(ours, variables(url))
        await peer.initialize()
        // Past the compiler's warm-up: what is compared is the work, not the engine.
        await costOf(peer, 64, 0)
        await costOf(peer, 64, 0)
        return peer
      }
      const few = await started()
      const early = await costOf(few, 64, 0)
      for (let done = 0; done < 80_000; done += SAMPLE) await costOf(few, 64, 0)
      const late = await costOf(few, 64, 0)
      await few.end()
      const peers = { narrow: await started(), wide: await started() }
      await costOf(peers.wide, 10_000, 0)
      await costOf(peers.wide, 10_000, SAMPLE)
      const cost = { narrow: [] as Array<number>, wide: [] as Array<number> }
      for (let round = 0; round < ROUNDS; round++) {
        cost.narrow.push(await costOf(peers.narrow, 64, 0))
        cost.wide.push(await costOf(peers.wide, 10_000, round * SAMPLE))
      }
      for (const peer of Object.values(peers)) await peer.end()
      return [
        ratioRow({
          what: "a call over 10,000 channels",
          limit: "over 64",
          value: median(cost.wide),
          base: median(cost.narrow),
          atMost: 1.1,
          unit: "µs"
        }),
        ratioRow({
          what: "a call after 100,000 others",
          limit: "after 20,000",
          value: late,
          base: early,
          atMost: 1.1,
          unit: "µs"
        })
      ]
    })
}
