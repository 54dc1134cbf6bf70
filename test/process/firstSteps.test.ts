import { isAbsolute } from "node:path"
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TOKEN } from "../cli/doctorHarness.ts"
import { layer as binary } from "./binary.ts"
import { run } from "./child.ts"

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
      // A client that starts from the desktop has no PATH of a shell.
      assert.isTrue(isAbsolute(command), command)
      assert.strictEqual(args.at(-1), "serve")
      assert.deepStrictEqual(env, { DISCORD_TOKEN: `\${env:DISCORD_TOKEN}`, MCP_TOOL_SURFACE: "search" })
      assert.isTrue(yield* fs.exists(args[0]))

      const again = yield* run(["init", "cursor", "-y"], { HOME })
      assert.match(again.stdout, /^Cursor: nothing to change\./m)
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
