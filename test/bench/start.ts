// @effect-diagnostics asyncFunction:off newPromise:off processEnv:off
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Peer } from "./Peer.ts"
import { bare, get, ours, type Program, times, variables, withDiscord } from "./parts.ts"
import { type Bench, figure, median, type Row, ratioRow } from "./Row.ts"

const ROUNDS = 15

/** Measures the time from the start of the process to the response of `initialize`, and to that of the first call. */
const once = async ({ args, environment }: Program, url: string, node = process.execPath) => {
  const peer = new Peer(args, { ...variables(url), ...environment }, node)
  await peer.initialize()
  const initialized = performance.now() - peer.startedAt
  await peer.request("tools/list").answer
  const { input, name } = get(1)
  await peer.call(name, input)
  const called = performance.now() - peer.startedAt
  await peer.end()
  return { initialized, called }
}

const nothing = async (node = process.execPath) => {
  const from = performance.now()
  await new Promise((resolve) => spawn(node, ["-e", "0"]).once("exit", resolve))
  return performance.now() - from
}

/** Returns the medians of several starts. Every round starts each server in turn. */
const starts = (key: keyof Awaited<ReturnType<typeof once>>, node?: string, environment?: Program["environment"]) =>
  withDiscord(async (url) => {
    const program = { ...ours, ...(environment && { environment }) }
    // The first start fills the compile cache.
    if (node !== undefined) await once(program, url, node)
    const took = { nothing: [] as Array<number>, bare: [] as Array<number>, ours: [] as Array<number> }
    for (let round = 0; round < Math.max(5, times(ROUNDS)); round++) {
      took.nothing.push(await nothing(node))
      took.bare.push((await once(bare, url, node))[key])
      took.ours.push((await once(program, url, node))[key])
    }
    return {
      limit: `node -e 0: ${figure(median(took.nothing))} ms; the bare server`,
      value: median(took.ours),
      base: median(took.bare),
      unit: "ms"
    }
  })

const COMPILED = "start to initialize with the compile cache, Node 22.8 or later"

/** Measures the start with the compile cache of the Node that `NODE22` names. */
const compiledStart = async (): Promise<Row> => {
  const node = process.env.NODE22
  if (node === undefined) {
    return {
      what: COMPILED,
      limit: "the bare server",
      measured: "skipped: NODE22 is not set",
      target: "none",
      met: true
    }
  }
  const state = mkdtempSync(join(tmpdir(), "bench-start-"))
  const measured = await starts("initialized", node, { XDG_STATE_HOME: state })
  rmSync(state, { recursive: true, force: true })
  return ratioRow({ what: COMPILED, ...measured, atMost: Number.POSITIVE_INFINITY })
}

/** Measures the time to `initialize`. */
export const start: Bench = {
  name: "start",
  run: async () => [
    ratioRow({ what: "start to initialize", ...(await starts("initialized")), atMost: 1.25 }),
    await compiledStart()
  ]
}

/** Measures the time to the first result. */
export const firstCall: Bench = {
  name: "first-call",
  run: async () => [
    ratioRow({ what: "start to the first call after the list", ...(await starts("called")), atMost: 1.6 })
  ]
}
