// @effect-diagnostics processEnv:off processEnvInEffect:off
import { hostname } from "node:os"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Option, TestClock } from "effect"
import { add, remove, rotate } from "../../src/cli/clients.ts"
import { pid } from "../../src/cli/process.ts"
import { withFileLock } from "../../src/cli/withFileLock.ts"
import { captureConsole } from "./captureConsole.ts"
import { init, temporaryHome } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const directory = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "lock-" }))

/** The process id of no process. */
const DEAD = 2 ** 30

const noLimits = {
  readOnly: false,
  dryRun: false,
  guild: [],
  category: [],
  tool: [],
  excludeTool: [],
  confirm: Option.none(),
  channel: [],
  mentionOnly: false,
  noTranscribe: false
}

describe("a lock of a file", () => {
  it.live("lets each of many concurrent changes see the one before, also by another name of the file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      yield* fs.writeFileString(`${root}/count`, "0")
      yield* fs.symlink(`${root}/count`, `${root}/link`)
      const increase = Effect.gen(function* () {
        const count = Number(yield* fs.readFileString(`${root}/count`))
        yield* Effect.yieldNow()
        yield* fs.writeFileString(`${root}/count`, String(count + 1))
      })
      const changes = Array.from({ length: 40 }, (_, n) =>
        withFileLock(`${root}/${n % 2 === 0 ? "count" : "link"}`)(increase)
      )
      yield* Effect.all(changes, { concurrency: "unbounded" })
      assert.strictEqual(yield* fs.readFileString(`${root}/count`), "40")
      assert.sameMembers(yield* fs.readDirectory(root), ["count", "link"])
    }).pipe(Effect.scoped, withNodeContext)
  )

  it.live("takes the lock of a process that has died, and one that is older than two minutes", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      const old = `${root}/file.lock-1`
      yield* fs.writeFileString(`${root}/file.lock-2`, JSON.stringify({ pid: DEAD, host: hostname() }))
      yield* fs.writeFileString(old, JSON.stringify({ pid, host: "elsewhere" }))
      yield* fs.utimes(old, 0, 0)
      yield* withFileLock(`${root}/file`)(fs.writeFileString(`${root}/file`, "written"))
      assert.deepStrictEqual(yield* fs.readDirectory(root), ["file"])
    }).pipe(Effect.scoped, withNodeContext)
  )

  it.scoped("fails after 20 seconds if a live process holds it, and names the file to remove", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      yield* fs.writeFileString(`${root}/file.lock-1`, JSON.stringify({ pid, host: hostname() }))
      // Until then, the time of the test is before the time of the file.
      const waiting = yield* Effect.fork(Effect.flip(withFileLock(`${root}/file`)(Effect.die("ran"))))
      while (Option.isNone(yield* Fiber.poll(waiting))) {
        yield* TestClock.adjust(Duration.millis(500))
        yield* fs.exists(root)
      }
      const { problem } = yield* Fiber.join(waiting)
      assert.include(problem, `remove ${root}/file.lock-1`)
      assert.deepStrictEqual(yield* fs.readDirectory(root), ["file.lock-1"])
    }).pipe(withNodeContext)
  )

  it.live("is released after a failure and an interruption", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      const locked = withFileLock(`${root}/file`)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(locked(Effect.fail("no")))))
      yield* Effect.timeoutOption(locked(Effect.never), 20)
      assert.deepStrictEqual(yield* fs.readDirectory(root), [])
    }).pipe(Effect.scoped, withNodeContext)
  )

  it.live("keeps every change of many clients commands at the same time: no removed client comes back", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* directory}/clients.json`
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.assign(process.env, { MCP_HTTP_CLIENTS_FILE: path })),
        () => Effect.sync(() => Reflect.deleteProperty(process.env, "MCP_HTTP_CLIENTS_FILE"))
      )
      const numbers = Array.from({ length: 8 }, (_, n) => n)
      for (const n of numbers) yield* add(`old${n}`, noLimits)
      const entries = Effect.map(
        fs.readFileString(path),
        (text): ReadonlyArray<{ readonly name: string; readonly token_sha256: string }> => JSON.parse(text)
      )
      const before = yield* entries
      const changes = numbers.flatMap((n) => [
        add(`new${n}`, noLimits),
        n % 2 === 0 ? remove(`old${n}`) : rotate(`old${n}`)
      ])
      yield* Effect.all(changes, { concurrency: "unbounded" })
      const after = yield* entries
      assert.sameMembers(
        after.map(({ name }) => name),
        [...numbers.map((n) => `new${n}`), ...numbers.filter((n) => n % 2 === 1).map((n) => `old${n}`)]
      )
      for (const { name, token_sha256 } of before)
        assert.notInclude(
          after.filter((it) => it.name === name).map((it) => it.token_sha256),
          token_sha256
        )
    }).pipe(
      captureConsole,
      Effect.flatMap(({ exit }) => exit),
      Effect.scoped,
      withNodeContext
    )
  )

  it.live("keeps the entry of every init --yes at the same time", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { environment } = yield* temporaryHome
      const path = `${environment.directory}/.mcp.json`
      const others = Array.from({ length: 8 }, (_, n) => `other${n}`)
      const entry = (text: string): Record<string, Record<string, unknown>> => JSON.parse(text)
      yield* fs.writeFileString(path, JSON.stringify({ mcpServers: {} }))
      const edit = (name: string) =>
        withFileLock(path)(
          Effect.flatMap(fs.readFileString(path), (text) => {
            const file = entry(text)
            return fs.writeFileString(path, JSON.stringify({ mcpServers: { ...file.mcpServers, [name]: {} } }))
          })
        )
      const wanted = { client: Option.some("claude-code"), scope: Option.some("project" as const), yes: true }
      const own = Effect.flatMap(init(environment, wanted), ({ exit }) => exit)
      yield* Effect.all([...others.map(edit), own, own, own], { concurrency: "unbounded" })
      const names = Object.keys(entry(yield* fs.readFileString(path)).mcpServers ?? {})
      assert.includeMembers(names, others)
      assert.strictEqual(names.length, others.length + 1)
    }).pipe(Effect.scoped, withNodeContext)
  )
})
