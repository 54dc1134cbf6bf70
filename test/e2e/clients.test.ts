import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer as binary } from "./binary.ts"
import { run } from "./child.ts"

layer(Layer.merge(binary, NodeContext.layer), { excludeTestServices: true, timeout: "60 seconds" })(
  "clients add",
  (it) => {
    it.scoped("writes nothing and prints no token if a restriction is blank or missing", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
        const add = (...flags: ReadonlyArray<string>) =>
          run(["clients", "add", "ci", ...flags], { MCP_HTTP_CLIENTS_FILE: path })
        for (const option of ["--guild", "--category", "--tool", "--exclude-tool"]) {
          for (const [words, problem] of [
            [[option, ""], "the value is blank"],
            [[option], "the value is missing"]
          ] as const) {
            assert.deepStrictEqual(yield* add(...words), { code: 1, stdout: "", stderr: `${option}: ${problem}.\n` })
          }
        }
        assert.isFalse(yield* fs.exists(path))
        const good = yield* add("--guild", "1248328050278400001", "--exclude-tool", "guild_modify")
        assert.strictEqual(good.code, 0)
        const before = yield* fs.readFileString(path)
        assert.strictEqual((yield* add("--guild", "1248328050278400001", "--guild", "")).code, 1)
        assert.strictEqual(yield* fs.readFileString(path), before)
      })
    )

    it.scoped("and audit verify reject a blank file, and name its variable", () =>
      Effect.gen(function* () {
        for (const [args, name] of [
          [["clients", "list"], "MCP_HTTP_CLIENTS_FILE"],
          [["audit", "verify"], "MCP_AUDIT_FILE"]
        ] as const) {
          for (const [value, problem] of [
            ["", 'expected text, got ""'],
            ["undefined", 'is "undefined", which means a missing value']
          ] as const) {
            const { code, stderr } = yield* run(args, { [name]: value, HOME: "/nowhere" })
            assert.deepStrictEqual([code, stderr], [1, `${name}: ${problem}\n`])
          }
        }
      })
    )
  }
)
