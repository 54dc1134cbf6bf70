/** Runs test files in a Vitest that lives on, and ends it if a test hangs. */
import { fork } from "node:child_process"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"

const HOST = fileURLToPath(new URL("host.mjs", import.meta.url))

/** The longest time of a test. On a quiet machine the longest takes some 20 s. */
const LIMIT_MS = 90_000

const variablesOf = (root, { plan, seconds }) => ({
  ...{ MUTANTS_PLAN: plan, MUTANTS_ROOT: root, MUTANTS_SECONDS: String(seconds) }
})

const hosts = new Set()
const end = (host) => {
  hosts.delete(host)
  try {
    process.kill(-host.pid, "SIGKILL")
  } catch {
    // It has ended by itself.
  }
}
process.on("exit", () => {
  for (const host of hosts) end(host)
})
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130))

/**
 * Makes a runner in a tree. With `switches`, each run of a file turns on the change that the plan names, and all
 * files run. Without, a run ends at the first failure.
 */
export const makeRunner = (root, switches) => {
  let host
  const start = async () => {
    host = fork(HOST, [JSON.stringify({ root, limitMs: LIMIT_MS, switched: switches !== undefined })], {
      cwd: root,
      // Its group can be ended as one.
      detached: true,
      env: { ...process.env, ...(switches !== undefined && variablesOf(root, switches)) },
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    hosts.add(host)
    await new Promise((resolve, reject) => {
      host.once("message", resolve)
      host.once("exit", (code) => reject(new Error(`Vitest ended at its start with ${code}`)))
    })
    host.removeAllListeners("exit")
  }
  const stop = () => {
    if (host !== undefined) end(host)
    host = undefined
  }

  /**
   * Runs test files in their order. `onEnd` gets each with its milliseconds and failure. Returns the first failure, if
   * any: `{ file, name }`, with `hangs` if the file took too long; the files after it did not run then.
   */
  const run = async (files, changed = [], onEnd = () => {}) => {
    if (host === undefined) await start()
    const failure = await new Promise((resolve) => {
      let running = files[0]
      let first
      let timer
      const finish = (result) => {
        clearTimeout(timer)
        host?.removeAllListeners("message")
        host?.removeAllListeners("exit")
        resolve(result)
      }
      const hang = (name) => finish({ file: running, name, hangs: true })
      const arm = () => {
        clearTimeout(timer)
        timer = setTimeout(() => hang("(hangs)"), 3 * LIMIT_MS)
      }
      host.on("exit", () => hang("(the test runner ends)"))
      host.on("message", (message) => {
        arm()
        if (message.started !== undefined) running = relative(root, message.started)
        if (message.ended !== undefined) {
          const file = relative(root, message.ended)
          if (message.failed !== undefined) first ??= { file, ...message.failed }
          onEnd({ file, ms: message.ms, failed: message.failed })
        }
        if (message.done) finish(first ?? unhandled(message.unhandled, running))
      })
      arm()
      host.send({ files: files.map((file) => `${root}/${file}`), changed })
    })
    if (failure?.hangs) stop()
    return failure
  }

  return { run, stop }
}

const unhandled = ([message], file) => (message === undefined ? undefined : { file, name: `(unhandled) ${message}` })
