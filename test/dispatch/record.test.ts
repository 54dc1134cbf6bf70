import { existsSync } from "node:fs"
import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import * as KnownNames from "../../src/discord/KnownNames.ts"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { findings, place, quiet, recordsIn, textAt } from "../audit/log.ts"
import { asked, call, codeOf, type Environment, overDiscord, Sandbox, served, settingsOf } from "./app.ts"

type Request = Discord["Type"]["request"]

const GENERAL = "1248328050311954441"
const send = { channel_id: GENERAL, content: "hello" }
const remove = { channel_id: GENERAL, message_id: "1248328050999999999" }

/** Discord's response with a message. */
const message = {
  id: "1248328050999999999",
  channel_id: GENERAL,
  author: { id: GENERAL, username: "bot" },
  attachments: [],
  embeds: []
}

const done: Request = () => Effect.succeed({ body: message, attempts: 2, alreadyApplied: false })

/** A server over a Discord with these responses, with its audit log in a file. */
const over = Effect.fnUntraced(function* (request: Request, file: string, environment: Environment = {}) {
  const settings = yield* settingsOf({ MCP_AUDIT_FILE: file, MCP_DRY_RUN: "false", ...environment })
  return yield* Layer.build(
    overDiscord(Layer.succeed(Discord, { request, identified: Effect.void, names: KnownNames.make() }), settings)
  )
})

/** The records, one text each. */
const recorded = (file: string) =>
  Effect.map(recordsIn(file), (all) =>
    all.map((record) =>
      record.kind === "ended"
        ? `${record.tool} ${record.risk} ${record.outcome}${record.attempts === undefined ? "" : ` after ${record.attempts}`}`
        : record.kind === "intended"
          ? `${record.tool} ${record.risk}`
          : record.kind
    )
  )

