// @effect-diagnostics strictEffectProvide:off
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import {
  Cause,
  Chunk,
  ConfigProvider,
  Effect,
  Exit,
  Fiber,
  Layer,
  Option,
  Redacted,
  type Scope,
  TestClock,
  TestServices
} from "effect"
import { Client } from "../../src/client/index.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { Fault, NotRecorded, type RecordedTest, RecordingFailed, recorded, Sandbox } from "../../src/testing/index.ts"
import { headerNames } from "../../src/testing/recording/Recording.ts"
import { SECRET_PLACEHOLDER } from "../../src/testing/recording/replayer.ts"
import { turn } from "../turns.ts"
import { whileTimePasses } from "../whileTimePasses.ts"

/** Creates a path for a recording, and checks whether the recording exists. */
const place = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = `${yield* fs.makeTempDirectoryScoped({ prefix: "recorded-" })}/recordings`
  const file = `${directory}/test.json`
  return {
    file,
    text: Effect.orDie(fs.readFileString(file)),
    files: Effect.orElseSucceed(fs.readDirectory(directory), () => []),
    write: (text: string) => Effect.zipRight(fs.makeDirectory(directory), fs.writeFileString(file, text))
  }
})

/** Records the requests of a test to the sandbox. */
const record = <A, E>(file: string, test: Effect.Effect<A, E, Client>, options: RecordedTest = {}) =>
  Effect.flatMap(Sandbox, ({ token, url }) =>
    Effect.provide(test, recorded(file, { from: { apiUrl: url, token: Redacted.make(token) }, ...options }))
  )

/** Replays the recording without a sandbox. */
const replay = <A, E>(file: string, test: Effect.Effect<A, E, Client>, options: RecordedTest = {}) =>
  Effect.provide(test, recorded(file, { record: "never", ...options }))

const call = (name: string, input: Readonly<Record<string, unknown>>) =>
  Effect.flatMap(Client, ({ callAnyTool }) => callAnyTool(name, input))

/** Returns the message of the defect of a test. */
const defectOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    return defect instanceof NotRecorded ? defect.message : assert.fail(`it ended otherwise: ${exit}`)
  })

const withSandbox = <A, E>(test: Effect.Effect<A, E, FileSystem.FileSystem | Sandbox | Scope.Scope>) =>
  Effect.scoped(test).pipe(
    Effect.provide(Layer.merge(SandboxModule.layer({ permissions: Bit.ManageWebhooks }), NodeContext.layer))
  )

describe("a recording", () => {
  it.effect("is made once, and replaces Discord from then on", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        const { ids, requests } = yield* Sandbox
        const { general } = ids.channels
        const step = Effect.all([
          call("guild_get", { guild_id: ids.guild }),
          call("messages_send", { channel_id: general, content: "Hello" }),
          call("messages_read", { channel_id: general, limit: 3 }),
          Effect.flip(call("channels_get", { channel_id: "1248328050278409999" }))
        ])
        const first = yield* record(file, step)
        const asked = (yield* requests).length
        const again = yield* replay(file, step)
        const byDefault = yield* record(file, step)
        assert.deepStrictEqual(again, first)
        assert.deepStrictEqual(byDefault, first)
        assert.isAbove(asked, 3)
        assert.strictEqual((yield* requests).length, asked)
      })
    )
  )

  it.effect("contains failures, broken connections and silence as well as responses", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        const { fail, ids } = yield* Sandbox
        yield* fail(
          Fault.script(
            Fault.status(404, 10004).on("GET /guilds/:id"),
            Fault.badGateway().on("GET /guilds/:id"),
            Fault.cutBeforeEffect().on("GET /guilds/:id"),
            Fault.hang().on("GET /guilds/:id")
          )
        )
        const settings = { retryEnabled: false, timeoutDefaultMs: 2000 }
        const failures = Effect.replicateEffect(Effect.flip(call("guild_get", { guild_id: ids.guild })), 4)
        const met = yield* whileTimePasses(record(file, failures, { settings }))
        assert.deepStrictEqual(
          met.map(({ _tag }) => _tag),
          ["DiscordNotFoundError", "DiscordRestUnavailable", "DiscordRestUnavailable", "DiscordTimeoutError"]
        )
        const again = yield* whileTimePasses(replay(file, failures, { settings }))
        assert.deepStrictEqual(JSON.stringify(again), JSON.stringify(met))
      })
    )
  )

  it.effect("replays waits, also in virtual time", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        const { fail, ids } = yield* Sandbox
        yield* fail(Fault.rateLimited({ retryAfterMs: 300 }).on("GET /guilds/:id"))
        const step = call("guild_get", { guild_id: ids.guild })
        yield* TestServices.provideLive(record(file, step))
        const fiber = yield* Effect.fork(replay(file, step))
        // Reads the file in real time, and then waits in virtual time.
        const waits = Effect.map(
          TestClock.sleeps(),
          Chunk.some((until) => until >= 300 && until < 1300)
        )
        yield* Effect.repeat(turn, { until: () => waits })
        yield* TestClock.adjust("299 millis")
        assert.deepStrictEqual(yield* fiber.poll, Option.none())
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Fiber.join(fiber)).id, ids.guild)
      })
    )
  )

  it.effect("contains no bot or webhook token, and works without them", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file, text } = yield* place
        const { ids, token } = yield* Sandbox
        const step = Effect.gen(function* () {
          const { callTool } = yield* Client
          const made = yield* callTool("webhooks_create", {
            channel_id: ids.channels.general,
            name: "Tide table",
            reveal_token: true
          })
          const secret = made.token ?? assert.fail("it has no token")
          yield* callTool("webhooks_execute", { webhook_id: made.id, token: secret, content: "High at noon." })
          return { id: made.id, secret }
        })
        const real = yield* record(file, step)
        assert.isAbove(real.secret.length, 30)
        const kept = yield* text
        assert.notInclude(kept, real.secret)
        assert.notInclude(kept, token)
        assert.deepStrictEqual(yield* replay(file, step), { id: real.id, secret: SECRET_PLACEHOLDER })
      })
    )
  )

  it.effect("is not written for a failed test, and never incomplete", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file, files } = yield* place
        const { ids } = yield* Sandbox
        yield* Effect.exit(record(file, Effect.zipRight(call("guild_get", { guild_id: ids.guild }), Effect.fail("no"))))
        assert.deepStrictEqual(yield* files, [])
        yield* record(file, call("guild_get", { guild_id: ids.guild }))
        assert.deepStrictEqual(yield* files, ["test.json"])
      })
    )
  )
})

