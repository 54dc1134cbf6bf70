import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import { bulkheadInFlight } from "../../src/telemetry/metrics.ts"
import { shown } from "../discord/metric.ts"
import { asked, call, Sandbox, served } from "../dispatch/app.ts"
import { client, plan, reading, run, said, saying, statuses } from "./mcpClient.ts"

const me = { id: "me", tool: "users_get_current" }

describe("a plan", () => {
  it.live("runs its steps in series and passes results with their type", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const { isError, report, steps } = yield* run({
        steps: [
          yield* reading,
          { id: "back", tool: "messages_get", args: { channel_id: general, message_id: "{{find.items[1].id}}" } },
          { id: "as_many", tool: "messages_read", args: { channel_id: general, limit: "{{find.items.length}}" } },
          yield* saying("say", "{{as_many.items.length}} read, the second: {{back.content}}"),
          {
            id: "reply",
            tool: "messages_send",
            args: { channel_id: "{{say.channel_id}}", content: "and this", reply_to: "{{say.id}}" }
          }
        ]
      })
      assert.deepStrictEqual([isError, report.status], [false, "ok"])
      assert.deepStrictEqual(statuses(steps), ["find ok", "back ok", "as_many ok", "say ok", "reply ok"])
      const [reply, first] = yield* said
      assert.deepStrictEqual([reply, first], ["and this", `3 read, the second: ${steps[1]?.result?.content}`])
      assert.deepStrictEqual(
        (yield* asked).map((line) => line.replaceAll(/\d{17,}/g, ":id")),
        [
          "GET /channels/:id/messages",
          "GET /channels/:id/messages/:id",
          "GET /channels/:id/messages",
          "POST /channels/:id/messages",
          "POST /channels/:id/messages"
        ]
      )
    }).pipe(served())
  )

  it.live("reports every step once with status, result, attempts and duration", () =>
    Effect.gen(function* () {
      const { inject } = yield* Sandbox
      yield* inject({ match: { path: "/channels/*/messages" }, do: { kind: "status", status: 502 } })
      const { structured } = yield* run({ steps: [me, yield* reading, { ...me, id: "again" }] })
      assert.hasAllKeys(structured, ["status", "steps", "untrusted_fields", "notice"])
      assert.deepStrictEqual(
        structured.steps.map(({ duration_ms, result, ...step }: Record<string, unknown>) => [
          step,
          Number.isInteger(duration_ms) && Number(duration_ms) >= 0,
          Object.keys(Object(result)).length > 0
        ]),
        [
          [{ id: "me", tool: "users_get_current", status: "ok", attempts: 1 }, true, true],
          [{ id: "find", tool: "messages_read", status: "ok", attempts: 2 }, true, true],
          [{ id: "again", tool: "users_get_current", status: "ok", attempts: 1 }, true, true]
        ]
      )
    }).pipe(served({ MCP_RETRY_BASE_DELAY_MS: "50", MCP_RETRY_MAX_DELAY_MS: "500" }))
  )

  it.live("can have 50 steps", () =>
    Effect.gen(function* () {
      const { report, steps } = yield* run({
        mode: "parallel",
        steps: Array.from({ length: 50 }, (_, n) => ({ ...me, id: `me${n}` }))
      })
      assert.deepStrictEqual([report.status, steps.length], ["ok", 50])
    }).pipe(served())
  )

  it.live("runs tools through dispatchers", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { report } = yield* run({
        steps: [
          { id: "who", tool: "mcp_tools_read", args: { tool: "users_get_current" } },
          {
            id: "say",
            tool: "mcp_tools_write",
            args: {
              tool: "messages_send",
              args: { channel_id: ids.channels.general, content: "I am {{who.username}}" }
            }
          }
        ]
      })
      assert.strictEqual(report.status, "ok")
      assert.deepStrictEqual((yield* said)[0], "I am sandbox-bot")
    }).pipe(served())
  )
})

