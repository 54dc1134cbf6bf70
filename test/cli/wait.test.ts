import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option } from "effect"
import { endWith } from "../../src/cli/exit.ts"
import { secondsOf, type WaitOptions, waitWith } from "../../src/cli/wait.ts"
import { botIdOf } from "../../src/config/botToken.ts"
import { inMemory } from "../../src/live/SegmentFiles.ts"
import { ask, placeOf } from "../../src/live/waitSocket.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { quiet } from "../audit/log.ts"
import { roomy } from "../dispatch/app.ts"
import { until } from "../live/connection/connecting.ts"
import { startOwner } from "../live/owner.ts"
import { messageEvent } from "../live/sampleEvents.ts"
import { nodeContext } from "../nodeContext.ts"
import { minutesPass } from "../whileTimePasses.ts"

const BOT = "1248328050337120271"
const OTHER = "1248328050337120272"

const tokenOf = (id: string) => `${Buffer.from(id).toString("base64url")}.abcdef.sample-of-a-token`

const defaults: WaitOptions = {
  mentionsMe: false,
  noThreads: false,
  system: false,
  channel: Option.none(),
  from: Option.none(),
  guild: Option.none(),
  type: [],
  contains: Option.none(),
  replyTo: Option.none(),
  after: Option.none(),
  timeout: "1h",
  url: Option.none(),
  bot: Option.none(),
  json: true
}

/** Runs the command. Returns its exit code, and what it printed. */
const run = Effect.fnUntraced(function* (
  home: string,
  options: Partial<WaitOptions>,
  variables: Readonly<Record<string, string>> = {}
) {
  const printed = { stdout: "", stderr: "" }
  const into = (stream: keyof typeof printed) => (text: unknown) =>
    Effect.sync(() => {
      printed[stream] += `${text}`
    })
  const environment = { platform: "linux", variables: { XDG_STATE_HOME: home, ...variables } }
  const exit = yield* Effect.consoleWith((console) =>
    waitWith(environment, { ...defaults, ...options }).pipe(
      Effect.withConsole({ ...console, log: into("stdout"), error: into("stderr") }),
      Effect.exit
    )
  )
  let code = -1
  endWith(exit, (ended) => {
    code = ended
  })
  const problem =
    Exit.isFailure(exit) && exit.cause._tag === "Fail" && "message" in exit.cause.error ? exit.cause.error.message : ""
  return { ...printed, code, problem }
})

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const directoryOf = (home: string, bot: string) => `${home}/effect-discord-mcp/gateway/${bot}`

const listens = (directory: string) =>
  until(Effect.isSuccess(ask(placeOf(directory).path, { ask: "cursor" })), (now) => now)

const passing = Effect.forkScoped(minutesPass)

const services = Layer.mergeAll(SandboxModule.layer(roomy), nodeContext, quiet)

