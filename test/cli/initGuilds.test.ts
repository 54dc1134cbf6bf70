/** The guilds of an entry: the flag, and the question that lists the guilds of the bot. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import { Sandbox } from "../dispatch/app.ts"
import { codeOf, TOKEN, withSandbox } from "./doctorHarness.ts"
import { cursor, failureOf, init, initAtTerminal, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const [A, B, C] = ["1248328050278400001", "1248328050278400002", "1248328050278400003"] as const

const guildsIn = (text: string) => {
  const { ALLOWED_GUILDS, DISCORD_DEFAULT_GUILD_ID } = Object(JSON.parse(text)).mcpServers.discord.env
  return [ALLOWED_GUILDS, DISCORD_DEFAULT_GUILD_ID]
}

describe("init --guild", () => {
  it.scoped("allows one guild, which is also the default, or several", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      for (const [guild, expected] of [
        [[A], [A, A]],
        // The default guild stays while it is allowed.
        [
          [A, B],
          [`${A},${B}`, A]
        ],
        [
          [B, ` ${C}`, B],
          [`${B},${C}`, undefined]
        ],
        [[C], [C, C]]
      ] as const) {
        const { exit, text } = yield* init(environment, { ...cursor, guild })
        assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
        assert.deepStrictEqual(guildsIn(yield* fs.readFileString(path)), [...expected])
        // Ids are no secrets, so the diff shows them.
        assert.include(text, `"ALLOWED_GUILDS": "${expected[0]}"`)
        assert.include((yield* init(environment, { ...cursor, guild })).text, "nothing to change")
      }
      const wrong = yield* init(environment, { ...cursor, guild: [A, "tidepool"] })
      assert.include(failureOf(wrong.exit), '--guild: expected a Discord id (17 to 20 digits), got "tidepool"')
    }).pipe(withNodeContext)
  )

  it.scoped("replaces the guilds of the environment, and drops a default guild that is none of them", () =>
    Effect.gen(function* () {
      const { environment } = yield* withCursor("{}")
      const around = { ...environment.variables, ALLOWED_GUILDS: C, DISCORD_DEFAULT_GUILD_ID: C }
      const run = (guild: ReadonlyArray<string>) =>
        Effect.map(init({ ...environment, variables: around }, { ...cursor, json: true, guild }), ({ text }) =>
          guildsIn(text)
        )
      assert.deepStrictEqual(yield* run([]), [C, C])
      assert.deepStrictEqual(yield* run([A]), [A, A])
      assert.deepStrictEqual(yield* run([A, B]), [`${A},${B}`, undefined])
      assert.deepStrictEqual(yield* run([A, C]), [`${A},${C}`, C])
    }).pipe(withNodeContext)
  )
})

describe("init on a terminal", () => {
  /** A home directory, and the address of the sandbox with its token. */
  const here = Effect.gen(function* () {
    const { ids, patch, url, ...sandbox } = yield* Sandbox
    const { environment, fs, path } = yield* withCursor("{}")
    const variables = { ...environment.variables, DISCORD_TOKEN: TOKEN, DISCORD_API_URL: url }
    const run = (...keys: ReadonlyArray<string>) =>
      initAtTerminal({ ...environment, variables }, { ...cursor, yes: false, ...allow }, ...keys)
    const guilds = Effect.map(fs.readFileString(path), guildsIn)
    return { ...sandbox, environment, variables, guilds, ids, patch, run }
  })
  const allow = { allow: Option.some("write" as const) }
  /** The first answer: the token file. Then the keys to the first guild. */
  const FIRST = ["enter", "down", "down"]

  it.scoped("lists the bot's guilds, and allows the chosen ones", () =>
    Effect.gen(function* () {
      const { guilds, ids, patch, run } = yield* here
      yield* patch({ [`/guilds/${ids.otherGuild}`]: { name: '\u001b[31m"Red"\u202e\nIgnore this' } })
      const one = yield* run(...FIRST, "space", "enter", "y")
      assert.isTrue(Exit.isSuccess(one.exit), failureOf(one.exit))
      assert.include(one.screen, "The bot is in 2 servers. Which may the assistant use?")
      assert.include(one.screen, `"Tidepool" (${ids.guild})`)
      // The names are texts of other people.
      assert.include(one.screen, `"[31m\\"Red\\"\\nIgnore this" (${ids.otherGuild})`)
      assert.notInclude(one.screen, "\u202e")
      assert.deepStrictEqual(yield* guilds, [ids.guild, ids.guild])

      // The entry has a token now, which is not asked for. Its guild is marked.
      const both = yield* run("down", "down", "down", "space", "enter", "y")
      assert.isTrue(Exit.isSuccess(both.exit), failureOf(both.exit))
      assert.notInclude(both.screen, "Token from")
      assert.deepStrictEqual(yield* guilds, [`${ids.guild},${ids.otherGuild}`, ids.guild])
      assert.include((yield* run("enter")).text, "nothing to change")

      yield* run("space", "down", "down", "down", "space", "enter", "y")
      assert.deepStrictEqual(yield* guilds, [ids.otherGuild, ids.otherGuild])
    }).pipe(withSandbox())
  )

  it.scoped("needs at least one of several guilds, all are one key, and a single guild is marked", () =>
    Effect.gen(function* () {
      const { guilds, ids, patch, run } = yield* here
      const none = yield* run("enter", "enter", "space", "enter", "y")
      assert.include(none.screen, "At least 1 are required")
      assert.deepStrictEqual(yield* guilds, [`${ids.guild},${ids.otherGuild}`, undefined])
      yield* patch({ [`/guilds/${ids.guild}`]: null })
      yield* run("enter", "y")
      assert.deepStrictEqual(yield* guilds, [ids.otherGuild, ids.otherGuild])
    }).pipe(withSandbox())
  )

  it.scoped("prints the link that invites the bot if it is in no guild, with the permissions of the access", () =>
    Effect.gen(function* () {
      const { environment, ids, patch, run, variables } = yield* here
      yield* patch({ [`/guilds/${ids.guild}`]: null, [`/guilds/${ids.otherGuild}`]: null })
      const { exit, screen, text } = yield* run("enter", "y")
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      const link = /^https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&scope=bot&permissions=(\d+)$/m
      assert.include(screen, "The bot is in no server yet. Invite it:")
      assert.include(screen, "To choose servers later, run init again.")
      assert.match(text, /Next:\n {2}1\. Invite the bot to a server: https:\/\/discord\.com\/oauth2/)
      const all = BigInt(link.exec(screen)?.[1] ?? "0")
      const reading = yield* initAtTerminal(
        { ...environment, variables },
        { ...cursor, yes: false, allow: Option.some("read") },
        "n"
      )
      const read = BigInt(link.exec(reading.screen)?.[1] ?? "0")
      assert.isTrue(read > 0n && read < all && (read & all) === read, `${read} of ${all}`)
    }).pipe(withSandbox())
  )

  it.scoped("does not ask with --guild, with ALLOWED_GUILDS, or with the sandbox", () =>
    Effect.gen(function* () {
      const { environment, variables } = yield* here
      for (const [options, around] of [
        [{ guild: [A] }, {}],
        [{}, { ALLOWED_GUILDS: A }],
        [{ sandbox: true }, {}]
      ] as const) {
        const { screen } = yield* initAtTerminal(
          { ...environment, variables: { ...variables, ...around } },
          { ...cursor, yes: false, ...allow, ...options },
          "enter"
        )
        assert.notInclude(screen, "Which may the assistant use?")
      }
    }).pipe(withSandbox())
  )

  it.scoped("says why the guilds cannot be listed, and goes on", () =>
    Effect.gen(function* () {
      const { fail, guilds, run } = yield* here
      yield* run("enter", "space", "enter", "y")
      const before = yield* guilds
      yield* fail({
        script: [{ match: { path: "/users/@me/guilds" }, times: 50, do: { kind: "status", status: 403 } }]
      })
      const { exit, screen } = yield* run()
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      assert.include(screen, "The bot's servers cannot be listed: ")
      assert.include(screen, "--guild ID chooses a server.")
      assert.deepStrictEqual(yield* guilds, before)
    }).pipe(withSandbox())
  )

  it.scoped("lists at most 100 guilds, and says how to choose another one", () =>
    Effect.gen(function* () {
      const { guilds, ids, patch, run } = yield* here
      const id = (at: number) => String(BigInt(ids.guild) + BigInt(at + 1))
      yield* patch(
        Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`/guilds/${id(at)}`, { id: id(at), name: `${at}` }]))
      )
      const { exit, screen } = yield* run("enter", "space", "enter", "y")
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      assert.include(screen, "The bot is in 122 servers.")
      assert.include(screen, "The first 100 are listed. --guild ID chooses another one.")
      assert.lengthOf(String((yield* guilds)[0]).split(","), 100)
    }).pipe(withSandbox())
  )

  it.scopedLive("goes on if Discord cannot be reached, with a new token and with that of the entry", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      const nowhere = { ...environment.variables, DISCORD_TOKEN: TOKEN, DISCORD_API_URL: "http://127.0.0.1:9/api" }
      const run = (...keys: ReadonlyArray<string>) =>
        initAtTerminal({ ...environment, variables: nowhere }, { ...cursor, yes: false, ...allow }, ...keys)
      const first = yield* run("enter", "y")
      assert.isTrue(Exit.isSuccess(first.exit), failureOf(first.exit))
      assert.include(first.screen, "The token is not checked: ")
      assert.notInclude(first.screen, "cannot be listed")
      const again = yield* run()
      assert.include(again.screen, "The bot's servers cannot be listed: ")
      assert.include(again.text, "nothing to change")
      assert.deepStrictEqual(guildsIn(yield* fs.readFileString(path)), [undefined, undefined])
    }).pipe(withNodeContext)
  )

  it.scoped("writes nothing if the input ends or is interrupted at the question", () =>
    Effect.gen(function* () {
      const { run } = yield* here
      assert.include(failureOf((yield* run("enter")).exit), "The input ended before the question was answered.")
      assert.strictEqual(codeOf((yield* run(...FIRST, "space", "^c")).exit), 130)
    }).pipe(withSandbox())
  )
})
