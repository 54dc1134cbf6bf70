import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Approver } from "../../src/safety/Approver.ts"
import { asked, call, Sandbox, served } from "../dispatch/app.ts"
import { plan, run, saying, statuses } from "./mcpClient.ts"

/** A plan that finds recent messages, sends one, and deletes what it found. */
const cleaning = (content: string) =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    const { general } = ids.channels
    return {
      steps: [
        { id: "find", tool: "messages_search_recent", args: { channel_id: general, query: content, limit: 20 } },
        yield* saying("note", "cleaning up"),
        {
          id: "wipe",
          tool: "messages_delete",
          args: { channel_id: general, message_id: "{{item.id}}" },
          for_each: "{{find.items}}"
        },
        { id: "old", tool: "messages_delete", args: { channel_id: general, message_id: ids.messages.byBot } }
      ]
    }
  })

/** Two spam messages. */
const spam = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  for (const n of [1, 2]) {
    yield* call("messages_send", { channel_id: ids.channels.general, content: `cheap watches ${n}` })
  }
  return (yield* asked).length
})

const changes = (before: number) =>
  Effect.map(asked, (all) => all.slice(before).filter((line) => !line.startsWith("GET")))

const contents = Effect.flatMap(Sandbox, ({ ids, messages }) =>
  Effect.map(messages(ids.channels.general), (all) => all.map(({ content }) => content))
)

/** A step through the dispatcher of a risk. */
const carried = (risk: string, tool: string, args: object) => ({
  id: "it",
  tool: `mcp_tools_${risk}`,
  args: { tool, args }
})

