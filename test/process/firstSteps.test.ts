import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { TOKEN } from "../cli/doctorHarness.ts"
import { roomy } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, run } from "./child.ts"

layer(Layer.mergeAll(SandboxModule.layer({ ...roomy, token: TOKEN }), binary, NodeContext.layer), {
  excludeTestServices: true
})("doctor, of the real binary", (it) => {
  it.effect("exits with 0 if every check is ok, and prints only the report", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["doctor"], { ...(yield* atSandbox), MCP_TOOLS: "messages_send" })
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.match(stdout, /^ok {7}discord {6}http:\/\/127\.0\.0\.1:\d+\/api answers in \d+ ms$/m)
      assert.match(stdout, /^ok {7}clock {8}differs from Discord's by less than 5 seconds$/m)
      assert.match(stdout, /^12 ok$/m)
      assert.notInclude(stdout, "\u001b")
    })
  )

  it.effect("exits with 1 for warnings only", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["doctor", "--json"], {
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
        const { code, stderr, stdout } = yield* run(["doctor", ...flags], env)
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
      const { code, stderr, stdout } = yield* run(["doctor", "--json", "--offline"], yield* atSandbox)
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

layer(Layer.merge(binary, NodeContext.layer), { excludeTestServices: true })("init, of the real binary", (it) => {
  it.scoped("adds an entry that starts this binary, and doctor finds it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "init-" })
      const unasked = yield* run(["init", "cursor"], { HOME })
      assert.deepStrictEqual(
        [unasked.code, unasked.stderr],
        [1, "Nothing was written, because no one can confirm here. Repeat with --yes.\n"]
      )
      const written = yield* run(["init", "cursor", "--yes", "--surface", "search"], { HOME })
      assert.deepStrictEqual([written.code, written.stderr], [0, ""])
      const { mcpServers } = Object(JSON.parse(yield* fs.readFileString(`${HOME}/.cursor/mcp.json`)))
      const { args, command, env } = mcpServers.discord
      assert.deepStrictEqual([command, args.at(-1)], ["node", "serve"])
      assert.deepStrictEqual(env, { DISCORD_TOKEN: `\${env:DISCORD_TOKEN}`, MCP_TOOL_SURFACE: "search" })
      assert.isTrue(yield* fs.exists(args[0]))

      const again = yield* run(["init", "cursor", "-y"], { HOME })
      assert.match(again.stdout, /^Cursor: nothing to change\./)
      const doctor = yield* run(["doctor", "--offline"], { HOME, DISCORD_TOKEN: TOKEN })
      assert.strictEqual(doctor.code, 0)
      assert.include(doctor.stdout, `Cursor (${HOME}/.cursor/mcp.json)`)
    })
  )

  it.scoped("exits with 1 for an unreadable config, and changes nothing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "init-" })
      const file = `${HOME}/.codex/config.toml`
      yield* fs.makeDirectory(`${HOME}/.codex`)
      yield* fs.writeFileString(file, "a = 1\nb = = 2\n")
      const { code, stderr, stdout } = yield* run(["init", "codex", "--yes"], { HOME })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, new RegExp(`^${file} cannot be read: line 2, column 5: .+\\. Nothing was changed\\.\\n$`))
      assert.strictEqual(yield* fs.readFileString(file), "a = 1\nb = = 2\n")
    })
  )

  it.scoped("lists the clients, and prints only an entry with --json", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "init-" })
      const list = yield* run(["init"], { HOME })
      assert.deepStrictEqual([list.code, list.stderr], [0, ""])
      assert.match(list.stdout, /^claude-desktop +user +\S+$/m)
      const json = yield* run(["init", "vscode", "--json"], { HOME })
      assert.deepStrictEqual([json.code, json.stderr], [0, ""])
      assert.deepStrictEqual(Object.keys(Object(JSON.parse(json.stdout))), ["inputs", "servers"])
      assert.deepStrictEqual(yield* fs.readDirectory(HOME), [])
      const unknown = yield* run(["init", "emacs"], { HOME })
      assert.strictEqual(unknown.code, 1)
      assert.match(unknown.stderr, /^There is no client "emacs"\. The clients are: /)
    })
  )
})
