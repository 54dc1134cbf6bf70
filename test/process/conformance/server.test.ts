/** The official conformance suite, in server mode, against the server over HTTP. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CallResult } from "../../../src/dispatch/CallResult.ts"
import { Dispatch } from "../../../src/dispatch/Dispatch.ts"
import { Progress } from "../../../src/tools/dsl/Progress.ts"
import { roomy } from "../../dispatch/app.ts"
import { freePort } from "../../freePort.ts"
import { startHttp, withSandbox } from "../../mcp/http/httpServer.ts"
import { expectedFailures } from "./expectedFailures.ts"

const text = (text: string, isError = false): CallResult => ({ isError, structured: { text }, text })

/** The tools that the suite calls, as far as this server can do what they do. */
const tools: Readonly<Record<string, Effect.Effect<CallResult>>> = {
  test_simple_text: Effect.succeed(text("This is a simple text response for testing.")),
  test_error_handling: Effect.succeed(text("This tool intentionally returns an error for testing", true)),
  test_tool_with_logging: Effect.gen(function* () {
    for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      yield* Effect.logInfo(line)
      yield* Effect.sleep("50 millis")
    }
    return text("logged")
  }),
  test_tool_with_progress: Effect.gen(function* () {
    const progress = yield* Progress
    for (const done of [0, 50, 100]) {
      yield* progress.report({ done, total: 100, message: `${done} of 100` })
      yield* Effect.sleep("50 millis")
    }
    return text("done")
  })
}

const suite = (url: string) =>
  Effect.async<string>((resume) => {
    const child = execFile(
      process.execPath,
      [
        "--import",
        new URL("onNode20.mjs", import.meta.url).href,
        fileURLToPath(
          new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
        ),
        "server",
        "--url",
        url
      ],
      { maxBuffer: 10_000_000 },
      (_, stdout, stderr) => resume(Effect.succeed(`${stdout}\n${stderr}`))
    )
    return Effect.sync(() => child.kill())
  })

describe("the conformance suite", () => {
  it.live("passes in server mode, but for the scenarios that are listed with their reasons", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const url = yield* startHttp(
        {
          MCP_HTTP_AUTH: "none",
          MCP_HTTP_PORT: String(port),
          // One scenario comes from the server's own address.
          MCP_HTTP_ALLOWED_ORIGINS: `http://localhost:${port},http://127.0.0.1:${port}`
        },
        {
          catalogue: {
            names: Object.keys(tools),
            find: () => Effect.succeed(undefined),
            traits: Effect.succeed([])
          },
          dispatchFor: () =>
            Effect.succeed(
              Dispatch.of({
                run: () => Effect.dieMessage("not asked for"),
                call: (name) => tools[name] ?? Effect.dieMessage(name)
              })
            )
        }
      )
      const report = yield* suite(url)
      const outcomes = [...report.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, sign, name = ""]) => [name, sign] as const)
      assert.isAbove(outcomes.length, 25, report)
      const failed = outcomes.filter(([, sign]) => sign === "✗").map(([name]) => name)
      assert.deepStrictEqual(failed.toSorted(), Object.keys(expectedFailures).toSorted())
    }).pipe(withSandbox(roomy))
  )
})