layer(quiet)("the audit record of a call", (it) => {
  it.scoped("is on disk before anything is sent, and has the outcome at the end", () =>
    Effect.gen(function* () {
      const file = yield* place
      const found: Array<string> = []
      const request: Request = (asked) => {
        found.push(textAt(file))
        return done(asked)
      }
      const server = yield* over(request, file)
      yield* call("messages_send", send).pipe(
        Effect.provideService(Caller, { client: "test", requestId: "9" }),
        Effect.provide(server)
      )
      assert.strictEqual(found.length, 1)
      const [, intended = ""] = found[0]?.split("\n") ?? []
      assert.deepInclude(JSON.parse(intended), {
        kind: "intended",
        request_id: "9",
        client: "test",
        tool: "messages_send",
        risk: "write",
        ids: [{ kind: "channel", id: GENERAL }]
      })
      assert.deepInclude(JSON.parse(intended).arguments, send)
      assert.deepStrictEqual(yield* recorded(file), ["messages_send write", "messages_send write OK after 2"])
    })
  )

  it.scoped("does not exist for reads and for unknown tools", () =>
    Effect.gen(function* () {
      const file = yield* place
      const server = yield* over(done, file)
      yield* call("users_get_current", {}).pipe(Effect.provide(server))
      yield* call("messages_send", { channel_id: "x" }).pipe(Effect.provide(server))
      yield* call("message_send", send).pipe(Effect.provide(server))
      assert.isFalse(existsSync(file.replace("/audit.log", "")))
    })
  )

  const refusals: ReadonlyArray<readonly [environment: Environment, code: string, input?: object]> = [
    [{ MCP_EXCLUDE_TOOLS: "messages_delete" }, "SCOPE_REJECTED"],
    [{ MCP_READ_ONLY: "true" }, "SCOPE_REJECTED"],
    [{ ALLOWED_GUILDS: "1248328050278400001" }, "GUILD_NOT_ALLOWED"],
    [{ MCP_DRY_RUN: "true" }, "DRY_RUN_PREVIEW"],
    [{}, "DRY_RUN_PREVIEW"],
    [{}, "VALIDATION_FAILED", { ...remove, __confirm: "no such token" }]
  ]
  for (const [environment, code, input = remove] of refusals) {
    it.scoped(`exists for what the gate rejects: ${JSON.stringify(environment)} ${code}`, () =>
      Effect.gen(function* () {
        const file = yield* place
        const notFound: Request = () =>
          new Errors.DiscordNotFoundError({
            resource: "channel",
            upstream: { status: 404, method: "GET", route: "/channels/:id" }
          })
        const server = yield* over(notFound, file, environment)
        const answer = yield* call("messages_delete", input).pipe(Effect.provide(server))
        assert.strictEqual(codeOf(answer), code)
        assert.deepStrictEqual(yield* recorded(file), [
          "messages_delete destructive",
          `messages_delete destructive ${code}`
        ])
        assert.notInclude(textAt(file), "no such token")
      })
    )
  }

  it.scoped("has the code of Discord's rejection, and whether the outcome is unknown", () =>
    Effect.gen(function* () {
      const file = yield* place
      const limited = new Errors.DiscordRateLimitError({ retry_after_ms: 1500, scope: "user", sent: true, attempts: 3 })
      const server = yield* over(() => limited, file)
      yield* call("messages_send", send).pipe(Effect.provide(server))
      assert.deepStrictEqual(yield* recorded(file), [
        "messages_send write",
        "messages_send write DISCORD_RATE_LIMITED after 3"
      ])
    })
  )

  it.scoped("has an end if the call fails, by failure, defect or internal interruption", () =>
    Effect.gen(function* () {
      const file = yield* place
      for (const ending of [Effect.die("broken"), Effect.interrupt, Effect.failCause(Cause.die(new TypeError("x")))]) {
        const server = yield* over(() => ending, file)
        yield* call("messages_send", send).pipe(Effect.provide(server), Effect.exit)
        // Each server has its own log, named by its start time.
        yield* TestClock.adjust(1)
      }
      assert.deepStrictEqual(
        (yield* recorded(file)).filter((_, at) => at % 2 === 1),
        ["messages_send write INTERNAL_ERROR", "messages_send write CANCELLED", "messages_send write INTERNAL_ERROR"]
      )
    })
  )

  it.scoped("has an end if the call is cancelled during the request", () =>
    Effect.gen(function* () {
      const file = yield* place
      const asked = yield* Deferred.make<void>()
      const server = yield* over(() => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never), file)
      const fiber = yield* Effect.fork(call("messages_send", send).pipe(Effect.provide(server)))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* recorded(file), ["messages_send write", "messages_send write CANCELLED"])
      assert.deepInclude(yield* findings(file), { faults: [], unended: 0 })
    })
  )

  it.scoped("names the tool itself, also through a dispatcher", () =>
    Effect.gen(function* () {
      const file = yield* place
      const server = yield* over(done, file)
      const answer = yield* call("mcp_tools_write", { tool: "messages_send", args: send }).pipe(Effect.provide(server))
      assert.strictEqual(codeOf(answer), "ok")
      assert.deepStrictEqual(yield* recorded(file), ["messages_send write", "messages_send write OK after 2"])
    })
  )

  it.scoped("if it is required and cannot be written, prevents the change and names the operator", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* fs.writeFileString(file.replace("/audit.log", ""), "in the way")
      const sent: Array<string> = []
      const request: Request = (asked) => {
        sent.push(asked.route)
        return done(asked)
      }
      const server = yield* over(request, file, { MCP_AUDIT_REQUIRED: "true" })
      const { structured } = yield* call("messages_send", send).pipe(Effect.provide(server))
      assert.deepStrictEqual(structured, {
        code: "SCOPE_REJECTED",
        retriable: false,
        message:
          "The operator's settings do not allow messages_send: it needs an audit record; granted: none: the audit log cannot be written.",
        recovery_hint:
          "Tell the operator that the audit log cannot be written; the server's log says why. Reads still work. Do not retry changes until the operator has fixed it.",
        category: "permission",
        tool: "messages_send",
        required: "an audit record",
        granted: "none: the audit log cannot be written"
      })
      assert.deepStrictEqual(sent, [])
      assert.strictEqual(codeOf(yield* call("users_get_current", {}).pipe(Effect.provide(server))), "ok")
      const lenient = yield* over(request, file)
      assert.strictEqual(codeOf(yield* call("messages_send", send).pipe(Effect.provide(lenient))), "ok")
    })
  )

  it.scoped("has no secret and no file", () =>
    Effect.gen(function* () {
      const file = yield* place
      const server = yield* over(done, file)
      const token = `w${"ebhook-Token_".repeat(5)}`
      const guild_id = "1248328050278400001"
      const calls = [
        ["webhooks_execute", { webhook_id: GENERAL, token, content: `not so secret: ${token}` }],
        ["webhooks_delete_with_token", { webhook_id: GENERAL, token, __confirm: "a-confirmation" }],
        ["members_add", { guild_id, user_id: GENERAL, access_token: "an-access-token" }],
        ["lobbies_create_or_join", { secret: "open sesame" }],
        ["messages_send", { ...send, files: [{ base64: "c2VjcmV0IGZpbGU=", name: "a.txt" }] }]
      ] as const
      for (const [tool, input] of calls) yield* call(tool, input).pipe(Effect.provide(server))
      assert.strictEqual((yield* recordsIn(file)).length, calls.length * 2)
      const text = textAt(file)
      for (const secret of [token, "a-confirmation", "an-access-token", "open sesame", "c2VjcmV0IGZpbGU="]) {
        assert.notInclude(text, secret)
      }
    })
  )
})

layer(quiet, { excludeTestServices: true })("over HTTP", (it) => {
  it.scoped("a plan is recorded, and each of its steps that may change Discord", () =>
    Effect.gen(function* () {
      const file = yield* place
      yield* Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { general } = ids.channels
        const answer = yield* call("mcp_pipeline", {
          steps: [
            { id: "look", tool: "channels_get", args: { channel_id: general } },
            { id: "say", tool: "messages_send", args: { channel_id: general, content: "one" } },
            { id: "again", tool: "messages_send", args: { channel_id: general, content: "two" } }
          ]
        })
        assert.strictEqual(codeOf(answer), "ok", JSON.stringify(answer.structured))
        assert.include(yield* asked, `POST /channels/${general}/messages`)
      }).pipe(served({ MCP_AUDIT_FILE: file }))
      assert.deepStrictEqual(yield* recorded(file), [
        "mcp_pipeline write",
        "messages_send write",
        "messages_send write OK after 1",
        "messages_send write",
        "messages_send write OK after 1",
        "mcp_pipeline write OK"
      ])
    })
  )
})
