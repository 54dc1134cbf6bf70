import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, TestClock } from "effect"
import { renderCheck } from "../../src/cli/doctor/report.ts"
import { doctorWith } from "../../src/cli/doctor.ts"
import { styleFor, widthOf } from "../../src/cli/rendering/text.ts"
import { captureConsole } from "./captureConsole.ts"
import { answering, atSandbox, codeOf, environment, runDoctor, withSandbox } from "./doctorHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

/** The start of ANSI codes. */
const ESC = "\u001b"

describe("the clock of this machine", () => {
  for (const [aheadMs, status, found] of [
    [0, "ok", "differs from Discord's by less than 5 seconds"],
    [4000, "ok", "differs from Discord's by less than 5 seconds"],
    [-40_000, "warning", "40s behind Discord's"],
    [2 * 3_600_000, "failed", "2h ahead of Discord's"]
  ] as const) {
    it.effect(`is ${status} when it is ${aheadMs} ms ahead`, () =>
      Effect.gen(function* () {
        const theirs = yield* TestClock.currentTimeMillis
        // In the middle of a second, since the header has whole ones.
        const second = Math.floor(theirs / 1000) * 1000
        yield* answering(
          "/gateway",
          { url: "wss://x" },
          { date: DateTime.toDateUtc(DateTime.unsafeMake(second)).toUTCString() }
        )
        yield* TestClock.setTime(second + 500 + aheadMs)
        const { checks } = yield* runDoctor(yield* atSandbox)
        assert.deepInclude(checks.clock, { status, found, facts: { skew_ms: aheadMs } })
      }).pipe(withSandbox())
    )
  }
})

describe("the report of the doctor", () => {
  it.effect("names each skipped check once as skipped, with the reason", () =>
    Effect.gen(function* () {
      for (const support of [false, true]) {
        const { text } = yield* captureConsole(doctorWith(environment({}), { json: false, offline: true, support }))
        assert.match(text, /skipped:? +identity:? +--offline asks nothing of Discord/)
        assert.notMatch(text, /skipped.*skipped:/)
      }
    }).pipe(withNodeContext)
  )

  it("wraps wide characters at the width of the terminal", () => {
    const found = "メッセージ 読み取り 権限がありません サーバー管理者に 確認してください チャンネル 一覧".repeat(2)
    for (const columns of [40, 80]) {
      const text = renderCheck(
        { name: "guilds", status: "warning", found },
        { style: styleFor(false), signs: true, columns }
      )
      assert.isAtMost(Math.max(...text.split("\n").map(widthOf)), columns)
      assert.isAbove(text.split("\n").length, 2)
    }
  })

  it.effect("is plain text in a pipe, and ends with the number of checks by status", () =>
    Effect.gen(function* () {
      const { exit, text } = yield* captureConsole(
        doctorWith(environment({ ...(yield* atSandbox), MCP_TOOLS: "messages_send" }), { json: false, offline: false })
      )
      assert.strictEqual(codeOf(exit), 0)
      const lines = text.split("\n")
      assert.match(lines[0] ?? "", /^effect-discord-mcp \d/)
      assert.strictEqual(lines.at(-1), "12 ok")
      assert.match(text, /^ok {7}node {9}version 20\.11\.0$/m)
      for (const sign of [ESC, "✔", "✖"]) assert.notInclude(text, sign)
      assert.isAtMost(Math.max(...lines.map((line) => line.length)), 110)
    }).pipe(withSandbox())
  )

  it.effect("has symbols on a terminal, and colours if enabled", () =>
    Effect.gen(function* () {
      const env = { ...(yield* atSandbox), MCP_BULKHEAD_LIMIT: "0", MCP_TOOLS: "roles_create" }
      const on = (coloured: boolean) =>
        captureConsole(
          doctorWith(environment(env, { style: styleFor(coloured), signs: true }), { json: false, offline: false })
        )
      const plain = yield* on(false)
      assert.strictEqual(codeOf(plain.exit), 2)
      assert.match(plain.text, /^✔ node/m)
      assert.match(plain.text, /^✖ settings {5}1 setting wrong/m)
      assert.match(plain.text, /^! permissions/m)
      assert.match(plain.text, /^ +→ /m)
      assert.notInclude(plain.text, "\u001b")
      assert.strictEqual(plain.text.split("\n").at(-1), "10 ok, 1 warning, 1 failed")
      const coloured = yield* on(true)
      assert.include(coloured.text, "\u001b[31m✖ \u001b[0m\u001b[1msettings")
      assert.strictEqual(coloured.text.replaceAll(new RegExp(`${ESC}\\[\\d+m`, "g"), ""), plain.text)
    }).pipe(withSandbox())
  )

  it.effect("prints names without control sequences", () =>
    Effect.gen(function* () {
      const name = "\u001b[2Jcleared\u202Edesrever"
      yield* answering("/users/@me/guilds", [{ id: "1", name, owner: true, permissions: "0" }])
      const { text } = yield* captureConsole(
        doctorWith(environment(yield* atSandbox, { style: styleFor(false), signs: true }), {
          json: false,
          offline: false
        })
      )
      assert.include(text, '"[2Jcleareddesrever" (1)')
      assert.notInclude(text, "\u001b")
      assert.notInclude(text, "\u202E")
    }).pipe(withSandbox())
  )
})