describe("an unresolved reference", () => {
  it.live("fails its step, and nothing is sent", () =>
    Effect.gen(function* () {
      const { isError, report, steps, structured } = yield* run({
        steps: [yield* reading, yield* saying("say", "first: {{find.items[7].content}}")]
      })
      assert.deepStrictEqual([isError, structured.code, report.status], [true, "PIPELINE_FAILED", "failed"])
      assert.deepStrictEqual(statuses(steps), ["find ok", "say failed"])
      assert.deepInclude(steps[1], { attempts: 0 })
      assert.deepStrictEqual(steps[1]?.error, {
        code: "VALIDATION_FAILED",
        retriable: false,
        message: "The input is not valid; nothing was sent.",
        recovery_hint:
          "Fix the arguments: steps[1].args.content: {{find.items[7].content}} names nothing: find.items has 3 items. Then call the tool again.",
        category: "validation",
        validation_issues: [
          {
            path: "steps[1].args.content",
            message: "{{find.items[7].content}} names nothing: find.items has 3 items",
            code: "unresolved"
          }
        ]
      })
      assert.strictEqual((yield* asked).length, 1)
    }).pipe(served())
  )

  it.live("fails a condition and a list, too; an invalid value fails in the tool", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { steps } = yield* plan({
        steps: [
          yield* reading,
          yield* saying("condition", "x", { if: "{{find.itmes}}", on_error: "continue" }),
          yield* saying("list", "x", { for_each: "{{find.itmes}}", on_error: "continue" }),
          yield* saying("no_list", "x", { for_each: "{{find.items.length}}", on_error: "continue" }),
          yield* saying("text", "a list: {{find.items}}", { on_error: "continue" }),
          {
            id: "misfit",
            tool: "messages_send",
            args: { channel_id: ids.channels.general, content: "{{find.items}}" },
            on_error: "continue"
          }
        ]
      })
      assert.deepStrictEqual(
        steps
          .slice(1)
          .map(({ error, id }) => [
            id,
            Object(error).validation_issues[0].path,
            Object(error).validation_issues[0].code
          ]),
        [
          ["condition", "steps[1].if", "unresolved"],
          ["list", "steps[2].for_each", "unresolved"],
          ["no_list", "steps[3].for_each", "not_a_list"],
          ["text", "steps[4].args.content", "not_a_scalar"],
          ["misfit", "content", "invalid"]
        ]
      )
      assert.strictEqual((yield* asked).length, 1)
    }).pipe(served())
  )
})

describe("a condition", () => {
  it.live("skips its step and dependent steps when it is false, 0, null or empty", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { report, steps } = yield* plan({
        steps: [
          {
            id: "none",
            tool: "messages_search_recent",
            args: { channel_id: ids.channels.general, query: "no such word" }
          },
          { id: "role", tool: "channels_get", args: { channel_id: ids.channels.general } },
          yield* saying("count", "x", { if: "{{none.items.length}}" }),
          yield* saying("list", "x", { if: "{{none.items}}" }),
          yield* saying("after", "{{list.id}}"),
          yield* saying("yes", "there is a {{role.name}}", { if: "{{role.name}}" })
        ]
      })
      assert.strictEqual(report.status, "ok")
      assert.deepStrictEqual(
        steps.map(({ because, id, status }) => [id, status, because]),
        [
          ["none", "ok", undefined],
          ["role", "ok", undefined],
          ["count", "skipped", { why: "condition" }],
          ["list", "skipped", { why: "condition" }],
          ["after", "skipped", { why: "needs", step: "list" }],
          ["yes", "ok", undefined]
        ]
      )
      assert.deepStrictEqual((yield* said)[0], "there is a general")
    }).pipe(served())
  )
})

