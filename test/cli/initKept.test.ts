/** What an entry keeps from before, and how clients start the server and are woken. */
import { delimiter, dirname } from "node:path"
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { clients } from "../../src/cli/init/clients.ts"
import { cursor, init, initOfCheckout, temporaryHome, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

describe("an entry that exists", () => {
  const before = {
    DISCORD_TOKEN_FILE: "/run/token",
    MCP_TOOLS: "messages_send",
    MCP_REDIS_URL: "redis://:hunter2@cache",
    MCP_READ_ONLY: "true",
    OTHER: "1"
  }
  const withEntry = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const fs = yield* FileSystem.FileSystem
    const entry = { command: "npx", args: ["-y", "effect-discord-mcp", ...args], env: before }
    const { environment, path } = yield* withCursor(JSON.stringify({ mcpServers: { discord: entry } }))
    const envAfter = Effect.map(fs.readFileString(path), (text) => Object(JSON.parse(text)).mcpServers.discord.env)
    return { environment, envAfter }
  })

  it.scoped("names the settings that it keeps, without secrets, and how to remove them", () =>
    Effect.gen(function* () {
      const { environment, envAfter } = yield* withEntry()
      for (const allow of [Option.none(), Option.some("write" as const)]) {
        const { text } = yield* init(environment, { ...cursor, allow })
        assert.include(text, "Kept from before: MCP_TOOLS=messages_send, MCP_REDIS_URL")
        assert.include(text, "To remove what is kept, use --reset.")
        assert.notInclude(text.split("\n").find((line) => line.startsWith("Kept")) ?? "", "hunter2")
        assert.include((yield* envAfter).MCP_TOOLS, "messages_send")
      }
    }).pipe(withNodeContext)
  )

  it.scoped("keeps its token and other variables with --reset, and no setting", () =>
    Effect.gen(function* () {
      const { environment, envAfter } = yield* withEntry()
      const { text } = yield* init(environment, { ...cursor, reset: true, allow: Option.some("write") })
      assert.notInclude(text, "Kept from before")
      const { DISCORD_TOKEN_FILE, OTHER } = before
      assert.deepStrictEqual(yield* envAfter, { DISCORD_TOKEN_FILE, OTHER, MCP_DRY_RUN: "true" })
    }).pipe(withNodeContext)
  )
})

describe("the command of an entry", () => {
  it.scoped("names the file of Node for clients that start from the desktop, and is recognised later", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { environment, root } = yield* temporaryHome
      yield* fs.makeDirectory(`${root}/bin`)
      yield* fs.symlink(process.execPath, `${root}/bin/node`)
      const at = (PATH: string) => ({ ...environment, variables: { ...environment.variables, PATH } })
      for (const { name, startsFromDesktop } of clients) {
        const commandFor = (PATH: string) =>
          Effect.map(
            initOfCheckout(at(PATH), { client: Option.some(name), json: true }),
            ({ text }) => /"command": "(.*)"/.exec(text)?.[1]
          )
        // A link in the PATH outlives an upgrade.
        const link = [`relative/bin`, "/nowhere", `${root}/bin`, dirname(process.execPath)].join(delimiter)
        assert.strictEqual(yield* commandFor(link), startsFromDesktop ? `${root}/bin/node` : "node", name)
        assert.strictEqual(yield* commandFor("/nowhere"), startsFromDesktop ? process.execPath : "node", name)
      }
      yield* initOfCheckout(at("/nowhere"), cursor)
      const { text } = yield* initOfCheckout(at("/nowhere"), cursor)
      assert.include(text, "nothing to change")
      assert.include(text, "node /usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js doctor --client cursor")
    }).pipe(withNodeContext)
  )

  it.scoped("of wait is absolute for Claude Code, whose entry is in the user's file", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const variables = { ...environment.variables, MCP_GATEWAY: "true" }
      const options = { client: Option.some("claude-code"), yes: true, sandbox: true }
      const { text } = yield* initOfCheckout({ ...environment, variables }, options)
      assert.include(text, `${environment.variables.HOME}/.claude.json`)
      assert.include(
        text,
        "background: node /usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js wait --mentions-me --timeout 8h"
      )
      const other = yield* temporaryHome
      assert.notInclude((yield* initOfCheckout(other.environment, options)).text, "background")
    }).pipe(withNodeContext)
  )
})
