/** The walk of an owner with a bot: the questions of `init` on a terminal, and the recipes. */
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../../src/sandbox/Sandbox.ts"
import { TOKEN } from "../../cli/doctorHarness.ts"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import { layer as binary } from "../../process/binary.ts"
import { run } from "../../process/child.ts"
import { startOnTerminal } from "../../process/pseudoTerminal.ts"
import { sectionOf } from "./pageShell.ts"
import { agreeOnTerminal, commandOf, emptyHome, recipes, shownIn, startEntry } from "./walk.ts"

const ENTER = "\r"
const DOWN = "\u001b[B"
const SPACE = " "
const BOT = "1219699408896000001"

layer(
  Layer.mergeAll(
    SandboxModule.layer({ ...roomy, token: TOKEN, permissions: PermissionFlagsBits.Administrator }),
    binary,
    NodeContext.layer
  ),
  {
    excludeTestServices: true
  }
)("an owner with a bot", (it) => {
  it.scoped("answers the questions of init, keeps the token in a private file, and allows two servers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { ids, url } = yield* Sandbox
      const env = { ...(yield* emptyHome), DISCORD_API_URL: url }
      const child = yield* startOnTerminal(commandOf("init").args, 100, env)
      const answer = (question: RegExp, keys: string) =>
        Effect.zipRight(
          child.stdout.until((text) => question.test(shownIn(text))),
          child.write(keys)
        )
      yield* answer(/\? Client/, `${DOWN}${DOWN}${ENTER}`)
      yield* answer(/\? Access/, `${DOWN}${ENTER}`)
      yield* answer(/\? Token from/, ENTER)
      yield* answer(/Bot token \(hidden\)/, `${TOKEN.replace("not-a-real", "no-other")}${ENTER}`)
      // What is typed too early is not shown either.
      yield* child.write(TOKEN)
      yield* answer(/does not accept this token\.[\s\S]*\(hidden\)/, `${TOKEN}${ENTER}`)
      yield* answer(/The token is that of the bot "sandbox-bot"[\s\S]*\? Servers/, `${SPACE}${ENTER}`)
      yield* answer(/Write them\?/, "y")
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })

      const file = `${env.HOME}/.local/state/effect-discord-mcp/${BOT}.token`
      const shown = shownIn(child.stdout.text)
      for (const text of [
        "It is not shown. init checks it with Discord",
        "(mode 0600)",
        "The bot is in 2 servers.",
        "Cursor shows you what the call would do, and asks you.",
        '+        "MCP_CONFIRM": "elicit"',
        `+        "ALLOWED_GUILDS": "${ids.guild},${ids.otherGuild}"`
      ]) {
        assert.include(shown.replaceAll(/ ?\n(?!\+)/g, " "), text)
      }
      assert.notInclude(shown, TOKEN.slice(-20))
      assert.strictEqual(yield* fs.readFileString(file), `${TOKEN}\n`)
      assert.strictEqual(Number((yield* fs.stat(file)).mode) & 0o777, 0o600)
      const config = yield* fs.readFileString(`${env.HOME}/.cursor/mcp.json`)
      assert.notInclude(config, TOKEN)
      assert.deepStrictEqual(Object(JSON.parse(config)).mcpServers.discord.env, {
        DISCORD_API_URL: url,
        DISCORD_TOKEN_FILE: file,
        MCP_DRY_RUN: "false",
        MCP_CONFIRM: "elicit",
        ALLOWED_GUILDS: `${ids.guild},${ids.otherGuild}`
      })
      // The client starts from the desktop: its environment has no token.
      const { ask } = yield* startEntry("cursor", { HOME: env.HOME, PATH: env.PATH })
      assert.lengthOf((yield* ask("users_list_current_user_guilds", {})).items, 2)
    })
  )

  /** What a client has that reads the sandbox as a bot's owner: a token in the environment, and one server allowed. */
  const ownerEnv = Effect.gen(function* () {
    const { ids, url } = yield* Sandbox
    return { ...(yield* emptyHome), DISCORD_API_URL: url, DISCORD_TOKEN: TOKEN, ALLOWED_GUILDS: ids.guild }
  })

  it.scoped("takes moderation back, as the page says", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const env = yield* ownerEnv
      const command = commandOf("init", "cursor", "--allow", "destructive")
      for (const [access, code] of [
        ["destructive", "CONFIRMATION_DECLINED"],
        ["write", "DRY_RUN_PREVIEW"],
        ["read", "SCOPE_REJECTED"]
      ] as const) {
        yield* agreeOnTerminal({ ...command, args: command.args.with(-1, access) }, env)
        const { call, questions } = yield* startEntry("cursor", env)
        const deletion = { channel_id: ids.channels.general, message_id: ids.messages.byMember }
        const { result } = yield* call("messages_delete", deletion)
        assert.strictEqual(result.code, code)
        if (code === "DRY_RUN_PREVIEW") {
          assert.include(result.recovery_hint, "only previewed here (MCP_DRY_RUN=true)")
          assert.include(result.recovery_hint, "init and --allow destructive")
        }
        assert.lengthOf(questions, access === "destructive" ? 1 : 0)
      }
    })
  )

  it.scoped("applies a blueprint after one question on a terminal, and deletes only what is agreed to", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { ids } = yield* Sandbox
      const env = { ...(yield* ownerEnv), MCP_DRY_RUN: "false" }
      const [, page = ""] =
        /study\.yaml <<'YAML'\n([\s\S]*?)YAML/.exec(sectionOf("docs/blueprints.md", "A study group")) ?? []
      const file = `${env.HOME}/study.yaml`
      const channels = (text: string) => /channels:\n[\s\S]*/.exec(text)?.[0] ?? ""
      yield* fs.writeFileString(file, page)
      const onTerminal = Effect.fnUntraced(function* (keys: string, ...more: ReadonlyArray<string>) {
        const child = yield* startOnTerminal(["blueprint", "apply", ids.guild, file, ...more], 100, env)
        const asked = child.stdout.until((text) => /\(y\/N\)/.test(shownIn(text)))
        if (keys !== "") yield* Effect.zipRight(asked, child.write(keys))
        const { code } = yield* child.ended
        return { code, shown: shownIn(child.stdout.text) }
      }, Effect.scoped)
      const no = yield* onTerminal("n")
      assert.match(no.shown, /role Tutor[\s\S]*7 to create\.[\s\S]*Make 7 changes\?[\s\S]*Nothing was changed\./)
      assert.strictEqual(no.code, 5)
      const yes = yield* onTerminal("y")
      assert.match(yes.shown, /7 to create\.[\s\S]*Make 7 changes\?[\s\S]*The server is as the blueprint says\./)
      assert.strictEqual(yes.code, 0)
      // A plan that deletes is not run where nobody can answer, and asks once where somebody can.
      yield* fs.writeFileString(file, page.replace("  - {name: Student}\n", "").replace(channels(page), ""))
      const args = ["blueprint", "apply", ids.guild, file, "--prune"]
      assert.strictEqual((yield* run(args, env)).code, 5)
      const pruned = yield* onTerminal("n", "--prune")
      assert.match(pruned.shown, /Student[\s\S]*\(y\/N\)/)
      assert.strictEqual(pruned.code, 5)
      yield* fs.writeFileString(file, page.replace("Dates of the course", "Dates"))
      const flagged = yield* onTerminal("", "--yes")
      assert.notInclude(flagged.shown, "(y/N)")
      assert.strictEqual(flagged.code, 0)
      yield* fs.writeFileString(file, page)
      assert.strictEqual((yield* run(args.slice(0, 4), env)).code, 0)
    })
  )

  it.scoped("is woken by wait, with the tools of the recipe or with gateway_wait_for alone", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { ids, people } = yield* Sandbox
      const [, tools = ""] = /MCP_TOOLS=(\S+) node/.exec(sectionOf("docs/events.md", "Recipes")) ?? []
      assert.include(tools, "gateway_wait_for")
      const content = `<@${ids.bot}> hello`
      const mention = people({ as: ids.members.bruno, write: { channel_id: ids.channels.general, content } })
      for (const MCP_TOOLS of [tools, "gateway_wait_for"]) {
        const env = { ...(yield* ownerEnv), MCP_GATEWAY: "true", MCP_TOOLS, MCP_DRY_RUN: "false" }
        assert.strictEqual((yield* run(["init", "cursor", "--yes"], env)).code, 0)
        const { ask } = yield* startEntry("cursor", env)
        if (MCP_TOOLS === tools) yield* ask("messages_send", { channel_id: ids.channels.general, content: "Kept." })
        const woken = yield* Effect.raceFirst(
          // The server may not own the connection yet.
          Effect.repeat(run(["wait", "--mentions-me", "--timeout", "20s"], env), { until: ({ code }) => code !== 4 }),
          Effect.forever(Effect.delay(mention, "300 millis"))
        )
        assert.deepStrictEqual([woken.code, woken.stderr], [0, ""])
        assert.match(woken.stdout, /message_create by "Bruno"/)
        // The page lists all that is kept.
        const rows = [
          ...sectionOf("docs/operations.md", "What is kept between starts").matchAll(/^\| (`.+?`(?:, `.+?`)*) \|/gm)
        ]
        const listed = rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`(.+?)`/g)].map(([, name = ""]) => name))
        const patterns = listed.map(
          (name) =>
            new RegExp(
              `^${name
                .replaceAll(".", "\\.")
                .replaceAll("…", ".*")
                .replaceAll(/\b(ID|N)\b/g, "\\d+")}`
            )
        )
        const directory = `${env.HOME}/.local/state/effect-discord-mcp`
        const paths = yield* fs.readDirectory(directory, { recursive: true })
        const kept = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
        assert.deepStrictEqual(
          kept.filter((path) => !patterns.some((pattern) => pattern.test(path))),
          []
        )
        const missing = listed.filter((_, at) => !kept.some((path) => patterns[at]?.test(path)))
        const made = MCP_TOOLS === tools ? [] : ["audit-….log", "audit-….log.head"]
        assert.includeMembers([...made, "ID.token", "gateway/ID/asks.json", "compile-cache/"], missing)
      }
    })
  )

  /** For each recipe, tools that its text promises, and tools that it excludes. */
  const promises: Readonly<
    Record<string, { readonly can: ReadonlyArray<string>; readonly cannot: ReadonlyArray<string> }>
  > = {
    "Read-only summariser": {
      can: ["channels_list", "messages_read"],
      cannot: ["messages_send", "reactions_create", "channels_delete"]
    },
    Moderator: {
      can: ["messages_send", "messages_delete", "members_timeout", "members_kick", "members_ban"],
      cannot: ["channels_delete", "roles_delete", "guild_modify"]
    },
    Announcer: {
      can: ["messages_send", "polls_create"],
      cannot: ["messages_delete", "members_search"]
    },
    "Support triage": {
      can: ["messages_read", "messages_send", "reactions_create"],
      cannot: ["messages_delete", "members_ban", "channels_delete"]
    }
  }

  it("has a recipe for each of these roles", () => {
    assert.deepStrictEqual([...recipes.keys()], Object.keys(promises))
  })

  for (const [title, recipe] of recipes) {
    it.scoped(`gets from the recipe "${title}" what it says, and no more`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const guild_id = ids.guild
        const channel_id = ids.channels.general
        const message_id = ids.messages.byMember
        const user_id = ids.members.bruno
        const inputs: Readonly<Record<string, object>> = {
          channels_list: { guild_id },
          messages_read: { channel_id },
          messages_send: { channel_id, content: "Hello" },
          messages_delete: { channel_id, message_id },
          polls_create: { channel_id, question: "When?", answers: [{ text: "Now" }, { text: "Later" }] },
          reactions_create: { channel_id, message_id, emoji: "👋" },
          members_search: { guild_id, query: "bruno" },
          members_timeout: { guild_id, user_id, minutes: 10 },
          members_kick: { guild_id, user_id },
          members_ban: { guild_id, user_id },
          channels_delete: { channel_id },
          roles_delete: { guild_id, role_id: ids.roles.member },
          guild_modify: { guild_id, name: "Other" }
        }
        const env = yield* ownerEnv
        // An older recipe has limited the tools.
        const former = {
          command: "npx",
          args: ["effect-discord-mcp"],
          env: { MCP_TOOLS: "guild_get", MCP_CATEGORIES: "guild" }
        }
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${env.HOME}/.cursor`)
        yield* fs.writeFileString(`${env.HOME}/.cursor/mcp.json`, JSON.stringify({ mcpServers: { discord: former } }))
        yield* agreeOnTerminal(recipe, env)
        const { call, client, questions } = yield* startEntry("cursor", env)
        const { tools } = yield* Effect.promise(() => client.listTools())
        const listed = tools.map(({ name }) => name).filter((name) => !name.startsWith("mcp_"))
        const named = recipe.variables.MCP_TOOLS?.split(",") ?? listed
        assert.sameMembers(listed, [...named])
        const { can, cannot } = promises[title] ?? assert.fail(title)
        for (const name of can) {
          const { failed, result } = yield* call(name, inputs[name] ?? assert.fail(name))
          // The person declines what destroys.
          if (failed) assert.strictEqual(result.code, "CONFIRMATION_DECLINED", `${title}: ${name}`)
        }
        assert.lengthOf(questions, title === "Moderator" ? 4 : 0)
        for (const name of cannot) {
          const { result } = yield* call(name, inputs[name] ?? assert.fail(name))
          assert.strictEqual(result.code, "SCOPE_REJECTED", `${title}: ${name}`)
        }
      })
    )
  }
})
