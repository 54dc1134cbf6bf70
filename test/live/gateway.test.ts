// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import { dirname } from "node:path"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, FiberRef, HashSet, Logger, Stream, TestClock } from "effect"
import type { LoggedEvent } from "../../src/live/GatewayEvent.ts"
import type { Fault } from "../../src/sandbox/Fault.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { nodeContext } from "../nodeContext.ts"
import { isDeep } from "../turns.ts"
import { sendMessage, until } from "./connection/connecting.ts"
import { blocked, post, start } from "./live.ts"

/** The flag of an application that may read the content of messages. */
const MESSAGE_CONTENT = 1 << 19

const noLimits = { "POST /channels/:id/messages": { limit: 1000, windowMs: 1 } }

const newSandbox = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  // After the messages that the sandbox begins with.
  yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
  const sandbox = yield* Sandbox.make({ limits: noLimits, globalPerSecond: 10_000, applicationFlags: MESSAGE_CONTENT })
  return { directory, general: sandbox.ids.channels.general, sandbox }
}).pipe(Effect.provide(nodeContext))

describe("live events", () => {
  it.effect("are logged as Discord sends them, and wake a reader", () =>
    Effect.gen(function* () {
      const { directory, general, sandbox } = yield* newSandbox
      const gateway = yield* start(sandbox, directory, {
        gatewayIntents: ["GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT"]
      })
      yield* gateway.connected
      const log = yield* gateway.log
      const { cursor } = yield* log.stats
      const woken = yield* Effect.fork(Effect.zipRight(log.wait(cursor), log.read({ after: cursor, limit: 10 })))
      const id = yield* post(sandbox, general, "the tide is out")
      const { events } = yield* Fiber.join(woken)
      assert.deepInclude(events[0], {
        type: "message_create",
        channel_id: general,
        guild_id: sandbox.ids.guild,
        message_id: id,
        content: "the tide is out",
        own: true
      })
      const { connection, identifiesToday, intents, log: stats, unavailable } = yield* gateway.status
      assert.deepStrictEqual(
        [connection?.state, identifiesToday, intents.length, stats?.events, unavailable],
        ["connected", 1, 3, 1, undefined]
      )
      assert.strictEqual(yield* gateway.botId, sandbox.ids.bot)
    }).pipe(Effect.scoped)
  )

  it.effect("go on after a restart with the same session, without another IDENTIFY and without a gap", () =>
    Effect.gen(function* () {
      const { directory, general, sandbox } = yield* newSandbox
      const ids: Array<string> = []
      for (let life = 0; life < 5; life++) {
        const gateway = yield* start(sandbox, directory)
        yield* gateway.connected
        ids.push(yield* post(sandbox, general, "while it runs"))
        const events = yield* gateway.logged(ids.length)
        assert.deepStrictEqual(
          events.map(({ message_id }) => message_id),
          ids
        )
        yield* gateway.stop
        ids.push(yield* post(sandbox, general, "between two lives"))
      }
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "are repaired over HTTP when the session is over: each message of a watched channel once, and the gap",
    () =>
      Effect.gen(function* () {
        const { directory, general, sandbox } = yield* newSandbox
        const first = yield* start(sandbox, directory)
        yield* first.connected
        yield* first.watch([{ channel_id: general, guild_id: sandbox.ids.guild }])
        const ids = [yield* post(sandbox, general, "before")]
        yield* first.logged(1)
        const { nextCursor } = yield* (yield* first.log).read({ limit: 1 })
        yield* first.stop
        yield* sandbox.setGateway({ session_ms: 0 })
        yield* TestClock.adjust("1 second")
        for (let number = 0; number < 150; number++) ids.push(yield* post(sandbox, general, `missed ${number}`))
        yield* post(sandbox, sandbox.ids.channels.support, "of a channel that nobody watches")
        const second = yield* start(sandbox, directory)
        yield* second.connected
        ids.push(yield* post(sandbox, general, "after"))
        yield* second.logged(1, "gap")
        const events = yield* second.logged(ids.length, "message_create")
        assert.sameMembers(
          events.map(({ message_id }) => message_id ?? ""),
          ids
        )
        assert.strictEqual(events.filter(({ recovered }) => recovered).length, (yield* second.status).recovered)
        assert.isAtLeast((yield* second.status).recovered, 150)
        const after = yield* (yield* second.log).read({ after: nextCursor, limit: 1000 })
        assert.deepStrictEqual([after.truncated, after.events.length], [0, ids.length])
        const [gap] = yield* second.logged(1, "gap")
        assert.deepInclude(gap?.gap, { reason: "session_lost", messages_recovered: true })
        assert.strictEqual((yield* sandbox.gateway).identifies.length, 2)
      }).pipe(Effect.scoped)
  )

  it.effect("are repaired in the channels that policies name, and in those of direct messages", () =>
    Effect.gen(function* () {
      // After the messages of the seed.
      yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
      const { directory, sandbox } = yield* newSandbox
      const { channels, members } = sandbox.ids
      const write = (content: string) => sandbox.people({ as: members.ada, write: { content } })
      const first = yield* start(sandbox, directory)
      yield* first.connected
      yield* write("before")
      yield* first.logged(1)
      yield* first.stop
      yield* sandbox.setGateway({ session_ms: 0 })
      yield* TestClock.adjust("1 second")
      yield* write("missed")
      yield* sandbox.awaitActs(2)
      yield* post(sandbox, channels.support, "of a channel that a policy names")
      yield* post(sandbox, channels.general, "of a channel that nobody names")
      const second = yield* start(sandbox, directory)
      yield* second.watchPolicies([channels.support])
      yield* second.connected
      const [gap] = yield* second.logged(1, "gap")
      assert.deepInclude(gap?.gap, { messages_recovered: true })
      const events = yield* second.logged(3, "message_create")
      assert.deepStrictEqual(
        events.filter(({ recovered }) => recovered).map(({ content }) => content),
        ["missed", "of a channel that a policy names"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("reach a reader once each after disconnects of all kinds and restarts, with at most five logins", () =>
    Effect.gen(function* () {
      const { directory, general, sandbox } = yield* newSandbox
      let gateway = yield* start(sandbox, directory)
      yield* gateway.connected
      yield* gateway.watch([{ channel_id: general, guild_id: sandbox.ids.guild }])
      const { cursor } = yield* (yield* gateway.log).stats
      const ids: Array<string> = []
      const write = Effect.map(post(sandbox, general, "a message"), (id) => void ids.push(id))
      const codes = [4000, 4001, 4002, 4005, 4008, 1000, 1001]
      const onNext = (effect: Fault["do"], gateway = "MESSAGE_CREATE") =>
        sandbox.inject({ match: { gateway }, do: effect } as Fault) // the effects of the gateway
      for (let number = 0; number < (isDeep ? 100 : 28); number++) {
        yield* write
        if (number % 25 === 24) yield* onNext({ kind: "invalid_session", resumable: false })
        else if (number % 7 === 1) yield* onNext({ kind: "invalid_session", resumable: true })
        else if (number % 7 === 2) yield* onNext({ kind: "duplicate" })
        else if (number % 7 === 3) yield* onNext({ kind: "reorder" })
        else if (number % 7 === 4) yield* onNext({ kind: "omit" }, "HEARTBEAT_ACK")
        else if (number % 7 === 5) yield* onNext({ kind: "reconnect", ms: 1 })
        else if (number % 7 === 6) yield* onNext({ kind: "heartbeat" })
        yield* write
        const code = codes[number % 8]
        yield* sandbox.dropConnections(code === undefined ? {} : { code })
        yield* write
        if (number % 20 === 10) {
          yield* gateway.stop
          yield* write
          gateway = yield* start(sandbox, directory)
        }
        yield* gateway.connected
      }
      yield* gateway.logged(ids.length, "message_create")
      const log = yield* gateway.log
      const events: Array<LoggedEvent> = []
      let [after, more] = [cursor, true]
      while (more) {
        const page = yield* log.read({ after, limit: 50 })
        assert.strictEqual(page.truncated, 0)
        events.push(...page.events.filter(({ type }) => type === "message_create"))
        ;[after, more] = [page.nextCursor, page.more]
      }
      assert.sameMembers(
        events.map(({ message_id }) => message_id ?? ""),
        ids
      )
      assert.isAtMost((yield* sandbox.gateway).identifies.length, 5)
    }).pipe(Effect.scoped)
  )

  it.effect("name the channels of a gap that cannot be read", () =>
    Effect.gen(function* () {
      const { directory, sandbox } = yield* newSandbox
      const gateway = yield* start(sandbox, directory)
      yield* gateway.connected
      yield* gateway.watch([{ channel_id: "1248328050337129999" }])
      yield* sandbox.inject({
        match: { gateway: "MESSAGE_CREATE" },
        do: { kind: "invalid_session", resumable: false }
      })
      yield* sendMessage(sandbox, 1)
      const [gap] = yield* gateway.logged(1, "gap")
      assert.deepInclude(gap?.gap, {
        reason: "unreadable",
        messages_recovered: false,
        channels: ["1248328050337129999"]
      })
    }).pipe(Effect.scoped)
  )

  it.effect("outside the allowed guilds are not logged", () =>
    Effect.gen(function* () {
      const { directory, general, sandbox } = yield* newSandbox
      const gateway = yield* start(sandbox, directory, { allowedGuilds: [sandbox.ids.guild] })
      yield* gateway.connected
      yield* sandbox.dispatch({
        t: "MESSAGE_CREATE",
        d: { id: "2000000000000000001", channel_id: "5", content: "", author: { id: "6", username: "ann" } }
      })
      const elsewhere = {
        id: "2000000000000000002",
        channel_id: sandbox.ids.channels.otherGeneral,
        guild_id: sandbox.ids.otherGuild
      }
      yield* sandbox.dispatch({ t: "MESSAGE_CREATE", d: elsewhere, guildId: sandbox.ids.otherGuild })
      const id = yield* post(sandbox, general, "here")
      const events = yield* gateway.logged(1)
      assert.deepStrictEqual(
        events.map(({ message_id }) => message_id),
        [id]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("leave no event on the disk with MCP_GATEWAY_STORE=memory, and count logins all the same", () =>
    Effect.gen(function* () {
      const { directory, general, sandbox } = yield* newSandbox
      const gateway = yield* start(sandbox, directory, { gatewayStore: "memory" })
      yield* gateway.connected
      yield* post(sandbox, general, "here")
      yield* gateway.logged(1)
      const fs = yield* FileSystem.FileSystem
      const names = yield* fs.readDirectory(`${directory}/gateway/${sandbox.ids.bot}`)
      assert.deepStrictEqual(names.sort(), ["gateway.json", "owner-1"])
      for (const name of names) {
        assert.strictEqual((yield* fs.stat(`${directory}/gateway/${sandbox.ids.bot}/${name}`)).mode & 0o777, 0o600)
      }
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("do not connect without a log, and end all the same", () =>
    Effect.gen(function* () {
      const { directory, sandbox } = yield* newSandbox
      yield* blocked(`${directory}/gateway/${sandbox.ids.bot}/events`)
      const gateway = yield* start(sandbox, directory)
      yield* until(Effect.merge(gateway.log), (log) => "reason" in log && log.reason === "files")
      assert.deepStrictEqual((yield* sandbox.gateway).identifies, [])
      yield* gateway.stop
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  const DIRECTORY = { recursive: true } as const
  /** What makes the files of the bot unusable, and the path that the warning names. */
  const unusable = {
    "a file in place of the bot's directory": (own: string) => Effect.as(blocked(own), own),
    "a file in place of the log's directory": (own: string) => Effect.as(blocked(`${own}/events`), `${own}/events`),
    "a directory in place of a segment": (own: string) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) => {
        const path = `${own}/events/0123456789ab-000000000000001.jsonl`
        return Effect.as(fs.makeDirectory(path, DIRECTORY), path)
      }),
    "a directory in place of the session": (own: string) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) =>
        Effect.as(fs.makeDirectory(`${own}/gateway.json`, DIRECTORY), `${own}/gateway.json`)
      ),
    "a directory in place of the questions": (own: string) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) =>
        Effect.as(fs.makeDirectory(`${own}/asks.json`, DIRECTORY), `${own}/asks.json`)
      ),
    // Nobody can write there, not even root.
    "a directory that cannot be written": (own: string) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) =>
        Effect.as(
          Effect.zipRight(fs.makeDirectory(dirname(own), DIRECTORY), fs.symlink("/sys/effect-discord-mcp", own)),
          own
        )
      )
  }
  for (const [name, put] of Object.entries(unusable)) {
    it.effect(`warn of ${name} at most once a minute, ask clients to wait as long, and connect without it`, () => {
      const warnings: Array<{ readonly text: string; readonly atMs: number }> = []
      const logger = Logger.make<unknown, void>(({ date, message }) => {
        const text = [message].flat().join(" ")
        if (text.includes("cannot be used")) warnings.push({ text, atMs: date.getTime() })
      })
      return Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { directory, sandbox } = yield* newSandbox
        const own = `${directory}/gateway/${sandbox.ids.bot}`
        const path = yield* put(own)
        const gateway = yield* start(sandbox, directory)
        const reason = Effect.orDie(Effect.flip(gateway.log))
        const waits = ({ retry_after_ms }: { readonly retry_after_ms?: number }) => retry_after_ms === 60_000
        yield* until(reason, waits)
        yield* until(
          Effect.gen(function* () {
            assert.deepInclude(yield* reason, { reason: "files", retry_after_ms: 60_000 })
            yield* TestClock.adjust("2 seconds")
          }),
          () => warnings.length >= 3
        )
        for (const [at, { atMs, text }] of warnings.entries()) {
          assert.include(text, path)
          assert.include(text, "Let this user read and write them, and remove what is in their place.")
          assert.isAtLeast(atMs - (warnings[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY), 60_000)
        }
        assert.deepStrictEqual((yield* sandbox.gateway).identifies, [])
        yield* fs.remove(path, DIRECTORY)
        yield* until(Effect.zipRight(TestClock.adjust("2 seconds"), Effect.either(gateway.log)), Either.isRight)
        yield* gateway.connected
      }).pipe(Effect.scoped, Effect.locally(FiberRef.currentLoggers, HashSet.make(logger)), Effect.provide(nodeContext))
    })
  }

  it.effect("give interactions to readers with their tokens, which the log does not have", () =>
    Effect.gen(function* () {
      const { directory, sandbox } = yield* newSandbox
      const gateway = yield* start(sandbox, directory)
      yield* gateway.connected
      const first = yield* Effect.fork(Stream.runHead(gateway.interactions))
      yield* Effect.yieldNow()
      yield* sandbox.dispatch({
        t: "INTERACTION_CREATE",
        d: {
          id: "7",
          token: "secret-of-the-interaction",
          type: 3,
          channel_id: "5",
          user: { id: "6", username: "ann" },
          message: { id: "8" },
          data: { custom_id: "ask:1", component_type: 2 }
        }
      })
      const [event] = yield* gateway.logged(1, "interaction_create")
      assert.deepInclude(event, { custom_id: "ask:1", message_id: "8", author: { id: "6", name: "ann" } })
      assert.notInclude(JSON.stringify(event), "secret-of-the-interaction")
      const data = yield* Fiber.join(first)
      assert.include(JSON.stringify(data), "secret-of-the-interaction")
    }).pipe(Effect.scoped)
  )
})
