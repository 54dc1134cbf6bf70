/** The entry that `doctor --client` reads. The server that it starts: test/process/doctorClient.test.ts. */
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { configuredEntry, variablesOf } from "../../src/cli/doctor/configuredEntry.ts"
import { readEntry } from "../../src/cli/doctor.ts"
import { codeOf } from "./doctorHarness.ts"
import { failureOf, init, launch, temporaryHome, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const entry = (env: object, more: object = {}) =>
  JSON.stringify({ mcpServers: { mine: { command: "npx", args: ["-y", "effect-discord-mcp"], env, ...more } } })

describe("the entry of a client", () => {
  it.scoped("has command, arguments and variables, with references resolved", () =>
    Effect.gen(function* () {
      const { environment, path } = yield* withCursor(
        entry({
          DISCORD_TOKEN: `\${env:MY_TOKEN}`,
          LOG_LEVEL: `\${LEVEL:-debug}`,
          MCP_FILES_DIR: `\${HOME}/up`,
          MCP_TOOLS: `\${UNSET}`
        })
      )
      const HOME = environment.variables.HOME
      const here = { ...environment, variables: { HOME, MY_TOKEN: "a-token-of-mine", MCP_READ_ONLY: "true" } }
      const found = yield* configuredEntry("cursor", here, launch)
      assert.deepInclude(found, { name: "mine", path, ...launch, asksForToken: false })
      assert.deepStrictEqual(variablesOf(found, here), {
        HOME,
        MY_TOKEN: "a-token-of-mine",
        DISCORD_TOKEN: "a-token-of-mine",
        LOG_LEVEL: "debug",
        MCP_FILES_DIR: `${HOME}/up`,
        // The check of the settings reports it.
        MCP_TOOLS: `\${UNSET}`
      })
    }).pipe(withNodeContext)
  )

  it.scoped("has the variables that Codex forwards", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      yield* init(environment, { client: Option.some("codex"), yes: true })
      const here = { ...environment, variables: { ...environment.variables, DISCORD_TOKEN: "a-token-of-mine" } }
      assert.deepStrictEqual((yield* configuredEntry("codex", here, launch)).env, { DISCORD_TOKEN: "a-token-of-mine" })
    }).pipe(withNodeContext)
  )

  it.scoped("says that only VS Code knows the token, unless the environment has one", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      yield* init(environment, { client: Option.some("vscode"), yes: true })
      const found = yield* configuredEntry("vscode", environment, launch)
      assert.isTrue(found.asksForToken)
      assert.notProperty(variablesOf(found, environment), "DISCORD_TOKEN")
      const here = { ...environment, variables: { ...environment.variables, DISCORD_TOKEN: "a-token-of-mine" } }
      const known = yield* configuredEntry("vscode", here, launch)
      assert.deepInclude(known, { asksForToken: false, env: { DISCORD_TOKEN: "a-token-of-mine" } })
    }).pipe(withNodeContext)
  )

  it.scoped("has the flags of its sandbox", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const options = { client: Option.some("zed"), sandbox: true, permissions: Option.some("none"), yes: true }
      yield* init(environment, options)
      const found = yield* configuredEntry("zed", environment, launch)
      assert.deepStrictEqual(found.sandbox, { sandbox: true, permissions: Option.some("none") })
    }).pipe(withNodeContext)
  )

  it.scoped("fails with 2 if it is missing, remote or unreadable, and with 1 for an unknown client", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { environment, path } = yield* withCursor("{}")
      const exitOf = (client: string) =>
        Effect.exit(
          readEntry(
            { json: false, offline: true, client: Option.some(client) },
            environment,
            "/usr/lib/node_modules/x.js"
          )
        )
      const codes: Array<number> = []
      for (const content of ["{}", '{ "mcpServers": { "discord": { "url": "https://h/mcp", "headers": {} } } }', "{"]) {
        yield* fs.writeFileString(
          path,
          content.replace('"headers": {}', '"headers": { "x": "$' + '{DISCORD_MCP_TOKEN}" }')
        )
        codes.push(codeOf(yield* exitOf("cursor")))
      }
      assert.deepStrictEqual(codes, [2, 2, 2])
      const unknown = yield* exitOf("emacs")
      assert.strictEqual(codeOf(unknown), 1)
      assert.include(failureOf(unknown), 'There is no client "emacs". The clients are: claude-desktop,')
    }).pipe(withNodeContext)
  )
})
