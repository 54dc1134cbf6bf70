/** The walk of a team through docs/teams.md: set up, connect, rotate, remove, and read the audit log, on the sandbox. */
// @effect-diagnostics nodeBuiltinImport:off asyncFunction:off
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { commands } from "../../docs/shellExamples.ts"
import { freePort } from "../../freePort.ts"
import { layer as binary } from "../../process/binary.ts"
import { blocksUnder, openShell, type ShellBlock, sectionOf } from "./pageShell.ts"

const PAGE = "docs/teams.md"
const GENERAL = "1248328050311954441"

/** Connects the official client with a token. */
const connectWith = Effect.fnUntraced(function* (url: string, token: string) {
  const client = new Client({ name: "agent", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))),
    () => Effect.promise(() => client.close().catch(() => undefined))
  )
  /** Calls a tool. Returns its result, or the message of the refusal of the request. */
  const call = (name: string, args: Record<string, unknown>) =>
    Effect.promise(() =>
      client.callTool({ name, arguments: args }).then(
        ({ isError, structuredContent }) => ({ isError: isError === true, ...Object(structuredContent) }),
        (error: unknown) => ({ refused: String(error) })
      )
    )
  return { call, tools: Effect.promise(() => client.listTools()) }
})

it("keeps each token that a page writes into a file from other users and from git", () => {
  const pages = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((name) =>
    name.endsWith(".md")
  )
  const lines = pages.flatMap((page) => readFileSync(page, "utf8").split("\n"))
  const written = lines.filter((line) => /\bmain\.js clients (?:add|rotate)\b.* > \S+/.test(line))
  assert.isAbove(written.length, 3)
  for (const line of written) assert.match(line, /^\(umask 077 && .* > [\w-]+\.token\)$/)
  const ignored = readFileSync(".gitignore", "utf8").split("\n")
  for (const name of ["*.token", "clients.json"]) assert.include(ignored, name)
})

layer(binary, { excludeTestServices: true })("a team that follows docs/teams.md on the sandbox", (it) => {
  it.scoped("adds two clients, rotates one and removes the other, and finds all in the audit log", () =>
    Effect.gen(function* () {
      const folder = yield* commands
      const port = yield* freePort
      const shell = yield* openShell(folder, { MCP_HTTP_PORT: String(port) })
      const url = `http://127.0.0.1:${port}/mcp`
      assert.include(sectionOf(PAGE, "Set it up"), "add `--sandbox` to `doctor`, `serve` and `call`")
      const rehearsed = ({ prints, script }: ShellBlock): ShellBlock => ({
        prints,
        script: script
          .replaceAll(/(effect-discord-mcp|main\.js) (doctor|serve|call)\b/g, "$1 $2 --sandbox")
          // Warnings are an exit code of `doctor`.
          .replaceAll(/^(npx|node) .* doctor .*$/gm, "{ $&; } || [ $? -eq 1 ]")
          .replaceAll(/\b8484\b/g, String(port))
      })
      const runAll = (heading: string) =>
        Effect.forEach(blocksUnder(PAGE, heading), (block) => shell.run(rehearsed(block)))
      const reloads = (count: number) =>
        shell.log.until((text) => text.split("the clients file was reloaded").length > count)

      const [added] = yield* runAll("Set it up")
      const [support = ""] = /^\S{20,}$/m.exec(added?.stdout ?? "") ?? []
      assert.strictEqual(statSync(join(folder, "dashboards.token")).mode & 0o777, 0o600)
      const dashboards = readFileSync(join(folder, "dashboards.token"), "utf8").trim()
      yield* runAll("Connect the clients")

      // Each client has its own policy.
      const moderator = yield* connectWith(url, support)
      const reader = yield* connectWith(url, dashboards)
      const sent = yield* moderator.call("messages_send", { channel_id: GENERAL, content: "From support." })
      assert.isFalse(sent.isError)
      const target = { channel_id: GENERAL, message_id: sent.id }
      const preview = yield* moderator.call("messages_delete", target)
      assert.strictEqual(preview.code, "DRY_RUN_PREVIEW")
      assert.match(preview.recovery_hint, /call messages_delete again .* __confirm: the confirmation_token\.$/)
      const deleted = yield* moderator.call("messages_delete", { ...target, __confirm: preview.confirmation_token })
      assert.isFalse(deleted.isError)
      const bulk = { channel_id: GENERAL, message_ids: [sent.id, GENERAL] }
      assert.strictEqual((yield* moderator.call("messages_bulk_delete", bulk)).code, "SCOPE_REJECTED")
      assert.strictEqual(
        (yield* reader.call("messages_send", { channel_id: GENERAL, content: "?" })).code,
        "SCOPE_REJECTED"
      )

      // The old token of a rotated client is refused, and its holder learns why. The new one works.
      const [rotating, removing] = blocksUnder(PAGE, "Rotate, change and remove clients")
      yield* shell.run(rehearsed(rotating ?? assert.fail()))
      yield* reloads(1)
      const old = yield* reader.call("users_get_current", {})
      assert.match(old.refused, /The client has another token now/)
      const rotated = readFileSync(join(folder, "dashboards.token"), "utf8").trim()
      assert.notStrictEqual(rotated, dashboards)
      const again = yield* connectWith(url, rotated)
      assert.isFalse((yield* again.call("users_get_current", {})).isError)
      const still = yield* again.call("messages_send", { channel_id: GENERAL, content: "?" })
      assert.strictEqual(still.code, "SCOPE_REJECTED")
      assert.isFalse((yield* moderator.call("users_get_current", {})).isError)

      yield* shell.run(rehearsed(removing ?? assert.fail()))
      yield* reloads(2)
      assert.match((yield* moderator.call("users_get_current", {})).refused, /The client was removed/)
      assert.isFalse((yield* again.call("users_get_current", {})).isError)

      yield* runAll("See who did what")
      const records = readdirSync(join(folder, "audit"))
        .filter((name) => name.endsWith(".log"))
        .flatMap((name) =>
          readFileSync(join(folder, "audit", name), "utf8")
            .trim()
            .split("\n")
        )
        .map((line): { readonly kind: string; readonly client?: string; readonly tool?: string } => JSON.parse(line))
      const ended = records.filter(({ kind }) => kind === "ended")
      assert.sameMembers(
        ended.filter(({ client }) => client === "support").map(({ tool }) => tool),
        ["messages_send", "messages_delete", "messages_delete", "messages_bulk_delete"]
      )
      for (const token of [support, dashboards, rotated]) assert.notInclude(JSON.stringify(records), token)
    })
  )
})
