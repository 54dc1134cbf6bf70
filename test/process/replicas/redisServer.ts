/** A real Redis server on a free loopback port, without persistence. */
// @effect-diagnostics asyncFunction:off
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { Effect } from "effect"
import { freePort } from "../../freePort.ts"

/** Whether `redis-server` is installed. */
export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0

/** Ends the name of tests that are skipped without `redis-server`. */
export const missingRedis = hasRedis ? "" : " (skipped: redis-server is not installed)"

/** Starts a process, and waits until it accepts connections. */
const launch = (port: number) =>
  Effect.async<ChildProcess>((resume) => {
    const child = spawn(
      "redis-server",
      ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", "/tmp"],
      { stdio: "pipe" }
    )
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes("Ready to accept connections")) resume(Effect.succeed(child))
    })
    child.once("exit", () => resume(Effect.dieMessage(`redis-server ended: ${said}`)))
  })

/** A Redis server for as long as the scope lives. It can be killed, and started again on its port. */
export const startRedis = Effect.gen(function* () {
  const port = yield* freePort
  let child: ChildProcess | undefined
  const kill = Effect.async<void>((resume) => {
    if (child === undefined) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
    child = undefined
  })
  const start = Effect.map(launch(port), (started) => {
    child = started
  })
  yield* Effect.acquireRelease(start, () => kill)
  const signal = (name: NodeJS.Signals) => Effect.sync(() => child?.kill(name))
  return { signal, url: `redis://127.0.0.1:${port}`, port, kill, start }
})