describe("a step that fails", () => {
  it.live("stops the plan: later steps are skipped, and the failure has the report", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { isError, report, steps, structured } = yield* run({
        steps: [
          me,
          { id: "hidden", tool: "messages_send", args: { channel_id: ids.channels.secret, content: "x" } },
          yield* saying("free", "not said"),
          yield* saying("bound", "{{hidden.id}}")
        ]
      })
      assert.isTrue(isError)
      assert.deepInclude(structured, {
        code: "PIPELINE_FAILED",
        retriable: false,
        category: "business",
        message: "The pipeline failed: 1 of 4 steps succeeded."
      })
      assert.strictEqual(report.status, "failed")
      assert.deepStrictEqual(
        steps.map(({ because, error, id, status }) => [id, status, error?.code, because]),
        [
          ["me", "ok", undefined, undefined],
          ["hidden", "failed", "DISCORD_PERMISSION_DENIED", undefined],
          ["free", "skipped", undefined, { why: "stopped", step: "hidden" }],
          ["bound", "skipped", undefined, { why: "needs", step: "hidden" }]
        ]
      )
      assert.isString(steps[0]?.result?.username)
      assert.notInclude(yield* said, "not said")
    }).pipe(served())
  )

  it.live("has the same envelope as a single call", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const hidden = { channel_id: ids.channels.secret, content: "x" }
      const it = yield* client
      const single = yield* Effect.promise(() => it.callTool({ name: "messages_send", arguments: hidden }))
      const { steps } = yield* run({ steps: [{ id: "hidden", tool: "messages_send", args: hidden }] })
      assert.deepStrictEqual(steps[0]?.error, single.structuredContent)
      assert.hasAllKeys(steps[0], ["id", "tool", "status", "error", "attempts", "duration_ms"])
    }).pipe(Effect.scoped, served())
  )

  it.live("makes the plan partial with on_error=continue, which is not an error", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { isError, report, steps } = yield* run({
        steps: [
          {
            id: "hidden",
            tool: "messages_send",
            args: { channel_id: ids.channels.secret, content: "x" },
            on_error: "continue"
          },
          yield* saying("bound", "{{hidden.id}}"),
          yield* saying("bound_to_bound", "{{bound.id}}"),
          yield* saying("free", "said all the same")
        ]
      })
      assert.deepStrictEqual([isError, report.status], [false, "partial"])
      assert.deepStrictEqual(
        steps.map(({ because, id, status }) => [id, status, because]),
        [
          ["hidden", "failed", undefined],
          ["bound", "skipped", { why: "needs", step: "hidden" }],
          ["bound_to_bound", "skipped", { why: "needs", step: "bound" }],
          ["free", "ok", undefined]
        ]
      )
    }).pipe(served())
  )

  it.live("fails the plan if no step is ok, retriable if one of them is", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      yield* inject({ match: { path: "/users/@me" }, times: 9, do: { kind: "status", status: 503 } })
      const hidden = {
        id: "hidden",
        tool: "channels_get",
        args: { channel_id: ids.channels.secret },
        on_error: "continue"
      }
      const once = yield* plan({ steps: [hidden] })
      assert.deepStrictEqual([once.report.status, once.structured.retriable], ["failed", false])
      const { report, structured } = yield* plan({ steps: [{ ...me, on_error: "continue" }, hidden] })
      assert.deepStrictEqual([report.status, structured.retriable], ["failed", true])
    }).pipe(served({ MCP_RETRY_ENABLED: "false" }))
  )

  it.live("is decoded by the client as the same typed error", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const hidden = { id: "hidden", tool: "channels_get", args: { channel_id: ids.channels.secret } }
      const it = yield* client
      const result = yield* Effect.promise(() => it.callTool({ name: "mcp_pipeline", arguments: { steps: [hidden] } }))
      const failure = yield* Effect.flip(decodeToolResult(result))
      assert.strictEqual(failure._tag, "PipelineFailed")
      if (failure._tag === "PipelineFailed") {
        assert.strictEqual(failure.report.steps[0]?.error?.code, "DISCORD_PERMISSION_DENIED")
      }
    }).pipe(Effect.scoped, served())
  )
})