describe("a plan with a destructive step", () => {
  it.live("is previewed as a whole in dry-run mode", () =>
    Effect.gen(function* () {
      const before = yield* spam
      const it = yield* cleaning("cheap watches")
      for (const confirm of [{}, { __confirm: true }]) {
        const { isError, structured } = yield* run({ ...it, ...confirm })
        assert.isTrue(isError)
        assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW", tool: "mcp_pipeline", armed: false })
        assert.deepStrictEqual(
          structured.preview.steps.map(({ risk, tool }: { risk: string; tool: string }) => [tool, risk]),
          [
            ["messages_delete", "destructive"],
            ["messages_delete", "destructive"],
            ["messages_send", "write"],
            ["messages_search_recent", "read"]
          ]
        )
        assert.deepStrictEqual(structured.preview.arguments.steps, [
          { ...it.steps[0], on_error: "stop" },
          { ...it.steps[1], on_error: "stop" },
          { ...it.steps[2], on_error: "stop" },
          { ...it.steps[3], on_error: "stop" }
        ])
      }
      assert.deepStrictEqual(yield* changes(before), [])
    }).pipe(served())
  )

  it.live("runs with one confirmation flag", () =>
    Effect.gen(function* () {
      const before = yield* spam
      const { report, steps } = yield* run({ ...(yield* cleaning("cheap watches")), __confirm: true })
      assert.deepStrictEqual([report.status, statuses(steps)], ["ok", ["find ok", "note ok", "wipe ok", "old ok"]])
      assert.deepStrictEqual(
        (yield* changes(before)).map((line) => line.split(" ")[0]),
        ["POST", "DELETE", "DELETE", "DELETE"]
      )
      assert.notInclude(yield* contents, "cheap watches 1")
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )

  it.live("runs once with the token of its preview, and no other plan does", () =>
    Effect.gen(function* () {
      const before = yield* spam
      const it = yield* cleaning("cheap watches")
      const codeOf = (confirm: unknown, changed: object = it) =>
        Effect.map(plan({ ...changed, __confirm: confirm }), ({ code, issues }) => issues[0]?.code ?? code)
      const { structured } = yield* plan(it)
      assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW", armed: true })
      const token = structured.confirmation_token
      assert.strictEqual(yield* codeOf(true), "DRY_RUN_PREVIEW")
      // Neither an additional step nor a changed template.
      assert.strictEqual(yield* codeOf(token, { steps: it.steps.slice(0, 3) }), "token_mismatch")
      assert.strictEqual(yield* codeOf(token, { ...it, mode: "parallel" }), "token_mismatch")
      assert.strictEqual(yield* codeOf(token, yield* cleaning("watches")), "token_mismatch")
      assert.deepStrictEqual(yield* changes(before), [])
      assert.strictEqual(yield* codeOf(token), "ok")
      assert.strictEqual((yield* changes(before)).length, 4)
      assert.strictEqual(yield* codeOf(token), "token_used")
      assert.strictEqual((yield* changes(before)).length, 4)
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }))
  )

  for (const verdict of ["accepted", "declined"] as const) {
    it.live(`is confirmed once by a user who has ${verdict}`, () =>
      Effect.gen(function* () {
        const before = yield* spam
        const questions: Array<string> = []
        const { code } = yield* Effect.provideService(plan(yield* cleaning("cheap watches")), Approver, {
          canReturn: true,
          confirm: ({ message }) =>
            Effect.sync(() => {
              questions.push(message)
              return verdict
            })
        })
        assert.strictEqual(questions.length, 1)
        assert.deepStrictEqual(
          [code, (yield* changes(before)).length],
          verdict === "accepted" ? ["ok", 4] : ["CONFIRMATION_DECLINED", 0]
        )
      }).pipe(served({ MCP_DRY_RUN: "false" }))
    )
  }
})

describe("the risk of a plan", () => {
  /** The outcome of the plan on a server that only previews destructive calls. */
  const isPreviewed = (...steps: ReadonlyArray<object>) =>
    Effect.map(plan({ steps }), ({ code }) => code === "DRY_RUN_PREVIEW")

  it.live("is the highest of its steps, arguments included", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const member = { guild_id: ids.guild, user_id: ids.members.bruno }
      const me = { id: "me", tool: "users_get_current" }
      assert.isFalse(yield* isPreviewed(me))
      assert.isFalse(yield* isPreviewed(me, { id: "nick", tool: "members_modify", args: { ...member, nick: "B" } }))
      assert.isTrue(
        yield* isPreviewed(me, {
          id: "mute",
          tool: "members_modify",
          args: { ...member, communication_disabled_until: "2030-01-01T00:00:00Z" }
        })
      )
      assert.isTrue(
        yield* isPreviewed(me, { id: "admin", tool: "members_add_role", args: { ...member, role_id: ids.roles.admin } })
      )
      assert.isFalse(
        yield* isPreviewed(me, { id: "role", tool: "members_add_role", args: { ...member, role_id: ids.roles.member } })
      )
    }).pipe(served())
  )

  it.live("uses the highest possible risk for a template that affects it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const find = { id: "find", tool: "members_search", args: { guild_id: ids.guild, query: "bruno" } }
      const bruno = { guild_id: ids.guild, user_id: "{{find.items[0].id}}" }
      const modify = (args: object) => ({ id: "modify", tool: "members_modify", args: { ...bruno, ...args } })
      assert.isFalse(yield* isPreviewed(find, modify({ nick: "{{find.items[0].name}} the second" })))
      assert.isTrue(yield* isPreviewed(find, modify({ communication_disabled_until: "2030-01-01T00:00:00Z" })))
      assert.isTrue(yield* isPreviewed(find, modify({ communication_disabled_until: "{{find.items[0].joined}}" })))
      assert.isTrue(yield* isPreviewed(find, modify({ roles: ["{{find.items[0].roles[0]}}"] })))
      const give = (role_id: string) => ({ id: "give", tool: "members_add_role", args: { ...bruno, role_id } })
      assert.isFalse(yield* isPreviewed(find, give(ids.roles.member)))
      assert.isTrue(yield* isPreviewed(find, give(ids.roles.admin)))
      assert.isTrue(yield* isPreviewed(find, give("{{find.items[0].roles[0]}}")))
    }).pipe(served())
  )

  it.live("is the dispatcher's for a step through a dispatcher", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      assert.isFalse(yield* isPreviewed(carried("write", "messages_send", { channel_id: general, content: "x" })))
      assert.isTrue(
        yield* isPreviewed(
          carried("destructive", "messages_delete", { channel_id: general, message_id: ids.messages.byBot })
        )
      )
      const before = (yield* asked).length
      const { structured } = yield* plan({
        steps: [
          yield* saying("note", "first"),
          carried("write", "members_modify", {
            guild_id: ids.guild,
            user_id: ids.members.bruno,
            communication_disabled_until: "{{note.time}}"
          })
        ]
      })
      const message = "members_modify with these arguments can be destructive: run it through mcp_tools_destructive"
      assert.deepStrictEqual(
        [structured.code, structured.validation_issues],
        ["VALIDATION_FAILED", [{ path: "steps[1].args.tool", message, code: "wrong_risk" }]]
      )
      assert.deepStrictEqual(yield* changes(before), [])
    }).pipe(served())
  )

  it.live("lets the dispatcher of destructive tools run a call that turns out to be a write", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const steps = (content: string) => [
        { id: "note", tool: "channels_modify", args: { channel_id: general, topic: "users" } },
        carried("destructive", "messages_send", {
          channel_id: general,
          content,
          allowed_mentions: { parse: ["{{note.topic}}"] }
        })
      ]
      const endOf = (content: string) =>
        Effect.map(plan({ steps: steps(content), __confirm: true }), (ended) => ({
          statuses: statuses(ended.steps),
          path: Object([ended.steps[1]?.error?.validation_issues].flat()[0]).path
        }))
      assert.deepStrictEqual(yield* endOf("x"), { statuses: ["note ok", "it ok"], path: undefined })
      const long = "{{note.id}}".repeat(150)
      assert.deepStrictEqual(yield* endOf(long), { statuses: ["note ok", "it failed"], path: "args.content" })
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )
})
