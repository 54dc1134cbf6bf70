// The official client speaks promises, and real time passes between its calls.
// @effect-diagnostics newPromise:off
// @effect-diagnostics globalTimers:off
/** A read-only client does its worst by plans, waits and results to a process of 512 MB, and another client is served as before. */
// @effect-diagnostics asyncFunction:off
// @effect-diagnostics processEnv:off
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { tokenOf } from "../mcp/http/httpServer.ts"
import { layer as binary } from "../process/binary.ts"
import { startProcess } from "../process/child.ts"
import { connectTo, readyHttp } from "../process/httpSession.ts"

/** How long the other client is measured. `WORST_SECONDS=60` measures for a minute, in one piece. */
const SECONDS = Number(process.env.WORST_SECONDS ?? 5)

/** A machine that is busy with other work makes a measurement slower, and none faster. So the best of these counts. */
const MEASUREMENTS = process.env.WORST_SECONDS === undefined ? 4 : 1

/** Below this, in milliseconds, the ratio of two latencies says more about the scheduler of the machine than about the server. */
const FLOOR_MS = 50
const WORST_MS = 1000

const worstWork = fileURLToPath(new URL("worstWork.mjs", import.meta.url))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "a server over HTTP with a heap of 512 MB",
  (it) => {
    it.scoped(
      "serves a client as before while another one does its worst by plans, waits, subscriptions and unread results",
      () =>
        Effect.gen(function* () {
          const { ids } = yield* Sandbox
          const { child, url } = yield* readyHttp(
            { NODE_OPTIONS: "--max-old-space-size=512", MCP_GATEWAY: "true", MCP_GATEWAY_STORE: "memory" },
            { worst: { read_only: true }, one: {} }
          )
          const { client } = yield* connectTo(url)
          const channel_id = ids.channels.general
          const latencies = (seconds: number) =>
            Effect.promise(async () => {
              const times: Array<number> = []
              for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
                const started = performance.now()
                const { isError } = await client.callTool({ name: "channels_get", arguments: { channel_id } })
                assert.isUndefined(isError)
                times.push(performance.now() - started)
                // Each message wakes the calls that wait.
                if (times.length % 20 === 0)
                  await client.callTool({ name: "messages_send", arguments: { channel_id, content: "Good morning." } })
                await new Promise((resolve) => setTimeout(resolve, 150))
              }
              const sorted = times.toSorted((a, b) => a - b)
              return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
            })
          // The first calls load code.
          yield* latencies(2)
          const quiet = yield* latencies(3)
          const worst = yield* startProcess(process.execPath, [worstWork, url, tokenOf("worst"), channel_id], {})
          yield* worst.stdout.until((text) => text.startsWith("open"))
          const limit = Math.max(3 * quiet.median, FLOOR_MS)
          // Where the machine alone delays calls for long, the delays say less about the server.
          const worstLimit = Math.max(3 * quiet.worst, WORST_MS)
          const isServed = (one: typeof quiet) => one.median <= limit && one.worst < worstLimit
          const measured = [yield* latencies(SECONDS)]
          while (measured.length < MEASUREMENTS && !measured.some(isServed)) measured.push(yield* latencies(SECONDS))
          const shown = measured.map(({ median, worst }) => `${median.toFixed(1)} (${worst.toFixed(0)})`).join(", ")
          assert.isTrue(measured.some(isServed), `median (worst) ${shown} ms, and ${quiet.median.toFixed(1)} ms before`)
          assert.isNull(child.process.exitCode)
          assert.isNull(worst.process.exitCode)
        })
    )
  }
)