describe("for_each", () => {
  it.live("runs a step for each item, and reports them in order", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      const { announcements, general, support } = ids.channels
      // The first one ends last.
      yield* inject({ match: { path: `/channels/${general}/messages` }, do: { kind: "latency", ms: 150 } })
      const { report, steps } = yield* run({
        max_concurrency: 3,
        steps: [
          {
            id: "say",
            tool: "messages_send",
            args: { channel_id: "{{item.at}}", content: "{{index}}: {{item.text}}" },
            for_each: [
              { at: general, text: "one" },
              { at: support, text: "two" },
              { at: announcements, text: "three" }
            ]
          },
          yield* saying("sum", "{{say.items[*].result.id}}", {
            if: "{{say.items}}",
            on_error: "continue"
          }),
          yield* saying("last", "{{say.items[2].item.text}}, {{say.items.length}} in all")
        ]
      })
      assert.strictEqual(report.status, "partial")
      assert.deepStrictEqual(
        steps[0]?.result?.items?.map((item) => [item.status, Object(item.item).text]),
        [
          ["ok", "one"],
          ["ok", "two"],
          ["ok", "three"]
        ]
      )
      assert.deepInclude(steps[0], { attempts: 1, status: "ok" })
      // The tool itself rejects a list in place of a text.
      assert.strictEqual(steps[1]?.error?.code, "VALIDATION_FAILED")
      assert.strictEqual((yield* said)[0], "three, 3 in all")
    }).pipe(served())
  )

  it.live("a failed item makes its step partial: later steps and the output use its result", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      yield* inject({
        match: { path: `/channels/${ids.channels.support}/messages` },
        do: { kind: "status", status: 503 }
      })
      const step = {
        id: "say",
        tool: "messages_send",
        args: { channel_id: "{{item}}", content: "x" },
        for_each: [ids.channels.general, ids.channels.secret, ids.channels.support, ids.channels.showcase]
      }
      const after = yield* saying("after", "{{say.items[0].result.id}}, {{say.items.length}}")
      const plan = { steps: [{ ...step, on_error: "continue" }, after] }
      const withOutput = yield* run({ ...plan, output: "{{say.items[*].result.id}}" })
      assert.deepStrictEqual([withOutput.report.status, Object(withOutput.report.output).length], ["partial", 2])
      yield* inject({
        match: { path: `/channels/${ids.channels.support}/messages` },
        do: { kind: "status", status: 503 }
      })
      const { isError, report, steps } = yield* run(plan)
      assert.deepStrictEqual([isError, report.status, statuses(steps)], [false, "partial", ["say partial", "after ok"]])
      assert.strictEqual((yield* said)[0], `${Object(steps[0]?.result?.items?.[0]?.result).id}, 4`)
      assert.deepStrictEqual(
        steps[0]?.result?.items?.map(({ error, status }) => [status, Object(error).code]),
        [
          ["ok", undefined],
          ["failed", "DISCORD_PERMISSION_DENIED"],
          ["failed", "DISCORD_REST_UNAVAILABLE"],
          ["ok", undefined]
        ]
      )
      assert.isUndefined(steps[0]?.error, "the errors are in the items")
    }).pipe(served({ MCP_RETRY_ENABLED: "false" }))
  )

  it.live("names each item as its list has it and as people call it; an error stands once", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      const { channels, guild, members, roles } = ids
      yield* call("channels_list", { guild_id: guild })
      yield* call("roles_list", { guild_id: guild })
      yield* call("members_search", { guild_id: guild, query: "bruno" })
      const missing = { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } } as const
      yield* inject({ match: { path: `/channels/${channels.support}/messages` }, do: missing, times: 5 })
      yield* inject({ match: { method: "PUT", path: `/guilds/${guild}/**` }, do: missing, times: 20 })
      const send = { tool: "messages_send", on_error: "continue", args: { channel_id: "{{item}}", content: "x" } }
      const role = { guild_id: guild, role_id: roles.member }
      const { report } = yield* run({
        steps: [
          { ...send, id: "id", for_each: [channels.general, channels.support] },
          { ...send, id: "mention", for_each: [`<#${channels.support}>`] },
          {
            ...send,
            id: "object",
            for_each: [{ to: channels.support, why: "news" }],
            args: { channel_id: "{{item.to}}", content: "{{item.why}}" }
          },
          { id: "find", tool: "members_search", args: { guild_id: guild, query: "bruno" } },
          {
            id: "found",
            tool: "members_add_role",
            on_error: "continue",
            for_each: "{{find.items}}",
            args: { ...role, user_id: "{{item.id}}" }
          },
          {
            id: "unknown",
            tool: "members_add_role",
            on_error: "continue",
            for_each: [members.dmitri],
            args: { ...role, user_id: "{{item}}" }
          }
        ]
      })
      const labels = report.steps.flatMap(({ id, result, status }) =>
        status === "ok" ? [] : (result?.items ?? []).map(({ item, name, status }) => [id, status, item, name])
      )
      assert.deepStrictEqual(labels.slice(0, 4), [
        ["id", "ok", channels.general, "#general"],
        ["id", "failed", channels.support, "#support"],
        ["mention", "failed", `<#${channels.support}>`, "#support"],
        ["object", "failed", { to: channels.support, why: "news" }, "#support"]
      ])
      assert.deepStrictEqual(labels.slice(4), [
        ["found", "failed", members.bruno, "@Bruno"],
        ["unknown", "failed", members.dmitri, undefined]
      ])
      const errors = JSON.stringify(report).match(/"recovery_hint"/g)
      assert.strictEqual(errors?.length, labels.filter(([, status]) => status === "failed").length)
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )

  it.live("stops at the first failed item with on_error=stop", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general, secret, support } = ids.channels
      const { report, steps } = yield* run({
        steps: [
          {
            id: "say",
            tool: "messages_send",
            args: { channel_id: "{{item}}", content: "x" },
            for_each: [general, secret, support, general]
          },
          me
        ]
      })
      assert.strictEqual(report.status, "failed")
      assert.deepStrictEqual(
        steps[0]?.result?.items?.map(({ because, status }) => [status, because]),
        [
          ["ok", undefined],
          ["failed", undefined],
          ["skipped", { why: "stopped", step: "say" }],
          ["skipped", { why: "stopped", step: "say" }]
        ]
      )
      assert.deepInclude(steps[1], { status: "skipped", because: { why: "stopped", step: "say" } })
      assert.notInclude(yield* asked, `POST /channels/${support}/messages`)
    }).pipe(served())
  )

  it.live("checks a condition with item references for each item, and any other once", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const each = { tool: "messages_send", args: { channel_id: ids.channels.general, content: "{{item.text}}" } }
      const { report, steps } = yield* run({
        steps: [
          {
            id: "none",
            tool: "messages_search_recent",
            args: { channel_id: ids.channels.general, query: "no such word" }
          },
          { id: "once", ...each, for_each: "{{none.items}}", if: "{{none.items}}" },
          { id: "empty", ...each, for_each: "{{none.items}}" },
          {
            id: "some",
            ...each,
            for_each: [
              { text: "yes", say: true },
              { text: "no", say: false }
            ],
            if: "{{item.say}}"
          }
        ]
      })
      assert.strictEqual(report.status, "ok")
      assert.deepStrictEqual(steps[1]?.because, { why: "condition" })
      assert.deepStrictEqual(steps[2]?.result, { items: [] })
      assert.deepStrictEqual(
        steps[3]?.result?.items?.map(({ because, status }) => [status, because]),
        [
          ["ok", undefined],
          ["skipped", { why: "condition" }]
        ]
      )
    }).pipe(served())
  )

  it.live("accepts 100 items, and rejects more before any request", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const long = Array.from({ length: 100 }, (_, at) => at)
      const many = yield* run({
        max_concurrency: 50,
        steps: [{ ...me, for_each: long, args: {} }]
      })
      assert.strictEqual(many.steps[0]?.result?.items?.length, 100)
      const members = yield* Effect.forEach(Array.from({ length: 101 }), () =>
        plan({ steps: [{ id: "say", tool: "messages_send", args: { channel_id: general, content: "." } }] })
      )
      assert.strictEqual(members.length, 101)
      const before = (yield* asked).length
      const { steps } = yield* run({
        steps: [
          { id: "find", tool: "messages_read", args: { channel_id: general, all: true } },
          {
            id: "mark",
            tool: "reactions_create",
            args: { channel_id: general, message_id: "{{item.id}}", emoji: "👍" },
            for_each: "{{find.items}}"
          }
        ]
      })
      assert.deepInclude(Object(steps[1]?.error).validation_issues[0], {
        path: "steps[1].for_each",
        code: "too_many_items"
      })
      assert.isTrue((yield* asked).slice(before).every((line) => line.startsWith("GET")))
    }).pipe(served())
  )
})

