import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy } from "../dispatch/app.ts"
import { atSandbox } from "../process/child.ts"
import { TOKEN } from "./doctorHarness.ts"
import { runHere } from "./runHere.ts"

layer(SandboxModule.layer({ ...roomy, token: TOKEN }), {
  excludeTestServices: true
})("the report of doctor", (it) => {
  it.effect("exits with 0 if every check is ok, and prints only the report", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["doctor"], { ...(yield* atSandbox), MCP_TOOLS: "messages_send" })
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^ok {7}discord {6}http:\/\/127\.0\.0\.1:\d+\/api answers in \d+ ms$/m)
      assert.match(stdout, /^ok {7}clock {8}differs from Discord's by less than 5 seconds$/m)
      assert.match(stdout, /^12 ok$/m)
      assert.notInclude(stdout, "\u001b")
    })
  )

  it.effect("exits with 1 for warnings only", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["doctor", "--json"], {
        ...(yield* atSandbox),
        MCP_TOOLS: "messages_send",
        MCP_DRYRUN: "true"
      })
      assert.deepStrictEqual([code, stderr], [1, ""])
      assert.deepInclude(Object(JSON.parse(stdout)), { ok: false, verdict: "warning" })
    })
  )

  it.effect("exits with 2 for a failed check, names the variable, and runs the other checks", () =>
    Effect.gen(function* () {
      const env = { ...(yield* atSandbox), DISCORD_TOKEN: `${TOKEN} ${TOKEN}`, MCP_BULKHEAD_LIMIT: TOKEN }
      for (const flags of [[], ["--json"]]) {
        const { code, stderr, stdout } = yield* runHere(["doctor", ...flags], env)
        assert.deepStrictEqual([code, stderr], [2, ""])
        assert.include(stdout, "DISCORD_TOKEN: expected a bot token: at least 8 characters, no spaces")
        assert.include(stdout, "MCP_BULKHEAD_LIMIT: expected a whole number from 1 to 1000")
        assert.include(stdout, "answers in")
        assert.notInclude(stdout, TOKEN)
      }
    })
  )

  it.effect("prints only JSON with --json", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["doctor", "--json", "--offline"], yield* atSandbox)
      assert.deepStrictEqual([code, stderr], [0, ""])
      const { checks, ok, verdict } = Object(JSON.parse(stdout))
      assert.deepStrictEqual([ok, verdict], [true, "ok"])
      assert.strictEqual(checks.length, 12)
      assert.deepStrictEqual(
        checks.find(({ name }: { readonly name: string }) => name === "identity"),
        { name: "identity", status: "skipped", found: "--offline asks nothing of Discord" }
      )
    })
  )
})
