// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { Peer } from "./Peer.ts"
import { bare, ours, variables } from "./parts.ts"
import { type Bench, boundRow, median, ratioRow } from "./Row.ts"

const ROUNDS = 15

/** From the start of the process to the answers of `initialize` and `tools/list`, and the memory then. */
const once = async (args: ReadonlyArray<string>) => {
  const peer = new Peer(args, variables("http://127.0.0.1:9"))
  await peer.initialize()
  const initialized = performance.now() - peer.startedAt
  await peer.request("tools/list").answer
  const listed = performance.now() - peer.startedAt
  const mb = peer.residentMb()
  await peer.end()
  return { initialized, listed, mb }
}

const nothing = async () => {
  const from = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ["-e", "0"]).once("exit", resolve))
  return performance.now() - from
}

/** How fast the server is there. */
export const start: Bench = {
  name: "start",
  run: async () => {
    const rounds = { nothing: [] as Array<number>, bare: [] as Array<Start>, ours: [] as Array<Start> }
    for (let round = 0; round < ROUNDS; round++) {
      rounds.nothing.push(await nothing())
      rounds.bare.push(await once(bare))
      rounds.ours.push(await once(ours))
    }
    const of = (which: "bare" | "ours", key: keyof Start) => median(rounds[which].map((it) => it[key]))
    const limit = `node -e 0: ${median(rounds.nothing).toFixed(0)} ms; bare bundle`
    return [
      ratioRow({
        what: "start to initialize",
        limit,
        value: of("ours", "initialized"),
        base: of("bare", "initialized"),
        atMost: 1.25,
        unit: "ms"
      }),
      ratioRow({
        what: "start to tools/list",
        limit,
        value: of("ours", "listed"),
        base: of("bare", "listed"),
        atMost: 1.25,
        unit: "ms"
      }),
      boundRow({
        what: "memory after start",
        limit: `bare bundle: ${of("bare", "mb").toFixed(0)} MB`,
        value: of("ours", "mb"),
        atMost: 75,
        unit: "MB"
      })
    ]
  }
}

type Start = Awaited<ReturnType<typeof once>>
