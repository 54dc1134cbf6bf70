import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Predicate, Schedule } from "effect"
import type { WaitRequest } from "../../src/live/waiting.ts"
import { ask, isPrivate, lineReader, placeOf } from "../../src/live/waitSocket.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { quiet } from "../audit/log.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { isDeep, turn } from "../turns.ts"
import { minutesPass } from "../whileTimePasses.ts"
import { until } from "./connection/connecting.ts"
import { startOwner } from "./owner.ts"
import { CHANNEL, messageEvent } from "./sampleEvents.ts"

const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const waiting = (input: Readonly<Record<string, unknown>>): WaitRequest => ({ ask: "wait", input })

/** Asks as soon as somebody listens. */
const askAt = (directory: string, request: WaitRequest = { ask: "cursor" }) => Effect.orDie(tryAt(directory, request))

const tryAt = (directory: string, request: WaitRequest) =>
  Effect.retry(Effect.zipLeft(ask(placeOf(directory).path, request), turn), {
    while: ({ _tag }) => _tag === "NobodyListens",
    schedule: Schedule.recurs(10_000)
  })

/** Waits until the owner of a directory listens. */
const listens = (directory: string) =>
  until(Effect.isSuccess(ask(placeOf(directory).path, { ask: "cursor" })), (now) => now)

/** Sends a text as it is, and returns the first line of the answer. */
const send = Effect.fnUntraced(
  function* (directory: string, text: string) {
    const socket = yield* NodeSocket.makeNet({ path: placeOf(directory).path })
    const write = yield* socket.writer
    const line = yield* Deferred.make<string>()
    const reading = socket.run(lineReader(1_000_000, line), {
      onOpen: Effect.ignore(Effect.suspend(() => write(text)))
    })
    yield* Effect.raceFirst(Deferred.await(line), Effect.ignore(reading))
    return Object(JSON.parse(yield* Deferred.await(line)))
  },
  Effect.scoped,
  Effect.orDie
)

const modeOf = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.map(fs.stat(path), ({ mode }) => mode & 0o777))

