import * as FileSystem from "@effect/platform/FileSystem"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ClientEntry } from "../../src/mcp/http/access/ClientEntry.ts"
import { hashOf } from "../mcp/http/httpServer.ts"
import { nodeContext } from "../nodeContext.ts"
import { runHere } from "./runHere.ts"

layer(nodeContext, { excludeTestServices: true })("clients", (it) => {
  const emptyFile = Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
    const clients = (...args: ReadonlyArray<string>) => runHere(["clients", ...args], { MCP_HTTP_CLIENTS_FILE: path })
    const entries = Effect.map(fs.readFileString(path), (text): ReadonlyArray<ClientEntry> => JSON.parse(text))
    return { path, clients, entries }
  })

  it.scoped("add sets every field of a policy by a flag, and list shows each", () =>
    Effect.gen(function* () {
      const { clients, entries } = yield* emptyFile
      const flags: Readonly<Record<string, readonly [flag: string, value?: string]>> = {
        guilds: ["--guild", "1248328050278400001"],
        categories: ["--category", "messages"],
        tools: ["--tool", "messages_send"],
        exclude_tools: ["--exclude-tool", "messages_delete"],
        read_only: ["--read-only"],
        dry_run: ["--dry-run"],
        confirm: ["--confirm", "token"],
        channels: ["--channel", "1248328050337120271"],
        mention_only: ["--mention-only"],
        transcribe: ["--no-transcribe"]
      }
      const { name: _, token_sha256: __, ...policy } = ClientEntry.fields
      assert.sameMembers(Object.keys(flags), Object.keys(policy))
      for (const [field, words] of Object.entries(flags)) {
        assert.strictEqual((yield* clients("add", field, ...words.filter((word) => word !== undefined))).code, 0)
      }
      const { stdout } = yield* clients("list")
      for (const { name, token_sha256: _, ...policy } of yield* entries) {
        assert.deepStrictEqual(Object.keys(policy), [name])
        assert.include(stdout, `${name}  ${name}=${flags[name]?.[1] ?? String(name !== "transcribe")}\n`)
      }
      assert.strictEqual((yield* clients("add", "wrong", "--confirm", "never")).code, 1)
    })
  )

  it.scoped("rotate replaces only the hash of one client, and prints the new token alone on stdout", () =>
    Effect.gen(function* () {
      const { clients, entries, path } = yield* emptyFile
      const fs = yield* FileSystem.FileSystem
      yield* clients("add", "other", "--read-only")
      const added = yield* clients("add", "ci", "--guild", "1248328050278400001", "--confirm", "elicit")
      const before = yield* entries
      const rotated = yield* clients("rotate", "ci")
      assert.strictEqual(rotated.code, 0)
      assert.match(rotated.stdout, /^\S{20,}\n$/)
      assert.notStrictEqual(rotated.stdout, added.stdout)
      assert.match(rotated.stderr, /^"ci" has a new token in .*within 6 seconds.*not shown again:\n$/)
      const [other, ci] = before
      assert.deepStrictEqual(yield* entries, [
        other,
        { ...ci, token_sha256: hashOf(rotated.stdout.trim()) }
      ] as ReadonlyArray<ClientEntry>) // both were added
      assert.strictEqual((yield* fs.stat(path)).mode & 0o777, 0o600)
      for (const text of [yield* fs.readFileString(path), rotated.stderr]) {
        assert.notInclude(text, rotated.stdout.trim())
      }
      const missing = yield* clients("rotate", "cii")
      assert.deepStrictEqual(
        [missing.code, missing.stdout, missing.stderr],
        [1, "", `${path} has no client "cii"; did you mean ci?\n`]
      )
    })
  )

  it.scoped("add writes nothing and prints no token if a restriction is blank or missing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
      const add = (...flags: ReadonlyArray<string>) =>
        runHere(["clients", "add", "ci", ...flags], { MCP_HTTP_CLIENTS_FILE: path })
      for (const option of ["--guild", "--category", "--tool", "--exclude-tool", "--channel"]) {
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
          ["", 'expected a path, got ""'],
          ["undefined", 'is "undefined", which means a missing value']
        ] as const) {
          const { code, stderr } = yield* runHere(args, { [name]: value, HOME: "/nowhere" })
          assert.deepStrictEqual([code, stderr], [1, `${name}: ${problem}\n`])
        }
      }
    })
  )
})