describe("a parallel plan", () => {
  it.live("runs independent steps concurrently, after their dependencies", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      const { awaitRequests, requests } = yield* Sandbox
      yield* inject({ match: { path: "/channels/*" }, times: 2, do: { kind: "latency", ms: 100 } })
      const at = (id: string, channel_id: unknown) => ({ id, tool: "channels_get", args: { channel_id } })
      const running = yield* Effect.fork(
        run({
          mode: "parallel",
          steps: [
            at("last", "{{middle.id}}"),
            at("middle", "{{first.id}}"),
            at("first", ids.channels.general),
            at("other", ids.channels.support)
          ]
        })
      )
      yield* awaitRequests(2)
      const begun = yield* requests
      assert.deepStrictEqual(
        begun.map(({ path, status }) => [path, status]),
        [
          [`/channels/${ids.channels.general}`, undefined],
          [`/channels/${ids.channels.support}`, undefined]
        ]
      )
      const { report, steps } = yield* Fiber.join(running)
      assert.deepStrictEqual([report.status, statuses(steps)], ["ok", ["last ok", "middle ok", "first ok", "other ok"]])
      assert.deepStrictEqual((yield* asked).slice(2), Array(2).fill(`GET /channels/${ids.channels.general}`))
    }).pipe(served())
  )

  it.live("finishes running calls and starts no others if it is stopped", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      yield* inject({ match: { path: `/channels/${ids.channels.general}` }, do: { kind: "latency", ms: 300 } })
      const at = (id: string, channel_id: unknown) => ({ id, tool: "channels_get", args: { channel_id } })
      const { report, steps } = yield* run({
        mode: "parallel",
        max_concurrency: 2,
        steps: [at("slow", ids.channels.general), at("fails", ids.channels.secret), at("later", ids.channels.support)]
      })
      assert.deepStrictEqual([report.status, statuses(steps)], ["failed", ["slow ok", "fails failed", "later skipped"]])
      assert.notInclude(yield* asked, `GET /channels/${ids.channels.support}`)
    }).pipe(served())
  )
})

