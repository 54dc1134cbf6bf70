// @effect-diagnostics asyncFunction:off globalTimers:off newPromise:off
import { bare, get, inBatches, ours, type Program, start, times, withDiscord } from "./parts.ts"
import { type Bench, boundRow } from "./Row.ts"

/** Returns the resident memory in megabytes: 2 s after the list, after 1,000 and after 50,000 calls. */
const sizes = async (program: Program, url: string, calls: number) => {
  const peer = await start(program, url)
  await peer.request("tools/list").answer
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const listed = peer.residentMb()
  await inBatches(peer, 1000, get)
  const few = peer.residentMb()
  await inBatches(peer, calls - 1000, get)
  const many = peer.residentMb()
  await peer.end()
  return { listed, few, many }
}

/** Measures the memory of the server, and whether it keeps growing. */
export const memory: Bench = {
  name: "memory",
  run: () =>
    withDiscord(async (url) => {
      const base = await sizes(bare, url, 2000)
      const { few, listed, many } = await sizes(ours, url, times(50_000))
      return [
        boundRow({
          what: "memory 2 s after the list",
          limit: `the bare server: ${base.listed.toFixed(0)} MB`,
          value: listed,
          atMost: 75,
          unit: "MB"
        }),
        boundRow({
          what: "memory after 1,000 calls",
          limit: `the bare server: ${base.few.toFixed(0)} MB`,
          value: few,
          atMost: 130,
          unit: "MB"
        }),
        boundRow({
          what: "memory after 50,000 calls",
          limit: `the bare server after 2,000: ${base.many.toFixed(0)} MB`,
          value: many,
          atMost: 180,
          unit: "MB"
        })
      ]
    })
}