describe("a replay", () => {
  const recordedPair = Effect.gen(function* () {
    const { file } = yield* place
    const { ids } = yield* Sandbox
    const { general, support } = ids.channels
    const read = (channel_id: string) => call("channels_get", { channel_id })
    const guild = call("guild_get", { guild_id: ids.guild })
    yield* record(file, Effect.all([read(general), guild, read(support)]))
    return { file, general, guild, ids, read, support }
  })

  it.effect("keeps the order per route, but not between routes", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file, general, guild, read, support } = yield* recordedPair
        yield* replay(file, Effect.all([guild, read(general), read(support)]))
        const turned = yield* defectOf(replay(file, Effect.all([read(support), read(general)])))
        assert.include(turned, `GET /channels/:id, number 1 of it in ${file}`)
        assert.include(turned, `was {"path":"/channels/${general}"}, and is now {"path":"/channels/${support}"}`)
        assert.include(turned, "delete the file and record it again")
      })
    )
  )

  it.effect("dies of requests that were not recorded, even if the test handles failures", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file, general, ids, read, support } = yield* recordedPair
        const other = yield* defectOf(replay(file, Effect.option(call("roles_list", { guild_id: ids.guild }))))
        assert.include(other, `${file} has no GET /guilds/:id/roles. It has: GET /channels/:id, GET /guilds/:id.`)
        const again = yield* defectOf(
          replay(
            file,
            Effect.forEach([general, support, general], (id) => Effect.option(read(id)))
          )
        )
        assert.include(again, `${file} has 2 × GET /channels/:id. This request is one more`)
      })
    )
  )

  it.effect("compares bodies without nonces", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        const { ids } = yield* Sandbox
        const send = (content: string) => call("messages_send", { channel_id: ids.channels.general, content })
        yield* record(file, send("One."))
        yield* replay(file, send("One."))
        const other = yield* defectOf(replay(file, send("Two.")))
        assert.include(other, '"content":"One."')
        assert.include(other, '"content":"Two."')
      })
    )
  )

  it.effect("compares files by content", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        const { ids } = yield* Sandbox
        const send = (base64: string) =>
          call("messages_send", { channel_id: ids.channels.showcase, files: [{ base64, name: "a.txt" }] })
        yield* record(file, send("YWhveQ=="))
        yield* replay(file, send("YWhveQ=="))
        assert.include(yield* defectOf(replay(file, send("YWhvaQ=="))), "a.txt")
      })
    )
  )
})

describe("without a recording", () => {
  const failure = (file: string, options: RecordedTest, environment: ReadonlyArray<[string, string]> = []) =>
    Effect.flip(Effect.provide(call("guild_get", {}), recorded(file, options))).pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(environment))),
      Effect.map((error) => (error instanceof RecordingFailed ? error.message : assert.fail(`it was ${error}`)))
    )

  it.effect("a test fails with what it needs", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file } = yield* place
        assert.strictEqual(
          yield* failure(file, {}),
          `There is no recording ${file}, and DISCORD_TOKEN is not set. To record one, set DISCORD_TOKEN to the token of a test bot and run the test once, or pass from: { apiUrl, token } of a sandbox. Then commit the file: it contains no secrets.`
        )
        assert.include(
          yield* failure(file, { record: "never" }),
          `There is no recording ${file}, and record is "never".`
        )
      })
    )
  )

  it.effect("an invalid file is rejected", () =>
    withSandbox(
      Effect.gen(function* () {
        const { file, write } = yield* place
        yield* write('{"recording":"effect-discord-mcp","version":2}')
        const message = yield* failure(file, {})
        assert.include(message, `${file} is not a recording`)
        assert.include(message, "version")
      })
    )
  )
})

describe("the headers of a recording", () => {
  it("include every header that the server reads", () => {
    const root = fileURLToPath(new URL("../../src/", import.meta.url))
    const read = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /^(discord|errors)[/\\].*\.ts$/.test(path))
      .flatMap((path) => [...readFileSync(root + path, "utf8").matchAll(/\bheader\("([\w-]+)"\)/g)])
      .flatMap(([, name]) => name ?? [])
    assert.isAbove(read.length, 5)
    assert.sameMembers([...new Set(read)], [...headerNames])
  })
})