describe("output", () => {
  it.live("replaces the results and keeps its type", () =>
    Effect.gen(function* () {
      const { report, steps } = yield* run({
        steps: [yield* reading, me],
        output: { ids: "{{find.items[*].id}}", who: "I am {{me.username}}", count: "{{find.items.length}}", as: ["is"] }
      })
      const { ids, ...rest } = Object(report.output)
      assert.deepStrictEqual(rest, { who: "I am sandbox-bot", count: 3, as: ["is"] })
      assert.strictEqual(ids.length, 3)
      assert.deepStrictEqual(statuses(steps), ["find ok", "me ok"])
      assert.deepStrictEqual(
        steps.map(({ result }) => result),
        [undefined, undefined]
      )
      const alone = yield* run({ steps: [yield* reading], output: "{{find.items[0].id}}" })
      assert.strictEqual(alone.report.output, ids[0])
    }).pipe(served())
  )

  it.live("keeps the results and says why if it is invalid", () =>
    Effect.gen(function* () {
      const typo = yield* plan({ steps: [me], output: "{{me.user_name}}" })
      assert.deepStrictEqual([typo.isError, typo.report.status, typo.report.output], [false, "ok", undefined])
      assert.match(
        String(typo.report.notice),
        /^There is no output: \{\{me.user_name\}\} names nothing: me has no field/
      )
      assert.isString(typo.steps[0]?.result?.username)
      const bound = yield* plan({
        steps: [me, yield* saying("say", "{{me.nothing}}", { on_error: "continue" })],
        output: "{{say.id}}"
      })
      assert.strictEqual(bound.report.notice, "There is no output: {{say.id}} refers to say, which has no result.")
    }).pipe(served())
  )

  it.live("of a failed plan is its report with the results", () =>
    Effect.gen(function* () {
      const { report, steps } = yield* plan({
        steps: [me, yield* saying("say", "{{me.nothing}}")],
        output: "{{me.username}}"
      })
      assert.deepStrictEqual([report.status, report.output], ["failed", undefined])
      assert.isString(steps[0]?.result?.username)
    }).pipe(served())
  )

  it.live("keeps the envelopes of the items that failed", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { report, steps } = yield* plan({
        steps: [
          me,
          {
            id: "look",
            tool: "channels_get",
            args: { channel_id: "{{item}}" },
            for_each: [ids.channels.general, ids.channels.secret],
            on_error: "continue"
          }
        ],
        output: "{{me.username}}"
      })
      assert.deepStrictEqual([report.status, report.output], ["partial", "sandbox-bot"])
      assert.deepStrictEqual(
        steps[1]?.result?.items?.map((item) => [item.status, item.result, Object(item.error).code]),
        [
          ["ok", undefined, undefined],
          ["failed", undefined, "DISCORD_PERMISSION_DENIED"]
        ]
      )
    }).pipe(served())
  )
})

