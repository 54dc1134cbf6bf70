import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { run, statuses } from "./mcpClient.ts"

const page = readFileSync(new URL("../../docs/pipeline.md", import.meta.url), "utf8")

/** The plan under a heading of the page. */
const recipe = (heading: string): { readonly steps: ReadonlyArray<object>; readonly output?: object } => {
  const [, section = ""] = page.split(`### ${heading}\n`)
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? "")
}

const newest = (channel: string) =>
  Effect.flatMap(Sandbox, ({ messages }) => Effect.map(messages(channel), ([message]) => message?.content))

/** Sends these messages to #general. */
const spam = (...contents: ReadonlyArray<string>) =>
  Effect.flatMap(Sandbox, ({ ids }) =>
    Effect.forEach(contents, (content) => call("messages_send", { channel_id: ids.channels.general, content }))
  )

describe("the page about pipelines", () => {
  it("has only plans that are tested here", () => {
    const plans = [...page.matchAll(/```json\n/g)]
    assert.strictEqual(plans.length, 4)
  })

  it.live("starts with a plan that runs", () =>
    Effect.gen(function* () {
      const [, first = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? []
      const { report } = yield* run(JSON.parse(first))
      assert.deepStrictEqual([report.status, report.output], ["ok", "Bruno (support)"])
    }).pipe(served({}, { ...roomy, permissions: Bit.ManageNicknames }))
  )
})

describe("the recipe to clean up spam", () => {
  it.live("is previewed, and runs with its token", () =>
    Effect.gen(function* () {
      const { ids, messages } = yield* Sandbox
      yield* spam("FREE NITRO here", "hello", "get free nitro now")
      const plan = recipe("Clean up spam")
      const { isError, structured } = yield* call("mcp_pipeline", plan)
      assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW", armed: true })
      assert.isTrue(isError)
      const before = yield* messages(ids.channels.general)
      assert.include(JSON.stringify(before), "FREE NITRO")

      const { confirmation_token: __confirm } = structured
      const { report, steps } = yield* run({ ...plan, __confirm })
      assert.deepStrictEqual(
        [report.status, report.output, statuses(steps)],
        ["ok", { deleted: 2 }, ["find ok", "wipe ok", "tell ok"]]
      )
      const after = yield* messages(ids.channels.general)
      assert.deepStrictEqual([before.length - after.length, after[0]?.content], [2, "hello"])
      assert.strictEqual(yield* newest(ids.channels.support), "2 spam messages are gone from #general.")
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }))
  )

  it.live("does nothing without spam", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { report, steps } = yield* run({ ...recipe("Clean up spam"), __confirm: true })
      assert.deepStrictEqual(
        [report.status, report.output, statuses(steps)],
        ["ok", { deleted: 0 }, ["find ok", "wipe ok", "tell skipped"]]
      )
      assert.notInclude(String(yield* newest(ids.channels.support)), "spam")
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )
})

describe("the recipe to announce in five channels", () => {
  it.live("sends to each channel", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { report, steps } = yield* run(recipe("Announce in five channels"))
      assert.deepStrictEqual([report.status, steps[0]?.result?.items?.length], ["ok", 5])
      const { announcements, general, showcase, support, thread } = ids.channels
      assert.deepStrictEqual(
        yield* Effect.forEach([announcements, general, support, showcase, thread], newest),
        ["Everybody", "All of you", "Helpers", "Makers", "Testers"].map((who) => `${who}: release 1.1 is out.`)
      )
    }).pipe(served())
  )

  it.live("sends to the others if one fails", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      yield* inject({
        match: { path: `/channels/${ids.channels.support}/messages` },
        do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }
      })
      const { report, steps } = yield* run(recipe("Announce in five channels"))
      assert.strictEqual(report.status, "partial")
      assert.deepStrictEqual(
        steps[0]?.result?.items?.map(({ error, status }) => Object(error).code ?? status),
        ["ok", "ok", "DISCORD_PERMISSION_DENIED", "ok", "ok"]
      )
    }).pipe(served())
  )
})

describe("the recipe to onboard a member", () => {
  it.live("gives a role, opens a thread and greets there", () =>
    Effect.gen(function* () {
      const { ids, messages } = yield* Sandbox
      const { report, steps } = yield* run(recipe("Onboard a member"))
      assert.deepStrictEqual(statuses(steps), ["find ok", "role ok", "thread ok", "greet ok"])
      const { member, thread } = Object(report.output)
      assert.strictEqual(member, "Chiara")
      const [hello] = yield* messages(thread)
      assert.strictEqual(hello?.content, `Hello <@${ids.members.chiara}>, ask here whatever you like.`)
    }).pipe(served({}, { ...roomy, permissions: Bit.ManageRoles }))
  )

  it.live("stops if the bot may not add roles, and names the missing permission", () =>
    Effect.gen(function* () {
      const { isError, steps } = yield* run(recipe("Onboard a member"))
      assert.isTrue(isError)
      assert.deepStrictEqual(statuses(steps), ["find ok", "role failed", "thread skipped", "greet skipped"])
      assert.deepInclude(steps[1]?.error, {
        code: "DISCORD_PERMISSION_DENIED",
        missing_permissions: ["MANAGE_ROLES"]
      })
    }).pipe(served())
  )

  it.live("does nothing if no member has that name", () =>
    Effect.gen(function* () {
      const plan = JSON.parse(JSON.stringify(recipe("Onboard a member")).replace('"chiara"', '"nobody"'))
      const { report, steps } = yield* run(plan)
      assert.deepStrictEqual(
        [report.status, statuses(steps)],
        ["ok", ["find ok", "role skipped", "thread skipped", "greet skipped"]]
      )
    }).pipe(served({}, { ...roomy, permissions: Bit.ManageRoles }))
  )
})
