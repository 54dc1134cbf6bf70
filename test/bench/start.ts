// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { Peer } from "./Peer.ts"
import { bare, get, ours, type Program, times, variables, withDiscord } from "./parts.ts"
import { type Bench, figure, median, ratioRow } from "./Row.ts"

const ROUNDS = 15

/** Measures the time from the start of the process to the response of `initialize`, and to that of the first call. */
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

/** Returns the medians of several starts. Every round starts each server in turn. */
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

/** Measures the time to `initialize`. */
export const start: Bench = {
  name: "start",
  run: async () => [ratioRow({ what: "start to initialize", ...(await starts("initialized")), atMost: 1.25 })]
}

/** Measures the time to the first result. */
export const firstCall: Bench = {
  name: "first-call",
  run: async () => [
    ratioRow({ what: "start to the first call after the list", ...(await starts("called")), atMost: 1.5 })
  ]
}
