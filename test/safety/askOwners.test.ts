/** Clients without authentication that share the state directory: whose questions and approvals are whose. */
// Each process has its own layers and ends with its scope.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { call as callTool, overDiscord, settingsOf } from "../dispatch/app.ts"
import { until } from "../live/connection/connecting.ts"
import { post, start } from "../live/live.ts"
import { nodeContext } from "../nodeContext.ts"
import { someOf } from "../turns.ts"
import { outcomeOf } from "./gateServer.ts"

const limits = Object.fromEntries(
  [
    ...["POST /channels/:id/messages", "PATCH /channels/:id/messages/:id", "DELETE /channels/:id/messages/:id"],
    ...["GET /channels/:id", "GET /guilds/:id/roles", "GET /channels/:id/messages/:id", "GET /guilds/:id"]
  ].map((operation) => [operation, { limit: 1000, windowMs: 1 }])
)

/** A client over stdio: the name that it reports, the directory that it runs in, and the process of its server. */
interface Program {
  readonly client: string
  readonly workingDirectory: string
  readonly pid: number
}

const OWN: Program = { client: "editor", workingDirectory: "/project", pid: 1001 }

/** A sandbox, messages to delete, and the processes of one state directory. */
const setUp = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  const sandbox = yield* Sandbox.make({ limits, globalPerSecond: 10_000 })
  const { bot, channels, members } = sandbox.ids
  const settings = yield* settingsOf({
    DISCORD_API_URL: sandbox.url,
    MCP_GLOBAL_REQUESTS_PER_SECOND: "10000",
    MCP_DRY_RUN: "false",
    MCP_GATEWAY: "true",
    MCP_CONFIRM: "discord",
    MCP_APPROVERS: members.chiara,
    MCP_APPROVAL_CHANNEL: channels.support,
    MCP_APPROVAL_WAIT_MS: "0"
  })
  const targets = yield* Effect.forEach(["first", "second"], (text) => post(sandbox, channels.general, text))

  /** Starts a process, which may wait for the connection of another one. */
  const process = Effect.fnUntraced(function* ({ client, ...own }: Program) {
    const { approvalChannel, approvers } = settings
    const gateway = yield* start(sandbox, directory, { approvers, approvalChannel, ...own })
    const transport = RestTransport.layer({
      apiUrl: sandbox.url,
      token: Redacted.make(sandbox.token),
      userAgent: "test"
    })
    const context = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), settings)).pipe(
      Effect.provide(coreServices(gateway))
    )
    const run = (tool: string, input: object): Effect.Effect<CallResult> =>
      callTool(tool, input).pipe(Effect.provide(context), Effect.provideService(Caller, { client }))
    return {
      ...gateway,
      /** Completes when this process has the connection. */
      takesOver: until(
        Effect.zipRight(TestClock.adjust("5 seconds"), gateway.status),
        ({ unavailable }) => unavailable === undefined
      ),
      run,
      remove: (target: number, more: object = {}) =>
        run("messages_delete", { channel_id: channels.general, message_id: targets[target], ...more })
    }
  })

  let acts = 0
  /** Lets an approver click in the newest message of a channel. */
  const click = Effect.fnUntraced(function* (channel_id: string, label: string) {
    const [newest] = yield* sandbox.messages(channel_id)
    yield* sandbox.people({ as: members.chiara, click: { channel_id, message_id: newest?.id ?? "", label } })
    const all = yield* sandbox.awaitActs(++acts)
    assert.strictEqual(all.at(-1)?.answer?.type, 7)
  })

  /** Asks for two approvals and two questions. One of each kind is answered. Returns their ids. */
  const askAll = Effect.fnUntraced(function* ({ remove, run }: Effect.Effect.Success<ReturnType<typeof process>>) {
    const answerOf = Effect.fnUntraced(function* (question: string, label?: string) {
      const before = (yield* sandbox.messages(channels.general)).length
      const options = [{ label: "Yes" }, { label: "No" }]
      const input = { channel_id: channels.general, question, options, timeout_seconds: 1 }
      const waiting = yield* Effect.fork(run("messages_ask", input))
      yield* until(sandbox.messages(channels.general), (all) => all.length > before)
      if (label !== undefined) yield* click(channels.general, label)
      yield* until(Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(waiting)), Option.isSome)
      return idOf(yield* Fiber.join(waiting))
    })
    const idOf = ({ structured }: CallResult) => String(structured.ask_id)
    const approved = idOf(yield* remove(0))
    yield* click(channels.support, "Approve")
    const answered = yield* answerOf("Now?", "Yes")
    const open = yield* answerOf("And then?")
    return { approved, waiting: idOf(yield* remove(1)), answered, open }
  })

  const deleted = Effect.map(
    sandbox.requests,
    (all) => all.filter(({ method, path }) => method === "DELETE" && path.includes("/messages/")).length
  )
  return { askAll, click, channels, deleted, file: `${directory}/gateway/${bot}/asks.json`, process, sandbox }
}).pipe(Effect.provide(nodeContext))

const idsIn = ({ structured }: CallResult) => Object(structured).items.map((item: unknown) => Object(item).ask_id)

