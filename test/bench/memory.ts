// @effect-diagnostics asyncFunction:off
import { Peer } from "./Peer.ts"
import { bare, channel, ours, variables, withDiscord } from "./parts.ts"
import { type Bench, boundRow, ratioRow } from "./Row.ts"

/** Resident memory after so many calls, and whether it goes on growing. */
export const memory: Bench = {
  name: "memory",
  run: () =>
    withDiscord(async (url) => {
      const after = async (args: ReadonlyArray<string>, ...counts: ReadonlyArray<number>) => {
        const peer = new Peer(args, variables(url))
        await peer.initialize()
        const sizes: Array<number> = []
        let done = 0
        for (const count of counts) {
          for (; done < count; done += 64) {
            await Promise.all(
              Array.from({ length: 64 }, (_, at) => peer.call("channels_get", { channel_id: channel(at) }))
            )
          }
          sizes.push(peer.residentMb())
        }
        await peer.end()
        return sizes
      }
      const [bareMb = 0] = await after(bare, 1000)
      const [few = 0, some = 0, many = 0] = await after(ours, 1000, 10_000, 100_000)
      return [
        boundRow({
          what: "memory after 1,000 calls",
          limit: `bare bundle: ${bareMb.toFixed(0)} MB`,
          value: few,
          atMost: 130,
          unit: "MB"
        }),
        ratioRow({
          what: "memory after 100,000 calls",
          limit: "after 10,000",
          value: many,
          base: some,
          // No more than before, but for the noise of a heap that is not collected to its end.
          atMost: 1.1,
          unit: "MB"
        })
      ]
    })
}