layer(Layer.mergeAll(SandboxModule.layer(roomy), nodeContext, quiet), { excludeTestServices: true })(
  "the socket of the command wait",
  (it) => {
    it.scoped("answers with events of the same filter as the tool, and without texts", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const { ids } = yield* Sandbox
        const owner = yield* startOwner(directory, { environment: { ALLOWED_GUILDS: ids.guild } })
        const answer = yield* askAt(directory)
        assert.deepStrictEqual(answer, { cursor: yield* owner.cursor })
        const after = yield* owner.cursor
        const woken = yield* Effect.fork(
          askAt(directory, waiting({ after, channel_id: ids.channels.general, contains: "TIDE" }))
        )
        const here = { guild_id: ids.guild, channel_id: ids.channels.general }
        yield* owner.log.append([
          messageEvent(1, { ...here, content: "the tide is out", guild_id: ids.otherGuild }),
          messageEvent(2, { ...here, content: "nothing" }),
          messageEvent(3, { ...here, content: "the tide is out" })
        ])
        const { events, nextCursor } = yield* owner.log.read({ limit: 1 })
        assert.deepStrictEqual(yield* woken, {
          notice: {
            count: 1,
            cursor: nextCursor,
            events: [
              {
                event_id: events[0]?.eventId ?? "",
                type: "message_create",
                channel: { id: ids.channels.general, name: "general" },
                author: { id: "1248328050337120272", name: "Zoë" },
                guild_id: ids.guild
              }
            ]
          }
        })
      })
    )

    it.scoped("wakes each of many that wait by its own event", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const owner = yield* startOwner(directory)
        const after = yield* owner.cursor
        yield* listens(directory)
        const channels = Array.from({ length: isDeep ? 200 : 50 }, (_, index) =>
          String(BigInt(CHANNEL) + BigInt(index))
        )
        const all = yield* Effect.fork(
          Effect.forEach(channels, (channel_id) => askAt(directory, waiting({ after, channel_id })), {
            concurrency: "unbounded"
          })
        )
        yield* owner.log.append(channels.map((channel_id, index) => messageEvent(index, { channel_id })).toReversed())
        const answers = yield* all
        assert.deepStrictEqual(
          answers.map((answer) =>
            "notice" in answer ? answer.notice.events.map(({ channel }) => channel?.id) : answer
          ),
          channels.map((channel) => [channel])
        )
      })
    )

    it.scoped("names every problem of a request", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        yield* startOwner(directory)
        yield* listens(directory)
        const issuesTo = (text: string) =>
          Effect.map(send(directory, text), ({ problem }) => {
            assert.strictEqual(problem.code, "VALIDATION_FAILED")
            const issues: ReadonlyArray<unknown> = problem.validation_issues
            return issues.filter(Predicate.isReadonlyRecord).map((issue) => String(issue.path))
          })
        for (const text of [
          "\n",
          "{\n",
          "[]\n",
          '"cursor"\n',
          '{"ask":"everything"}\n',
          '{"ask":"cursor","input":{}}\n'
        ]) {
          assert.isNotEmpty(yield* issuesTo(text), text)
        }
        assert.deepStrictEqual(yield* issuesTo('{"ask":"wait","input":[],"more":1}\n'), ["more", "input"])
        const wrong = { channel_id: "general", types: ["message"], timeout_seconds: -1, text: "yes" }
        assert.sameMembers(yield* issuesTo(`${JSON.stringify(waiting(wrong))}\n`), [
          "channel_id",
          "types[0]",
          "timeout_seconds",
          "text"
        ])
        assert.deepStrictEqual(yield* issuesTo("x".repeat(20_000)), [""])
        assert.deepStrictEqual(yield* issuesTo(`{"ask":"cursor"}${" ".repeat(20_000)}\n`), [""])
        assert.deepStrictEqual(yield* issuesTo(`"${"🐚".repeat(8190)}"\n`), [""])
      })
    )

    it.scoped("refuses more questions than its limit, and takes them again when others have left", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const owner = yield* startOwner(directory, { questionsMax: 3 })
        const after = yield* owner.cursor
        yield* listens(directory)
        const some = yield* Effect.forEach([1, 2, 3], () => Effect.fork(askAt(directory, waiting({ after }))))
        const code = Effect.map(askAt(directory), (answer) => ("problem" in answer ? answer.problem.code : "none"))
        yield* until(code, (one) => one === "TOO_MANY_WAITING")
        for (const one of some) yield* Fiber.interrupt(one)
        yield* until(code, (one) => one === "none")
      })
    )

    it.scoped("is only for its user, and replaces the file of a process that has died", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = `${yield* temporary}/bot`
        yield* fs.makeDirectory(directory, { mode: 0o755 })
        yield* fs.writeFileString(`${directory}/wait.sock`, "of a process that has died")
        const owner = yield* startOwner(directory)
        yield* listens(directory)
        assert.deepStrictEqual([yield* modeOf(directory), yield* modeOf(`${directory}/wait.sock`)], [0o700, 0o600])
        yield* owner.stop
        assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
      })
    )

    it.scoped("tells those that wait that the owner has lost the connection, and listens when it owns it again", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const owner = yield* startOwner(directory, { questionsMax: 2 })
        const after = yield* owner.cursor
        yield* listens(directory)
        const lost = yield* Effect.fork(Effect.flip(tryAt(directory, waiting({ after }))))
        const isFull = Effect.map(Effect.zipRight(turn, send(directory, "{}\n")), ({ problem }) => problem.code)
        const other = yield* Effect.fork(Effect.flip(tryAt(directory, waiting({ after }))))
        yield* until(isFull, (code) => code === "TOO_MANY_WAITING")
        const isListening = Effect.isSuccess(ask(placeOf(directory).path, { ask: "cursor" }))
        yield* owner.own(false)
        assert.deepStrictEqual([(yield* lost)._tag, (yield* other)._tag], ["OwnerLost", "OwnerLost"])
        yield* until(isListening, (now) => !now)
        yield* owner.own(true)
        yield* listens(directory)
      })
    )

    it.scoped("stays that of the process that follows when the one before ends", () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const first = yield* startOwner(directory)
        yield* listens(directory)
        const second = yield* startOwner(directory)
        const cursor = yield* second.cursor
        yield* until(askAt(directory), (answer) => "cursor" in answer && answer.cursor === cursor)
        yield* first.stop
        assert.deepStrictEqual(yield* askAt(directory), { cursor })
      })
    )

    it.scoped("has a short path in place of one that is too long, in a directory of this user", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = `${yield* temporary}/${"long/".repeat(30)}bot`
        const place = placeOf(directory)
        yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(place.directory ?? "", { recursive: true })))
        yield* fs.makeDirectory(directory, { recursive: true })
        const owner = yield* startOwner(directory)
        yield* listens(directory)
        assert.isBelow(Buffer.byteLength(place.path), 104)
        assert.notInclude(place.path, directory)
        assert.isTrue(yield* isPrivate(place, directory))
        yield* owner.stop
        yield* fs.chmod(place.directory ?? "", 0o777)
        assert.isFalse(yield* isPrivate(place, directory))
        yield* fs.remove(place.directory ?? "", { recursive: true })
        yield* fs.symlink(directory, place.directory ?? "")
        assert.isFalse(yield* isPrivate(place, directory))
      })
    )

    it("has a separate path for each bot, that its system takes", () => {
      const short = "/home/ann/.local/state/effect-discord-mcp/gateway/1248328050337120271"
      assert.deepStrictEqual(placeOf(short, "linux"), { path: `${short}/wait.sock`, directory: short })
      for (const directory of [short, `/${"ü".repeat(60)}/1`, `/${"x".repeat(500)}/2`]) {
        for (const system of ["linux", "darwin"]) {
          assert.isAtMost(Buffer.byteLength(placeOf(directory, system).path), 100)
        }
        assert.match(placeOf(directory, "win32").path, /^\\\\\.\\pipe\\effect-discord-mcp-[\w-]{16}$/)
      }
      assert.notStrictEqual(placeOf(`${short}1`, "win32").path, placeOf(short, "win32").path)
    })
  }
)

layer(Layer.mergeAll(SandboxModule.layer(roomy), nodeContext, quiet))("a question without an end", (it) => {
  it.scoped("has 5 seconds, and can be asked again", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      yield* startOwner(directory)
      yield* listens(directory)
      const answer = yield* Effect.fork(send(directory, '{"ask":'))
      yield* Effect.forkScoped(minutesPass)
      const { problem } = yield* answer
      assert.strictEqual(problem.validation_issues[0].message, "the request was not sent in 5 seconds")
      assert.isTrue(problem.retriable)
    })
  )
})
