import { dirname } from "node:path"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Exit, Option } from "effect"
import { formatOf } from "../../src/cli/init/ConfigFile.ts"
import { cursor, failureOf, init, locations, pathOf, temporaryHome, withCursor, writing } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const URL = "https://discord.example.com/mcp"

const remote = { url: Option.some(URL) }

/** A reference to the token, in the syntax of a client. */
const reference = (syntax: string): string => `$${syntax.replace("NAME", "DISCORD_MCP_TOKEN")}`

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const PLACEHOLDER = "the token of this client goes here"

const COMMAND = { command: "npx", args: ["-y", "effect-discord-mcp", "connect", URL] }

/** The entry of each client in each scope. */
const entries: Readonly<Record<string, unknown>> = {
  "claude-desktop user": { ...COMMAND, env: { DISCORD_MCP_TOKEN: PLACEHOLDER } },
  "claude-code project": { type: "http", url: URL, headers: bearer(reference("{NAME}")) },
  "claude-code user": { type: "http", url: URL, headers: bearer(PLACEHOLDER) },
  "cursor user": { url: URL, headers: bearer(reference("{env:NAME}")) },
  "cursor project": { url: URL, headers: bearer(reference("{env:NAME}")) },
  "vscode user": { type: "http", url: URL, headers: bearer("$" + "{input:discord-mcp-token}") },
  "vscode project": { type: "http", url: URL, headers: bearer("$" + "{input:discord-mcp-token}") },
  "windsurf user": { serverUrl: URL, headers: bearer(reference("{env:NAME}")) },
  "gemini-cli user": { httpUrl: URL, headers: bearer(reference("{NAME}")) },
  "gemini-cli project": { httpUrl: URL, headers: bearer(reference("{NAME}")) },
  "zed user": { url: URL, headers: bearer(PLACEHOLDER) },
  "codex user": { url: URL, bearer_token_env_var: "DISCORD_MCP_TOKEN", startup_timeout_sec: 60 },
  "codex project": { url: URL, bearer_token_env_var: "DISCORD_MCP_TOKEN", startup_timeout_sec: 60 },
  "copilot-cli user": { type: "http", url: URL, headers: bearer(reference("{NAME}")), tools: ["*"] },
  "antigravity user": { serverUrl: URL, headers: bearer(PLACEHOLDER) }
}

