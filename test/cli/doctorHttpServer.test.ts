/** What the doctor says about the shell, its clients, the clients file and Redis. */
import { createServer } from "node:net"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, Option } from "effect"
import { doctorWith } from "../../src/cli/doctor.ts"
import { redisAvailable } from "../../src/telemetry/metrics.ts"
import { freePort } from "../freePort.ts"
import { minutesPass } from "../whileTimePasses.ts"
import { captureConsole } from "./captureConsole.ts"
import { codeOf, environment as host, runDoctor, TOKEN } from "./doctorHarness.ts"
import { init, temporaryHome } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const report = (environment: Parameters<typeof host>[0], directory: string) =>
  captureConsole(
    doctorWith(
      { ...host(environment), environment: { platform: "linux", variables: environment, directory } },
      { json: false, offline: true }
    )
  )

describe("the doctor in a shell without a token", () => {
  it.scoped("passes after init, says what it checks, and names the command for each client", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const before = yield* report({ ...environment.variables, MCP_AUDIT: "off" }, environment.directory)
      assert.strictEqual(codeOf(before.exit), 2)
      assert.include(before.text, "DISCORD_TOKEN: not set")
      for (const name of ["cursor", "claude-desktop"]) {
        yield* init(environment, { client: Option.some(name), yes: true, sandbox: true })
      }
      const { exit, text } = yield* report({ ...environment.variables, MCP_AUDIT: "off" }, environment.directory)
      assert.strictEqual(codeOf(exit), 0, text)
      assert.notInclude(text, "does not start")
      assert.include(
        text,
        "Checks the settings of this shell. A client has its own: doctor --client NAME checks those."
      )
      assert.include(text, "this shell has none; each client has its own")
      assert.include(text, "Check the entry of Cursor: doctor --client cursor")
      assert.include(text, "Check the entry of Claude Desktop: doctor --client claude-desktop")
    }).pipe(withNodeContext)
  )
})

describe("the doctor with a clients file", () => {
  const good = JSON.stringify([{ name: "ada", token_sha256: "ab".repeat(32) }])
  for (const [what, text, mode, status, found] of [
    ["that is valid", good, 0o600, "ok", /^1 client in /],
    ["that others can change", good, 0o622, "warning", /^1 client in /],
    ["that is missing", undefined, 0, "failed", /has 1 problem; serve --http does not start/],
    ["that is no JSON", "[", 0o600, "failed", /has 1 problem; serve --http does not start/],
    ["with an unknown tool", good.replace("}", ',"tools":["no_tool"]}'), 0o600, "failed", /has 1 problem/]
  ] as const) {
    it.scoped(`${what} is ${status}`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
        if (text !== undefined) {
          yield* fs.writeFileString(path, text)
          yield* fs.chmod(path, mode)
        }
        const variables = { DISCORD_TOKEN: TOKEN, MCP_AUDIT: "off", MCP_HTTP_CLIENTS_FILE: path }
        const { checks } = yield* runDoctor(variables, { offline: true })
        assert.strictEqual(checks.access.status, status)
        assert.match(checks.access.found, found)
      }).pipe(withNodeContext)
    )
  }
})

describe("the doctor with Redis", () => {
  /** Answers what ioredis asks: INFO when it connects, and EVAL. */
  const redisAt = (info: string) =>
    Effect.acquireRelease(
      Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
        const server = createServer((socket) => {
          socket.on("error", () => {})
          socket.on("data", (data) => {
            for (const command of data.toString().match(/\b(?:info|eval|client|auth)\b/gi) ?? []) {
              socket.write(/info/i.test(command) ? info : /eval/i.test(command) ? ":1\r\n" : "+OK\r\n")
            }
          })
        }).listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" ? (address?.port ?? 0) : 0
          resume(Effect.succeed({ port, close: () => server.close() }))
        })
      }),
      ({ close }) => Effect.sync(close)
    )

  const redisCheck = (port: number) =>
    Effect.map(
      Effect.raceFirst(
        minutesPass,
        runDoctor({
          MCP_AUDIT: "off",
          DISCORD_API_URL: "http://127.0.0.1:1",
          MCP_REDIS_URL: `redis://:hunter2hunter2@127.0.0.1:${port}`
        })
      ),
      ({ checks, text }) => {
        assert.notInclude(text, "hunter2")
        return checks.redis
      }
    )

  it.scoped("says that it answers, or why not", () =>
    Effect.gen(function* () {
      const up = yield* redisAt("$14\r\nredis_mode:one\r\n")
      assert.strictEqual((yield* redisCheck(up.port)).status, "ok")
      const isAvailable = Effect.map(Metric.value(redisAvailable), ({ value }) => value)
      assert.strictEqual(yield* isAvailable, 1)
      const down = yield* redisCheck(yield* freePort)
      assert.strictEqual(down.status, "failed")
      assert.match(down.found, /Redis does not answer: connect ECONNREFUSED/)
      assert.match(down.todo?.join() ?? "", /MCP_REDIS_URL/)
      assert.strictEqual(yield* isAvailable, 0)
    }).pipe(withNodeContext)
  )
})
