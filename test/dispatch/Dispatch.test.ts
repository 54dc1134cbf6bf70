import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber, FiberId, HashMap, Layer, Logger, Metric, Schema } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import * as KnownNames from "../../src/discord/KnownNames.ts"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import * as metrics from "../../src/telemetry/metrics.ts"
import { asked, call, overDiscord, Sandbox, served, settingsOf } from "./app.ts"

type Request = Discord["Type"]["request"]

/** The parts of a log line that these tests read. */
interface Line {
  readonly level: string
  readonly message: unknown
  readonly cause: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** Runs a test over a Discord with these responses. Returns the log too. */
const over = <A, E>(request: Request, test: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof overDiscord>>>) =>
  Effect.gen(function* () {
    const lines: Array<Line> = []
    const logger = Logger.make<unknown, void>(({ annotations, cause, logLevel, message }) => {
      lines.push({
        level: logLevel.label,
        message,
        cause: Cause.pretty(cause),
        annotations: Object.fromEntries(HashMap.toEntries(annotations))
      })
    })
    const app = overDiscord(
      Layer.succeed(Discord, { request, identified: Effect.void, names: KnownNames.make() }),
      yield* settingsOf()
    ).pipe(Layer.provideMerge(Logger.replace(Logger.defaultLogger, logger)))
    const context = yield* Layer.build(app)
    return [yield* Effect.provide(test, context), lines] as const
  }).pipe(Effect.scoped)

const count = (metric: typeof metrics.toolCalls, ...tags: ReadonlyArray<readonly [string, string]>) =>
  Effect.map(
    Metric.value(tags.reduce((tagged, [key, value]) => Metric.tagged(tagged, key, value), metric)),
    (state) => state.count
  )

const reply =
  (body: unknown): Request =>
  () =>
    Effect.succeed({ body, attempts: 1, alreadyApplied: false })

describe("an answer", () => {
  it.effect("is the complete value in both forms for a success", () =>
    Effect.gen(function* () {
      const [answer, lines] = yield* over(reply({ id: "1", username: "ada" }), call("users_get_current", {}))
      assert.deepStrictEqual(answer, {
        isError: false,
        structured: { id: "1", username: "ada" },
        text: '{"id":"1","username":"ada"}'
      })
      assert.deepStrictEqual(lines, [])
    })
  )

  it.effect("says that it is done for a success without a body", () =>
    Effect.gen(function* () {
      const request: Request = () => Effect.succeed({ body: undefined, attempts: 2, alreadyApplied: true })
      const settings = yield* settingsOf({ MCP_DRY_RUN: "false" })
      const where = { channel_id: "1248328050311954441", message_id: "1248328050311954441", __confirm: true }
      const context = yield* Layer.build(
        overDiscord(Layer.succeed(Discord, { request, identified: Effect.void, names: KnownNames.make() }), settings)
      )
      const answer = yield* Effect.provide(call("messages_delete", where), context)
      const structured = {
        done: true,
        deleted: true,
        already_applied: true,
        channel_id: where.channel_id,
        message_id: where.message_id,
        notice: "An earlier attempt of this call had already done it."
      }
      assert.deepStrictEqual(answer, { isError: false, structured, text: JSON.stringify(structured) })
    }).pipe(Effect.scoped)
  )

  it.effect("has the field value for a value that is not an object", () =>
    Effect.gen(function* () {
      const [answer] = yield* over(reply([1, 2]), call("users_get_current", { view: "full" }))
      assert.deepStrictEqual(answer, { isError: false, structured: { value: [1, 2] }, text: '{"value":[1,2]}' })
    })
  )

  it.effect("is the complete envelope in both forms for a failure", () =>
    Effect.gen(function* () {
      const limited = new Errors.DiscordRateLimitError({ retry_after_ms: 1500, scope: "user", sent: true, attempts: 3 })
      const [answer, lines] = yield* over(() => limited, call("users_get_current", {}))
      assert.deepStrictEqual(answer, {
        isError: true,
        structured: {
          code: "DISCORD_RATE_LIMITED",
          retriable: true,
          message: "Discord's user rate limit was hit.",
          recovery_hint: "Wait 1500 ms, then retry. For many items use one bulk tool instead of many calls.",
          category: "transient",
          retry_after_ms: 1500,
          scope: "user",
          sent: true,
          attempts: 3
        },
        text: [
          "Error DISCORD_RATE_LIMITED (transient, retriable): Discord's user rate limit was hit.",
          "Retry after ms: 1500",
          "Scope: user",
          "Sent: true",
          "Attempts: 3",
          "Recovery: Wait 1500 ms, then retry. For many items use one bulk tool instead of many calls."
        ].join("\n")
      })
      assert.deepStrictEqual(lines, [])
    })
  )

  it.effect("names the nearest tool for an unknown one", () =>
    Effect.gen(function* () {
      const [answer] = yield* over(reply({}), call("message_send", {}))
      assert.deepStrictEqual(answer.structured, {
        code: "TOOL_NOT_FOUND",
        retriable: false,
        message: 'There is no tool named "message_send".',
        recovery_hint: "Call messages_send instead, with its own arguments.",
        category: "validation",
        tool: "message_send",
        near: ["messages_send"]
      })
    })
  )

  it.effect("is short for an unknown tool with a long name", () =>
    Effect.gen(function* () {
      const name = `messages_sendd${"🦀".repeat(500_000)}`
      const [answer] = yield* over(reply({}), call(name, {}))
      assert.deepStrictEqual(
        [answer.structured.tool, answer.structured.message],
        [
          `messages_sendd${"🦀".repeat(25)}… [1000014 characters]`,
          `There is no tool named "messages_sendd${"🦀".repeat(25)}… [1000014 characters]".`
        ]
      )
      assert.isBelow(JSON.stringify(answer).length, 2000)
    })
  )

  it.effect("has the path in the call for Discord's issue with inner arguments", () =>
    Effect.gen(function* () {
      const refused = new Errors.ValidationError({
        validation_issues: [{ path: "embeds[0].title", message: "Too loud.", code: "LOUD" }]
      })
      const args = { channel_id: "1248328050311954441", embeds: [{ title: "AYE" }] }
      const pathOf = (tool: string, input: object) =>
        Effect.map(
          over(() => Effect.fail(refused), call(tool, input)),
          ([{ structured }]) => Object(structured.validation_issues)[0].path
        )
      assert.strictEqual(yield* pathOf("messages_send", args), "embeds[0].title")
      assert.strictEqual(yield* pathOf("mcp_tools_write", { tool: "messages_send", args }), "args.embeds[0].title")
    })
  )

  it.live("says why the transport did not read the arguments, for any tool", () =>
    Effect.gen(function* () {
      const issue = { path: "", message: "The arguments are nested more than 64 levels deep.", code: "too_deep" }
      const refusal = new Errors.ValidationError({ validation_issues: [issue] })
      const { isError, structured } = yield* call("unknown", refusal)
      assert.deepStrictEqual(
        [isError, structured.code, structured.validation_issues],
        [true, "VALIDATION_FAILED", [issue]]
      )
    }).pipe(served())
  )

  it.live("lists every problem of invalid arguments, and nothing is sent", () =>
    Effect.gen(function* () {
      const { structured } = yield* call("messages_read", { chanel_id: "x", limit: 0 })
      assert.deepStrictEqual(structured, {
        code: "VALIDATION_FAILED",
        retriable: false,
        message: "The input is not valid; nothing was sent.",
        recovery_hint:
          "Fix the arguments: chanel_id is not a field of this tool; did you mean channel_id?; channel_id is required; limit must be a whole number from 1 to 1000, is 0. Then call the tool again.",
        category: "validation",
        validation_issues: [
          {
            path: "chanel_id",
            fix: { rename: "channel_id" },
            message: "is not a field of this tool; did you mean channel_id?",
            code: "unknown_field"
          },
          { path: "channel_id", message: "is required", code: "required" },
          { path: "limit", message: "must be a whole number from 1 to 1000, is 0", code: "invalid" }
        ]
      })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )
})

describe("a defect", () => {
  /** Asserts that an answer is an incident, and returns its log line. */
  const incident = ([answer, lines]: readonly [CallResult, ReadonlyArray<Line>]) => {
    const id = String(answer.structured.incident_id)
    assert.match(id, /^[\da-f]{8}$/)
    assert.deepStrictEqual(answer.structured, {
      code: "INTERNAL_ERROR",
      retriable: false,
      message: "The server hit an internal error. This is a bug in the server, not in your call.",
      recovery_hint: `Do not retry. Report incident ${id} to the operator: the server's log has the details under this id.`,
      category: "internal",
      incident_id: id
    })
    assert.isTrue(answer.isError)
    assert.include(answer.text, `Incident id: ${id}`)
    assert.strictEqual(lines.length, 1)
    const [line] = lines
    assert.deepStrictEqual([line?.level, line?.annotations], ["ERROR", { tool: "users_get_current", incident_id: id }])
    return line
  }

  it.effect("is answered with an incident, and logged in full under its id", () =>
    Effect.gen(function* () {
      const outcome = yield* over(() => Effect.die(new TypeError("secret internals")), call("users_get_current", {}))
      assert.match(incident(outcome)?.cause ?? "", /TypeError: secret internals[\s\S]*Dispatch\.test\.ts/)
      assert.notInclude(JSON.stringify(outcome[0]), "internals")
      assert.notInclude(JSON.stringify(outcome[0]), ".ts")
    })
  )

  it.effect("thrown by a tool is answered with an incident", () =>
    Effect.gen(function* () {
      // Discord documents an object here, so the view throws.
      const outcome = yield* over(reply(null), call("users_get_current", {}))
      assert.match(incident(outcome)?.cause ?? "", /TypeError/)
    })
  )

  it.effect("in a value that cannot be serialized is answered with an incident", () =>
    Effect.gen(function* () {
      const outcome = yield* over(reply({ id: 1n }), call("users_get_current", { view: "full" }))
      assert.match(incident(outcome)?.cause ?? "", /BigInt/)
    })
  )

  it.effect("beside an interruption is answered with an incident", () =>
    Effect.gen(function* () {
      const both = Effect.failCause(Cause.parallel(Cause.interrupt(FiberId.none), Cause.die("broken")))
      const outcome = yield* over(() => both, call("users_get_current", {}))
      assert.match(incident(outcome)?.cause ?? "", /broken/)
    })
  )
})

describe("an interruption", () => {
  it.effect("inside the call is answered as cancelled", () =>
    Effect.gen(function* () {
      const [answer, lines] = yield* over(() => Effect.interrupt, call("users_get_current", {}))
      assert.deepStrictEqual(answer.structured, {
        code: "CANCELLED",
        retriable: false,
        message: "The call was cancelled.",
        recovery_hint: "Call again if the result is still needed.",
        category: "business"
      })
      assert.deepStrictEqual(lines, [])
    })
  )

  it.effect("ends the call without an answer", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const request: Request = () => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
      const [exit] = yield* over(
        request,
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(call("users_get_current", {}))
          yield* Deferred.await(asked)
          return yield* Fiber.interrupt(fiber)
        })
      )
      assert.isTrue(exit._tag === "Failure" && Cause.isInterruptedOnly(exit.cause))
    })
  )
})