describe("init --url", () => {
  for (const [client, location] of locations) {
    const name = `${client.name} ${location.scope}`
    const content = (text: string) => Object(Either.getOrThrow(formatOf(client).read(text)))

    it.scoped(`writes the entry of ${name}, replaces a local entry, and is replaced by one`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { environment } = yield* temporaryHome
        const here = { ...environment, variables: { ...environment.variables, MCP_READ_ONLY: "yes" } }
        const read = Effect.map(fs.readFileString(pathOf(location, environment)), content)
        const run = (more: object) => init(here, { ...writing(client, location), ...more })

        const first = yield* run(remote)
        assert.isTrue(Exit.isSuccess(first.exit), failureOf(first.exit))
        assert.include(first.text, location.remoteToken.todo)
        assert.include(first.text, "clients add NAME")
        assert.notInclude(first.text, "doctor")
        const written = yield* read
        assert.deepEqual(JSON.parse(JSON.stringify(written[client.servers])), { discord: entries[name] })
        assert.deepEqual(
          Object(written.inputs?.[0]).id,
          client.name === "vscode" ? "discord-mcp-token" : undefined,
          "the prompt for the token"
        )
        assert.include((yield* run(remote)).text, "nothing to change")

        yield* run({})
        const local = JSON.stringify((yield* read)[client.servers])
        assert.match(local, /^\{"discord":/)
        assert.include(local, "MCP_READ_ONLY")
        assert.notInclude(local, "DISCORD_MCP_TOKEN")
        assert.notInclude(local, URL)

        yield* run(remote)
        assert.deepEqual(JSON.parse(JSON.stringify((yield* read)[client.servers])), { discord: entries[name] })
      }).pipe(withNodeContext)
    )
  }

  it.scoped("changes the address of an entry, and keeps its token and its other fields", () =>
    Effect.gen(function* () {
      const entry = {
        url: "https://old.example/mcp",
        disabled: true,
        headers: { authorization: "Bearer abcdefghijkl" }
      }
      const before = { mcpServers: { discord: { ...entry, note: "DISCORD_MCP_TOKEN" } } }
      const { fs, path, environment } = yield* withCursor(JSON.stringify(before, undefined, 2))
      const { text } = yield* init(environment, { ...cursor, ...remote })
      assert.deepStrictEqual(JSON.parse(yield* fs.readFileString(path)), {
        mcpServers: { discord: { ...entry, url: URL, note: "DISCORD_MCP_TOKEN" } }
      })
      assert.notInclude(text, "abcdefghijkl")
      assert.notInclude(text, "Set DISCORD_MCP_TOKEN")
    }).pipe(withNodeContext)
  )

  it.scoped("does not change other servers over HTTP", () =>
    Effect.gen(function* () {
      const others = { discord: { url: "https://other.example/mcp", headers: { Authorization: "Bearer theirs" } } }
      const { fs, path, environment } = yield* withCursor(JSON.stringify({ mcpServers: others }, undefined, 2))
      yield* init(environment, { ...cursor, ...remote })
      assert.deepStrictEqual(JSON.parse(yield* fs.readFileString(path)), {
        mcpServers: { ...others, "effect-discord-mcp": entries["cursor user"] }
      })
    }).pipe(withNodeContext)
  )

  for (const [client, location] of locations.filter(([{ name }]) => name === "vscode")) {
    it.scoped(`adds its prompt once beside those of other servers, for ${client.name} ${location.scope}`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { environment } = yield* temporaryHome
        const path = pathOf(location, environment)
        yield* fs.makeDirectory(dirname(path), { recursive: true })
        const theirs = { type: "promptString", id: "their-token", description: "Theirs" }
        yield* fs.writeFileString(path, JSON.stringify({ inputs: [theirs], servers: {} }, undefined, 2))
        for (let times = 0; times < 2; times++) {
          yield* init(environment, { ...writing(client, location), ...remote })
          const { inputs } = JSON.parse(yield* fs.readFileString(path))
          assert.deepStrictEqual(inputs[0], theirs)
          assert.deepStrictEqual(
            inputs.map(({ id }: { id: string }) => id),
            ["their-token", "discord-mcp-token"]
          )
        }
      }).pipe(withNodeContext)
    )
  }

  it.scoped("lists a client with the placeholder as one without a token", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      yield* init(environment, { client: Option.some("zed"), yes: true, ...remote })
      const { text } = yield* init(environment)
      assert.match(text, /^zed +user +\S+ +has this server, as "discord", token missing$/m)
    }).pipe(withNodeContext)
  )

  it.scoped("rejects addresses that cannot be used, and flags of a local server", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const failure = (url: string, more: object = {}) =>
        Effect.map(init(environment, { ...cursor, url: Option.some(url), ...more }), ({ exit }) => failureOf(exit))
      assert.include(yield* failure("discord.example.com"), "--url: expected an address such as https://")
      assert.include(yield* failure("ftp://discord.example.com/mcp"), "--url: expected an address such as https://")
      assert.include(
        yield* failure("http://discord.example.com/mcp"),
        "is not this machine, so the token needs https://"
      )
      const credentials = yield* failure("https://me:hunter2@discord.example.com/mcp")
      assert.include(credentials, "--url: the address must not contain a user or a password")
      assert.notInclude(credentials, "hunter2")
      for (const more of [
        { sandbox: true },
        { guild: ["1248328050278400001"] },
        { surface: Option.some("core") },
        { tokenFrom: Option.some("env") }
      ]) {
        assert.include(
          yield* failure(URL, more),
          "--url cannot be combined with --sandbox, --surface, --allow, --guild or --token-from"
        )
      }
      assert.strictEqual(yield* failure("http://127.0.0.1:8484/mcp", { json: true }), "")
    }).pipe(withNodeContext)
  )
})
