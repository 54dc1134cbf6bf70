// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { Peer } from "./Peer.ts"
import { bare, get, ours, type Program, times, variables, withDiscord } from "./parts.ts"
import { type Bench, figure, median, ratioRow } from "./Row.ts"

const ROUNDS = 15

/** From the start of the process to the answer of `initialize`, and to that of a first call right after the list. */
const once = async ({ args, environment }: Program, url: string) => {
  const peer = new Peer(args, { ...variables(url), ...environment })
  await peer.initialize()
  const initialized = performance.now() - peer.startedAt
  await peer.request("tools/list").answer
  const { input, name } = get(1)
  await peer.call(name, input)
  const called = performance.now() - peer.startedAt
  await peer.end()
  return { initialized, called }
}

const nothing = async () => {
  const from = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ["-e", "0"]).once("exit", resolve))
  return performance.now() - from
}

/** The medians of several starts, the servers one after the other in every round. */
const starts = (key: keyof Awaited<ReturnType<typeof once>>) =>
  withDiscord(async (url) => {
    const took = { nothing: [] as Array<number>, bare: [] as Array<number>, ours: [] as Array<number> }
    for (let round = 0; round < Math.max(5, times(ROUNDS)); round++) {
      took.nothing.push(await nothing())
      took.bare.push((await once(bare, url))[key])
      took.ours.push((await once(ours, url))[key])
    }
    return {
      limit: `node -e 0: ${figure(median(took.nothing))} ms; the bare server`,
      value: median(took.ours),
      base: median(took.bare),
      unit: "ms"
    }
  })

/** How fast the server is there. */
export const start: Bench = {
  name: "start",
  run: async () => [ratioRow({ what: "start to initialize", ...(await starts("initialized")), atMost: 1.25 })]
}

/** How fast it has answered its first call. */
export const firstCall: Bench = {
  name: "first-call",
  run: async () => [
    ratioRow({ what: "start to the first call after the list", ...(await starts("called")), atMost: 1.5 })
  ]
}
