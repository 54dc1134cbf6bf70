import { Path } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { clients } from "../../src/cli/init/clients.ts"
import { BEFORE, cursor, failureOf, household, init, withCursor } from "./household.ts"
import { onDisk } from "./onDisk.ts"

describe("init", () => {
  it.scoped("binds a server to one guild, which its calls begin and stay in", () =>
    Effect.gen(function* () {
      const { standpoint } = yield* household
      const asked = { client: Option.some("zed"), guild: Option.some("1248328050278400001"), json: true }
      const { text } = yield* init(standpoint, asked)
      assert.deepStrictEqual(Object(JSON.parse(text)).context_servers.discord.env, {
        DISCORD_TOKEN: "the token of your bot goes here",
        ALLOWED_GUILDS: "1248328050278400001",
        DISCORD_DEFAULT_GUILD_ID: "1248328050278400001"
      })
      const wrong = yield* init(standpoint, { ...asked, guild: Option.some("tidepool") })
      assert.include(failureOf(wrong.exit), `--guild: expected a Discord id (17 to 20 digits), got "tidepool"`)
    }).pipe(onDisk)
  )

  it.scoped("knows no other clients and no other scopes, and says which there are", () =>
    Effect.gen(function* () {
      const { standpoint } = yield* household
      const unknown = yield* init(standpoint, { ...cursor, client: Option.some("vs-code") })
      assert.include(
        failureOf(unknown.exit),
        `There is no client "vs-code"; did you mean vscode? There are: ${clients.map(({ name }) => name).join(", ")}.`
      )
      const scope = yield* init(standpoint, {
        ...cursor,
        client: Option.some("windsurf"),
        scope: Option.some("project")
      })
      assert.include(failureOf(scope.exit), "Windsurf has no servers of a project: only --scope user.")
      const homeless = yield* init({ ...standpoint, variables: {} }, cursor)
      assert.include(failureOf(homeless.exit), "No home directory is known")
    }).pipe(onDisk)
  )

  it.scoped("lists the clients without one, with what is found of each", () =>
    Effect.gen(function* () {
      const { directory, fs, root, standpoint } = yield* withCursor(BEFORE)
      const paths = yield* Path.Path
      yield* init(standpoint, { client: Option.some("zed"), yes: true })
      yield* fs.makeDirectory(`${root}/home/.codex`)
      yield* fs.writeFileString(`${root}/home/.codex/config.toml`, "a = = 1\n")
      const { text } = yield* init(standpoint, { json: true })
      const all: ReadonlyArray<Record<string, unknown>> = JSON.parse(text)
      assert.deepStrictEqual(
        all.map(({ client, scope, state }) => `${client} ${scope} ${state}`),
        [
          "claude-desktop user absent",
          "claude-code project absent",
          "claude-code user absent",
          "cursor user present",
          "cursor project absent",
          "vscode user absent",
          "vscode project absent",
          "windsurf user absent",
          "gemini-cli user absent",
          "gemini-cli project absent",
          "zed user configured",
          "codex user unreadable",
          "codex project absent"
        ]
      )
      assert.deepInclude(all[10], { name: "discord", placeholder: true })
      const table = (yield* init(standpoint)).text
      assert.include(table, paths.join(directory, "mcp.json"))
      assert.match(table, /^zed +user +\S+ +has this server, as "discord", still without a token$/m)
      assert.match(table, /^codex +user +\S+ +cannot be read: line 1, column 5: /m)
    }).pipe(onDisk)
  )
})
