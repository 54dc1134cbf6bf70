// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { Peer } from "./Peer.ts"
import { bare, get, ours, type Program, times, variables, withDiscord } from "./parts.ts"
import { type Bench, figure, median, ratioRow } from "./Row.ts"

const ROUNDS = 15

/** From the start of the process to the answer of `initialize`, and how long the first call after the list takes. */
const once = async ({ args, environment }: Program, url: string) => {
  const peer = new Peer(args, { ...variables(url), ...environment })
  await peer.initialize()
  const initialized = performance.now() - peer.startedAt
  await peer.request("tools/list").answer
  const from = performance.now()
  const { input, name } = get(1)
  await peer.call(name, input)
  const called = performance.now() - from
  await peer.end()
  return { initialized, called }
}

const nothing = async () => {
  const from = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ["-e", "0"]).once("exit", resolve))
  return performance.now() - from
}

type Start = Awaited<ReturnType<typeof once>>

/** How fast the server is there. */
export const start: Bench = {
  name: "start",
  run: () =>
    withDiscord(async (url) => {
      const rounds = { nothing: [] as Array<number>, bare: [] as Array<Start>, ours: [] as Array<Start> }
      for (let round = 0; round < Math.max(5, times(ROUNDS)); round++) {
        rounds.nothing.push(await nothing())
        rounds.bare.push(await once(bare, url))
        rounds.ours.push(await once(ours, url))
      }
      const of = (which: "bare" | "ours", key: keyof Start) => median(rounds[which].map((it) => it[key]))
      return [
        ratioRow({
          what: "start to initialize",
          limit: `node -e 0: ${figure(median(rounds.nothing))} ms; the bare server`,
          value: of("ours", "initialized"),
          base: of("bare", "initialized"),
          atMost: 1.25,
          unit: "ms"
        }),
        ratioRow({
          what: "the first call after the list",
          limit: "the bare server",
          value: of("ours", "called"),
          base: of("bare", "called"),
          atMost: 1.5,
          unit: "ms"
        })
      ]
    })
}
