import { Path } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { clients } from "../../src/cli/init/clients.ts"
import { BEFORE, cursor, failureOf, init, temporaryHome, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

describe("init", () => {
  it.scoped("restricts a server to one guild, which is also the default", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const asked = { client: Option.some("zed"), guild: ["1248328050278400001"], json: true }
      const { text } = yield* init(environment, asked)
      assert.deepStrictEqual(Object(JSON.parse(text)).context_servers.discord.env, {
        DISCORD_TOKEN: "the token of your bot goes here",
        ALLOWED_GUILDS: "1248328050278400001",
        DISCORD_DEFAULT_GUILD_ID: "1248328050278400001"
      })
      const wrong = yield* init(environment, { ...asked, guild: ["tidepool"] })
      assert.include(failureOf(wrong.exit), `--guild: expected a Discord id (17 to 20 digits), got "tidepool"`)
    }).pipe(withNodeContext)
  )

  it.scoped("rejects unknown clients and scopes, and lists the known ones", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const unknown = yield* init(environment, { ...cursor, client: Option.some("vs-code") })
      assert.include(
        failureOf(unknown.exit),
        `There is no client "vs-code"; did you mean vscode? The clients are: ${clients.map(({ name }) => name).join(", ")}.`
      )
      const scope = yield* init(environment, {
        ...cursor,
        client: Option.some("windsurf"),
        scope: Option.some("project")
      })
      assert.include(failureOf(scope.exit), "Windsurf has no config file for a project. Use --scope user.")
      const homeless = yield* init({ ...environment, variables: {} }, cursor)
      assert.include(failureOf(homeless.exit), "No home directory is set")
    }).pipe(withNodeContext)
  )

  it.scoped("lists the clients and the state of their config files", () =>
    Effect.gen(function* () {
      const { directory, fs, root, environment } = yield* withCursor(BEFORE)
      const paths = yield* Path.Path
      yield* init(environment, { client: Option.some("zed"), yes: true })
      yield* fs.makeDirectory(`${root}/home/.codex`)
      yield* fs.writeFileString(`${root}/home/.codex/config.toml`, "a = = 1\n")
      const { text } = yield* init(environment, { json: true })
      const all: ReadonlyArray<Record<string, unknown>> = JSON.parse(text)
      assert.deepStrictEqual(
        all.map(({ client, scope, state }) => `${client} ${scope} ${state}`),
        [
          "claude-desktop user absent",
          "claude-code user absent",
          "claude-code project absent",
          "cursor user present",
          "cursor project absent",
          "vscode user absent",
          "vscode project absent",
          "windsurf user absent",
          "gemini-cli user absent",
          "gemini-cli project absent",
          "zed user configured",
          "codex user unreadable",
          "codex project absent",
          "copilot-cli user absent",
          "antigravity user absent"
        ]
      )
      assert.deepInclude(all[10], { name: "discord", placeholder: true })
      const table = (yield* init(environment)).text
      assert.include(table, paths.join(directory, "mcp.json"))
      assert.match(table, /^zed +user +\S+ +has this server, as "discord", token missing$/m)
      assert.match(table, /^codex +user +\S+ +cannot be read: line 1, column 5: /m)
    }).pipe(withNodeContext)
  )
})
