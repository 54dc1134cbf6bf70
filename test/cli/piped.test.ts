/** The output of `tools` and `call` in a pipe. For the output on a terminal see test/cli/call.test.ts and tools.test.ts. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { atSandbox } from "../process/child.ts"
import { runHere } from "./runHere.ts"

layer(SandboxModule.layer(roomy), { excludeTestServices: true })("in a pipe", (it) => {
  it.effect("tools prints one line for each tool, in columns independent of the terminal", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["tools"], { COLUMNS: "20", TERM: "xterm-256color" })
      assert.deepStrictEqual([code, stderr], [0, ""])
      const lines = stdout.trimEnd().split("\n")
      assert.strictEqual(lines.pop(), `${catalogue.length} of ${catalogue.length} tools`)
      assert.deepStrictEqual(
        lines.map((line) => line.split(/ {2,}/).slice(0, 2)),
        catalogue.map(({ name, risk }) => [name, risk])
      )
      assert.notInclude(stdout, "\u001b")
      assert.notInclude(stdout, "…")
    })
  )

  it.effect("tools NAME prints one tool", () =>
    Effect.gen(function* () {
      const page = yield* runHere(["tools", "messages_send"])
      assert.deepStrictEqual([page.code, page.stderr], [0, ""])
      assert.match(page.stdout, /^messages_send {2}write\nSend a message .*\n\ncategory +messages\n/)
      assert.match(page.stdout, /^ {2}channel_id +string +yes +\S/m)
    })
  )

  it.effect("tools NAME --json prints what the whole list has of the tool", () =>
    Effect.gen(function* () {
      const one = yield* runHere(["tools", "messages_send", "--json"])
      const all = yield* runHere(["tools", "--json"])
      const list: ReadonlyArray<unknown> = JSON.parse(all.stdout)
      assert.deepInclude(list, JSON.parse(one.stdout))
    })
  )

  it.effect("tools NAME fails for an unknown tool, and names the nearest one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* runHere(["tools", "message_send"]), {
        code: 1,
        stdout: "",
        stderr: 'There is no tool "message_send"; did you mean messages_send? tools without a name lists all tools.\n'
      })
    })
  )

  it.effect("call prints JSON with and without --json, without colours and status line", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      const env = { ...(yield* atSandbox), FORCE_COLOR: "1", TERM: "xterm-256color" }
      const fields = ["--channel_id", ids.channels.general, "--limit", "3"]
      yield* inject({ match: { method: "GET", path: "/channels/*/messages" }, do: { kind: "latency", ms: 700 } })
      const plain = yield* runHere(["call", "messages_read", ...fields], env)
      assert.deepStrictEqual([plain.code, plain.stderr], [0, ""])
      assert.strictEqual(plain.stdout, `${JSON.stringify(JSON.parse(plain.stdout), undefined, 2)}\n`)
      assert.strictEqual(Object(JSON.parse(plain.stdout)).items.length, 3)
      for (const args of [
        ["call", "--json", "messages_read", ...fields],
        ["call", "messages_read", ...fields, "--json"]
      ]) {
        assert.deepStrictEqual(yield* runHere(args, env), plain)
      }
    })
  )

  it.effect("call prints the envelope as JSON with and without --json", () =>
    Effect.gen(function* () {
      const env = { ...(yield* atSandbox), FORCE_COLOR: "1" }
      const args = ["call", "channels_get", "--channel_id", "1248328050999999999"]
      const plain = yield* runHere(args, env)
      assert.deepStrictEqual([plain.code, plain.stdout], [5, ""])
      assert.strictEqual(plain.stderr, `${JSON.stringify(JSON.parse(plain.stderr), undefined, 2)}\n`)
      assert.strictEqual(Object(JSON.parse(plain.stderr)).code, "DISCORD_NOT_FOUND")
      assert.deepStrictEqual(yield* runHere([...args, "--json"], env), plain)
    })
  )
})