describe("metrics", () => {
  it.effect("count every call, failed ones by code, cancelled ones separately", () =>
    Effect.gen(function* () {
      const tool = ["tool", "guild_get"] as const
      const read = Effect.all({
        calls: count(metrics.toolCalls, tool),
        invalid: count(
          metrics.toolErrors,
          tool,
          ["error_code", "VALIDATION_FAILED"],
          ["error_kind", "tool_runtime_bad_input_value"]
        ),
        bugs: count(metrics.toolErrors, tool, ["error_code", "INTERNAL_ERROR"], ["error_kind", "tool_runtime_fatal"]),
        cancelled: count(metrics.toolCancelled, tool),
        timed: Effect.map(
          Metric.value(Metric.tagged(metrics.toolDuration, "tool", "guild_get")),
          (state) => state.count
        )
      })
      const input = { guild_id: "1248328050278400001", view: "full" }
      const before = yield* read
      yield* over(reply({ id: "1" }), call("guild_get", input))
      yield* over(reply({ id: "1" }), call("guild_get", { view: "full" }))
      yield* over(() => Effect.die("broken"), call("guild_get", input))
      const asked = yield* Deferred.make<void>()
      yield* over(
        () => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never),
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(call("guild_get", input))
          yield* Deferred.await(asked)
          yield* Fiber.interrupt(fiber)
        })
      )
      const after = yield* read
      assert.deepStrictEqual(
        Object.entries(after).map(([name, value]) => [name, value - Object(before)[name]]),
        [
          ["calls", 4],
          ["invalid", 1],
          ["bugs", 1],
          ["cancelled", 1],
          ["timed", 3]
        ]
      )
    })
  )

  it.effect("have one name for all unknown tools", () =>
    Effect.gen(function* () {
      const unknown = count(
        metrics.toolErrors,
        ["tool", "unknown"],
        ["error_code", "TOOL_NOT_FOUND"],
        ["error_kind", "tool_runtime_bad_input_value"]
      )
      const before = yield* unknown
      yield* over(reply({}), Effect.zipRight(call("nothing", {}), call("constructor", {})))
      assert.strictEqual((yield* unknown) - before, 2)
    })
  )
})

describe("run", () => {
  it.live("fails with the typed error, for callers in this process", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const dispatch = yield* Dispatch
      const failure = yield* Effect.flip(
        dispatch.run("messages_get", {
          channel_id: ids.channels.general,
          message_id: "1248328050999999999"
        })
      )
      assert.instanceOf(failure, Errors.DiscordNotFoundError)
      assert.deepStrictEqual(yield* Schema.encode(DiscordMcpError)(failure), {
        _tag: "DiscordNotFoundError",
        resource: "message",
        id: "1248328050999999999",
        upstream: { status: 404, discord_code: 10008, method: "GET", route: "/channels/:id/messages/:id" },
        attempts: 1,
        reason: "unknown_message",
        recovery: "Take the message_id from messages_read {channel_id}, and the channel_id of the same message.",
        suggested_tool: "messages_read"
      })
    }).pipe(served())
  )
})