/** Other clients than `OWN`. `beside`: it runs already when `OWN` asks. */
const strangers: Readonly<Record<string, Program & { readonly beside: boolean }>> = {
  "another program that ran already": { ...OWN, client: "chat", pid: 1002, beside: true },
  "the same program that ran already": { ...OWN, pid: 1002, beside: true },
  "another program that starts later": { ...OWN, client: "chat", pid: 1002, beside: false },
  "a program whose name differs by case": { ...OWN, client: "Editor", pid: 1002, beside: false },
  "a program without a name": { ...OWN, client: "", pid: 1002, beside: false },
  "the same program in another directory, later": { ...OWN, workingDirectory: "/other", pid: 1002, beside: false }
}

describe("a client without authentication that takes the connection over", () => {
  for (const [who, { beside, ...program }] of someOf(Object.entries(strangers), 2, 1)) {
    it.effect(`cannot use, find or take back what another one has asked: ${who}`, () =>
      Effect.gen(function* () {
        const { askAll, deleted, process } = yield* setUp
        const own = yield* process(OWN)
        yield* own.connected
        const early = beside ? yield* process(program) : undefined
        yield* TestClock.adjust("1 minute")
        const ids = yield* askAll(own)
        yield* own.stop
        const other = early ?? (yield* process(program))
        yield* other.takesOver
        for (const ask_id of Object.values(ids)) {
          for (const tool of ["asks_get", "asks_cancel"]) {
            const { structured } = yield* other.run(tool, { ask_id })
            assert.deepInclude(structured, { code: "VALIDATION_FAILED", reason: "unknown_ask" })
          }
          const paged = yield* other.run("asks_list", { cursor: ask_id })
          assert.deepInclude(paged.structured, { reason: "unknown_ask" })
        }
        assert.deepStrictEqual(idsIn(yield* other.run("asks_list", {})), [])
        assert.strictEqual(outcomeOf(yield* other.remove(0, { __confirm: ids.approved })), "approval_unknown")
        assert.strictEqual(outcomeOf(yield* other.remove(1, { __confirm: ids.waiting })), "approval_unknown")
        for (const target of [0, 1]) {
          // It is asked about again.
          const { structured } = yield* other.remove(target)
          assert.deepInclude(structured, { code: "CONFIRMATION_PENDING" })
          assert.notInclude(Object.values(ids), structured.ask_id)
        }
        assert.strictEqual(yield* deleted, 0)
        // The one that asked finds all of it again.
        yield* other.stop
        const again = yield* process(OWN)
        yield* again.takesOver
        assert.includeMembers(idsIn(yield* again.run("asks_list", {})), Object.values(ids))
        assert.strictEqual(outcomeOf(yield* again.remove(0)), "ran")
        assert.strictEqual(yield* deleted, 1)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("finds, uses and takes back its own after a restart, also beside another one that has it meanwhile", () =>
    Effect.gen(function* () {
      const { askAll, channels, click, deleted, process } = yield* setUp
      const own = yield* process(OWN)
      yield* own.connected
      const { answered, approved, open, waiting } = yield* askAll(own)
      yield* own.stop
      const other = yield* process({ ...OWN, client: "chat", pid: 1002 })
      yield* other.takesOver
      const again = yield* process({ ...OWN, pid: 1003 })
      yield* click(channels.support, "Approve")
      yield* other.stop
      yield* again.takesOver
      assert.deepStrictEqual(idsIn(yield* again.run("asks_list", {})), [waiting, open, answered, approved])
      const get = (ask_id: string) => Effect.map(again.run("asks_get", { ask_id }), ({ structured }) => structured)
      assert.deepInclude(yield* get(answered), { status: "answered" })
      assert.deepInclude((yield* again.run("asks_cancel", { ask_id: open })).structured, { status: "cancelled" })
      assert.strictEqual(outcomeOf(yield* again.remove(0)), "ran")
      assert.strictEqual(outcomeOf(yield* again.remove(0, { __confirm: approved })), "approval_used")
      assert.strictEqual(outcomeOf(yield* again.remove(1, { __confirm: waiting })), "ran")
      assert.strictEqual(yield* deleted, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("has nothing of a file that does not say who asked: it expires, and its messages show that", () =>
    Effect.gen(function* () {
      const { askAll, channels, deleted, file, process, sandbox } = yield* setUp
      const fs = yield* FileSystem.FileSystem
      const own = yield* process(OWN)
      yield* own.connected
      const { approved, waiting } = yield* askAll(own)
      yield* own.stop
      const text = yield* fs.readFileString(file)
      yield* fs.writeFileString(file, text.replace(/"(program|process)":"[^"]*",/g, ""))
      const again = yield* process(OWN)
      yield* again.takesOver
      assert.deepStrictEqual(idsIn(yield* again.run("asks_list", {})), [])
      for (const [target, __confirm] of [approved, waiting].entries()) {
        assert.strictEqual(outcomeOf(yield* again.remove(target, { __confirm })), "approval_unknown")
      }
      yield* until(Effect.zipRight(TestClock.adjust("5 seconds"), sandbox.messages(channels.support)), (all) =>
        JSON.stringify(all).includes('"label":"Expired"')
      )
      assert.strictEqual(yield* deleted, 0)
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )
})