layer(services)("wait", (it) => {
  it.scoped("asks the only bot that a process of this machine connects, or the one that is named", () =>
    Effect.gen(function* () {
      const home = yield* temporary
      const fs = yield* FileSystem.FileSystem
      yield* passing
      yield* fs.makeDirectory(directoryOf(home, "1219699408896000001"), { recursive: true })
      // No other tool is needed.
      const environment = { MCP_TOOLS: "gateway_wait_for" }
      const [one, other] = yield* Effect.all([
        startOwner(directoryOf(home, BOT), { environment }),
        startOwner(directoryOf(home, OTHER))
      ])
      yield* Effect.all([listens(directoryOf(home, BOT)), listens(directoryOf(home, OTHER))])
      const several = yield* run(home, {})
      assert.strictEqual(several.code, 1)
      assert.match(several.problem, /connections of 2 bots: \d+, \d+\. Choose one with --bot ID/)
      const cursorOf = (text: string): unknown => JSON.parse(text).cursor
      const short = { timeout: "1s" }
      const named = yield* run(home, { ...short, bot: Option.some(BOT) })
      assert.deepStrictEqual([named.code, cursorOf(named.stdout)], [3, yield* one.cursor])
      const byToken = yield* run(home, short, { DISCORD_TOKEN: `Bot ${tokenOf(OTHER)}` })
      assert.deepStrictEqual([byToken.code, cursorOf(byToken.stdout)], [3, yield* other.cursor])
      yield* fs.writeFileString(`${home}/token`, `${tokenOf(BOT)}\n`)
      const byFile = yield* run(home, short, { DISCORD_TOKEN_FILE: `${home}/token` })
      assert.deepStrictEqual([byFile.code, cursorOf(byFile.stdout)], [3, yield* one.cursor])
      yield* other.stop
      const only = yield* run(home, short, { DISCORD_TOKEN: "sandbox-token" })
      assert.deepStrictEqual([only.code, cursorOf(only.stdout)], [3, yield* one.cursor])
      const absent = yield* run(home, short, { DISCORD_TOKEN: tokenOf(OTHER) })
      assert.deepStrictEqual([absent.code, absent.stdout], [4, ""])
      assert.include(absent.stderr, `owns the connection of bot ${OTHER}.`)
    })
  )

  it.scoped("goes on after its cursor when another process takes over, and ends with 4 when none does", () =>
    Effect.gen(function* () {
      const home = yield* temporary
      const directory = directoryOf(home, BOT)
      const files = inMemory()
      const first = yield* startOwner(directory, { files })
      yield* listens(directory)
      const after = yield* first.cursor
      const waiting = yield* Effect.fork(run(home, { channel: Option.some(BOT), after: Option.some(after) }))
      yield* first.waitsFor(BOT)
      yield* first.log.append([messageEvent(1, { channel_id: OTHER })])
      yield* first.stop
      yield* passing
      const second = yield* startOwner(directory, { files })
      yield* second.log.append([messageEvent(2, { channel_id: BOT })])
      const { code, stdout } = yield* Fiber.join(waiting)
      assert.strictEqual(code, 0)
      assert.deepInclude(JSON.parse(stdout), { count: 1, cursor: yield* second.cursor })
      const last = yield* Effect.fork(run(home, { channel: Option.some(OTHER) }))
      yield* second.waitsFor(OTHER)
      yield* second.stop
      const ended = yield* Fiber.join(last)
      assert.strictEqual(ended.code, 4)
      assert.match(ended.stderr, new RegExp(`no other has taken over.*--after ${yield* second.cursor}`, "s"))
    })
  )

  it.scoped("waits for an owner that starts, for about 30 seconds", () =>
    Effect.gen(function* () {
      const home = yield* temporary
      const owner = yield* startOwner(directoryOf(home, BOT))
      yield* listens(directoryOf(home, BOT))
      const after = yield* owner.cursor
      yield* owner.starting(true)
      const waiting = yield* Effect.fork(run(home, { after: Option.some(after) }))
      yield* passing
      yield* owner.refuses(3)
      yield* owner.starting(false)
      yield* owner.log.append([messageEvent(1)])
      assert.strictEqual((yield* Fiber.join(waiting)).code, 0)
      yield* owner.starting(true)
      const late = yield* run(home, {})
      assert.deepStrictEqual([late.code, late.stdout], [1, ""])
      assert.match(late.problem, /the connection to Discord is interrupted/)
    })
  )
})

describe("the time of a wait", () => {
  it("is in seconds, minutes or hours, up to a day", () => {
    const times = ["90s", "15m", "1h", "24h", "7", " 5s ", "86400"]
    assert.deepStrictEqual(times.map(secondsOf), [90, 900, 3600, 86_400, 7, 5, 86_400])
    for (const wrong of ["", "0", "0s", "25h", "86401", "1d", "-1s", "1.5h", "1h30m", "one hour", "s"]) {
      assert.isUndefined(secondsOf(wrong), wrong)
    }
  })
})

describe("the id of a bot", () => {
  it("is in its token", () => {
    assert.strictEqual(botIdOf(tokenOf(BOT)), BOT)
    assert.strictEqual(botIdOf(`Bot ${tokenOf(BOT)}\n`), BOT)
    for (const other of ["sandbox-token", "", ".", "a.b.c"]) assert.isUndefined(botIdOf(other))
  })
})
