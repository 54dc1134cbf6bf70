// Loaded before the server, which runs from its sources: each is compiled alone, as V8 counts by file.
// At SIGUSR2 it prints a line on stderr: the functions of `src/` that ran since the signal before.
import { readFile } from "node:fs/promises"
import inspector from "node:inspector"
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"
import { transform } from "esbuild"

/** Compiles a source. Node runs this hook in a separate thread. */
export const load = async (url, context, next) => {
  if (!url.endsWith(".ts")) return next(url, context)
  const { code } = await transform(await readFile(new URL(url), "utf8"), { loader: "ts", target: "node20.11" })
  return { format: "module", shortCircuit: true, source: code }
}

/** Calls back when nothing reads or writes a file any more: the audit log can write a checkpoint after the answer. */
const whenIdle = (then, turns = 0) => {
  const isBusy = process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"))
  if (turns === IDLE_TURNS) then()
  else setImmediate(() => whenIdle(then, isBusy ? 0 : turns + 1))
}

/** So many turns of the event loop without such work are the end of it. */
const IDLE_TURNS = 50

if (isMainThread) {
  register(import.meta.url)
  const session = new inspector.Session()
  session.connect()
  session.post("Profiler.enable")
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  process.on("SIGUSR2", () =>
    whenIdle(() =>
      session.post("Profiler.takePreciseCoverage", (_, { result }) => {
        const files = result.flatMap(({ functions, url }) => {
          const path = /\/src\/(.*\.ts)$/.exec(url)?.[1]
          const called = functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => functionName)
          return path === undefined || called.length === 0 ? [] : [{ path, called }]
        })
        process.stderr.write(`coverage ${JSON.stringify(files)}\n`)
      })
    )
  )
}
