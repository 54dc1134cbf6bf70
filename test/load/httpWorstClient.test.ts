/** One client does its worst to a process with a heap of 256 MB, and another client is served as before. */
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

/** The sessions of the worst client. `WORST_SESSIONS=5000` opens more. */
const SESSIONS = Number(process.env.WORST_SESSIONS ?? 1000)

/** The rate of each client, so that the worst one can open its sessions in one burst. It is at least twice the default. */
const RATE = Math.ceil(SESSIONS * 1.2)

/** Calls of the other client in one measurement: the 95th percentile has ten calls above it. */
const CALLS = 200

/** Below this, in milliseconds, the ratio of two latencies says more about the scheduler of the machine than about the server. */
const FLOOR_MS = 50

/** A machine that is busy with other work makes a measurement slower, and none faster. So the best of these counts. */
const MEASUREMENTS = 8

const worstClient = fileURLToPath(new URL("worstClient.mjs", import.meta.url))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "a server over HTTP with a heap of 256 MB",
  (it) => {
    it.scoped(`keeps ${SESSIONS} sessions of a client that does its worst, and serves another client as before`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        // One client holds at most a tenth of all sessions.
        const { child, url } = yield* readyHttp(
          {
            NODE_OPTIONS: "--max-old-space-size=256",
            MCP_HTTP_MAX_SESSIONS: String(SESSIONS * 10),
            MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE: String(RATE)
          },
          { worst: {}, one: {} }
        )
        const { client } = yield* connectTo(url)
        const p95 = Effect.promise(async () => {
          const times: Array<number> = []
          for (let call = 0; call < CALLS; call++) {
            const started = performance.now()
            const { isError } = await client.callTool({
              name: "channels_get",
              arguments: { channel_id: ids.channels.general }
            })
            assert.isUndefined(isError)
            times.push(performance.now() - started)
          }
          return times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? 0
        })
        const best = Effect.map(Effect.replicateEffect(p95, 2), (times) => Math.min(...times))
        // The first calls load code.
        yield* p95
        const quiet = yield* best
        const worst = yield* startProcess(
          process.execPath,
          [worstClient, url, tokenOf("worst"), String(SESSIONS), String(RATE)],
          {}
        )
        yield* worst.stdout.until((text) => text.startsWith("open "))
        const measured: Array<number> = []
        const limit = Math.max(3 * quiet, FLOOR_MS)
        while (measured.length < MEASUREMENTS && !measured.some((time) => time <= limit)) measured.push(yield* p95)
        const shown = measured.map((time) => time.toFixed(1)).join(", ")
        assert.isAtMost(Math.min(...measured), limit, `${shown} ms, and ${quiet.toFixed(1)} ms before`)
        assert.isNull(child.process.exitCode)
        assert.isNull(worst.process.exitCode)
      })
    )
  }
)