describe("progress", () => {
  it.live("is reported for each finished step and item, always increasing", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const it = yield* client
      const received: Array<readonly [number, number | undefined, string | undefined]> = []
      const steps = [
        { ...me, args: {} },
        {
          id: "each",
          tool: "channels_get",
          args: { channel_id: "{{item}}" },
          for_each: [ids.channels.general, ids.channels.support]
        },
        { id: "all", tool: "messages_read", args: { channel_id: ids.channels.general, all: true } },
        { ...me, id: "skip", if: "{{each.items[0].result.nsfw}}", on_error: "continue" }
      ]
      yield* Effect.promise(() =>
        it.callTool({ name: "mcp_pipeline", arguments: { steps } }, undefined, {
          onprogress: ({ message, progress, total }) => received.push([progress, total, message])
        })
      )
      // A tool's own progress, such as that of messages_read, is not the plan's.
      assert.deepStrictEqual(received.slice(0, 4), [
        [1, 4, "me: ok"],
        [1.5, 4, "each: 1 of 2"],
        [2, 4, "each: ok"],
        [3, 4, "all: ok"]
      ])
      assert.match(String(received[4]?.[2]), /^skip: /)
      assert.strictEqual(received.length, 5)
    }).pipe(Effect.scoped, served())
  )
})

describe("cancelling a plan", () => {
  it.live("interrupts running calls, starts no others and reports nothing more", () =>
    Effect.gen(function* () {
      const { awaitAborted, awaitRequests, ids, inject } = yield* Sandbox
      yield* inject({ match: { path: "/channels/*" }, times: 2, do: { kind: "hang", at: "headers" } })
      const it = yield* client
      const received: Array<unknown> = []
      const given = new AbortController()
      const at = (id: string, channel_id: unknown) => ({ id, tool: "channels_get", args: { channel_id } })
      const steps = [
        { ...me, args: {} },
        at("a", ids.channels.general),
        at("b", ids.channels.support),
        { ...me, id: "after", args: {}, if: "{{a.id}}" }
      ]
      const ended = Effect.promise(() =>
        it
          .callTool({ name: "mcp_pipeline", arguments: { steps, mode: "parallel" } }, undefined, {
            signal: given.signal,
            onprogress: ({ message }) => received.push(message)
          })
          .then(
            () => "answered",
            (error) => String(error)
          )
      )
      const fiber = yield* Effect.fork(ended)
      yield* awaitRequests(3)
      given.abort("enough")
      assert.include(yield* Fiber.join(fiber), "enough")
      yield* awaitAborted(2)
      assert.deepStrictEqual(received, ["me: ok"])
      // The server still works, and its slots are free.
      yield* Effect.promise(() => it.callTool({ name: "users_get_current", arguments: {} }))
      assert.strictEqual((yield* asked).length, 4)
      assert.strictEqual(yield* shown(bulkheadInFlight), 0)
    }).pipe(Effect.scoped, served())
  )

  it.live("in this process ends it with an interruption", () =>
    Effect.gen(function* () {
      const { awaitAborted, awaitRequests, inject } = yield* Sandbox
      yield* inject({ match: { path: "/users/@me" }, do: { kind: "hang", at: "body" } })
      const fiber = yield* Effect.fork(plan({ steps: [me, { ...me, id: "again" }] }))
      yield* awaitRequests(1)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      yield* awaitAborted(1)
      assert.strictEqual((yield* asked).length, 1)
    }).pipe(served())
  )
})
