/** How `init` gives an entry the bot's token. At a real terminal: test/package/walks/ownBot.test.ts. */
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import type { Environment } from "../../src/cli/Environment.ts"
import { Sandbox } from "../dispatch/app.ts"
import { TOKEN, withSandbox } from "./doctorHarness.ts"
import { cursor, failureOf, init, temporaryHome, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const BOT = "1219699408896000001"

/** An environment with a token, and with the address of the sandbox. */
const withToken = (environment: Environment, token = TOKEN) =>
  Effect.map(Sandbox, ({ url }) => ({
    ...environment,
    variables: { ...environment.variables, DISCORD_TOKEN: token, DISCORD_API_URL: url }
  }))

const fromFile = { tokenFrom: Option.some("file" as const), yes: true }

const envIn = (text: string) => Object(JSON.parse(text)).mcpServers.discord.env

describe("init --token-from", () => {
  it.scoped("file writes the checked token to a file of its bot, and the entry names that file", () =>
    Effect.gen(function* () {
      const { environment, fs, path, root } = yield* withCursor("{}")
      const here = yield* withToken(environment)
      const { exit, text } = yield* init(here, { ...cursor, ...fromFile })
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      const file = `${root}/home/.local/state/effect-discord-mcp/${BOT}.token`
      const written = yield* fs.readFileString(path)
      assert.deepStrictEqual(envIn(written), {
        DISCORD_API_URL: here.variables.DISCORD_API_URL,
        DISCORD_TOKEN_FILE: file
      })
      assert.strictEqual(yield* fs.readFileString(file), `${TOKEN}\n`)
      assert.strictEqual(Number((yield* fs.stat(file)).mode) & 0o777, 0o600)
      for (const shown of [written, text]) assert.notInclude(shown, TOKEN)
      // A second run finds the entry as it should be.
      assert.include((yield* init(here, { ...cursor, ...fromFile })).text, "nothing to change")
    }).pipe(withSandbox())
  )

  it.scoped("file shows that the token of its file is replaced, and asks, even if the entry is unchanged", () =>
    Effect.gen(function* () {
      const { environment, fs, path, root } = yield* withCursor("{}")
      const here = yield* withToken(environment)
      yield* init(here, { ...cursor, ...fromFile })
      const config = yield* fs.readFileString(path)
      const file = `${root}/home/.local/state/effect-discord-mcp/${BOT}.token`
      const older = "older-token\n"
      yield* fs.writeFileString(file, older)
      const change = `Token file: ${file} (its token is replaced)`

      const unconfirmed = yield* init(here, { ...cursor, ...fromFile, yes: false })
      assert.include(unconfirmed.text, change)
      assert.include(failureOf(unconfirmed.exit), "Nothing was written, because no one can confirm here.")
      const dry = yield* init(here, { ...cursor, ...fromFile, dryRun: true })
      assert.include(dry.text, change)
      assert.include(dry.text, "Nothing was written: this was a dry run.")
      assert.strictEqual(yield* fs.readFileString(file), older)

      const confirmed = yield* init(here, { ...cursor, ...fromFile })
      assert.include(confirmed.text, change)
      assert.include(confirmed.text, "Written.")
      assert.strictEqual(yield* fs.readFileString(file), `${TOKEN}\n`)
      assert.strictEqual(yield* fs.readFileString(path), config)

      yield* fs.chmod(file, 0o644)
      assert.include((yield* init(here, { ...cursor, ...fromFile })).text, "(it becomes readable only by you)")
      assert.strictEqual(Number((yield* fs.stat(file)).mode) & 0o777, 0o600)
      for (const { text } of [unconfirmed, dry, confirmed]) {
        assert.notInclude(text, TOKEN)
        assert.notInclude(text, older.trim())
      }
    }).pipe(withSandbox())
  )

  it.scoped("file names the token file that was written if the config cannot be written", () =>
    Effect.gen(function* () {
      const { directory, environment, fs, path, root } = yield* withCursor("{}")
      const here = yield* withToken(environment)
      const broken: FileSystem.FileSystem = {
        ...fs,
        rename: (from, to) => (to === path ? fs.access("/nowhere/nothing") : fs.rename(from, to))
      }
      const { exit } = yield* init(here, { ...cursor, ...fromFile }).pipe(
        Effect.provideService(FileSystem.FileSystem, broken)
      )
      const file = `${root}/home/.local/state/effect-discord-mcp/${BOT}.token`
      assert.include(failureOf(exit), `${path} cannot be written (NotFound). Only ${file} was written.`)
      assert.strictEqual(yield* fs.readFileString(file), `${TOKEN}\n`)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withSandbox())
  )

  it.scoped("file replaces a placeholder, a reference and a token in the entry", () =>
    Effect.gen(function* () {
      for (const token of ["the token of your bot goes here", `\${env:DISCORD_TOKEN}`, "a-token-of-another-bot"]) {
        const entry = {
          command: "npx",
          args: ["-y", "effect-discord-mcp"],
          env: { DISCORD_TOKEN: token, LOG_LEVEL: "debug" }
        }
        const { environment, fs, path } = yield* withCursor(
          JSON.stringify({ mcpServers: { discord: entry } }, undefined, 2)
        )
        const { exit } = yield* init(yield* withToken(environment), { ...cursor, ...fromFile })
        assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
        const env = envIn(yield* fs.readFileString(path))
        assert.notProperty(env, "DISCORD_TOKEN")
        assert.strictEqual(env.LOG_LEVEL, "debug")
        assert.match(env.DISCORD_TOKEN_FILE, new RegExp(`/${BOT}\\.token$`))
      }
    }).pipe(withSandbox())
  )

  it.scoped("file stops Codex from forwarding the variable", () =>
    Effect.gen(function* () {
      const { environment, root } = yield* temporaryHome
      const fs = yield* FileSystem.FileSystem
      const codex = { client: Option.some("codex"), yes: true }
      yield* init(environment, codex)
      const path = `${root}/home/.codex/config.toml`
      assert.include(yield* fs.readFileString(path), 'env_vars = ["DISCORD_TOKEN"]')
      const { exit } = yield* init(yield* withToken(environment), { ...codex, ...fromFile })
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      const after = yield* fs.readFileString(path)
      assert.notMatch(after, /"DISCORD_TOKEN"/)
      assert.match(after, /DISCORD_TOKEN_FILE = /)
    }).pipe(withSandbox())
  )

  it.scoped("env replaces a file by a reference", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      yield* init(yield* withToken(environment), { ...cursor, ...fromFile })
      const { exit } = yield* init(environment, { ...cursor, tokenFrom: Option.some("env") })
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      const env = envIn(yield* fs.readFileString(path))
      assert.strictEqual(env.DISCORD_TOKEN, `\${env:DISCORD_TOKEN}`)
      assert.notProperty(env, "DISCORD_TOKEN_FILE")
    }).pipe(withSandbox())
  )

  it.scoped("writes nothing for a rejected, invalid or missing token", () =>
    Effect.gen(function* () {
      const { directory, environment, fs, root } = yield* withCursor("{}")
      const refused = TOKEN.replace("not-a-real", "no-other")
      for (const [here, problem] of [
        [yield* withToken(environment, refused), "DISCORD_TOKEN: Discord does not accept this token."],
        [yield* withToken(environment, "two words"), "DISCORD_TOKEN: expected a bot token"],
        [environment, "--token-from file needs the token. Set DISCORD_TOKEN, or run init on a terminal"]
      ] as const) {
        const { exit, text } = yield* init(here, { ...cursor, ...fromFile })
        assert.include(failureOf(exit), problem)
        assert.notInclude(text + failureOf(exit), refused)
      }
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
      assert.deepStrictEqual(yield* fs.readDirectory(`${root}/home`), [".cursor"])
    }).pipe(withSandbox())
  )

  it.scoped("names the forms that the client supports", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      for (const [client, form, allowed] of [
        ["cursor", "prompt", "file, env"],
        ["zed", "env", "file"],
        ["vscode", "env", "file, prompt"]
      ] as const) {
        const { exit } = yield* init(environment, {
          client: Option.some(client),
          tokenFrom: Option.some(form),
          yes: true
        })
        assert.include(failureOf(exit), `--token-from ${form}: `)
        assert.include(failureOf(exit), `Expected one of ${allowed}.`)
      }
    }).pipe(withNodeContext)
  )
})
