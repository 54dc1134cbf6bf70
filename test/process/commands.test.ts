import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { steps as demoSteps } from "../../src/cli/demo/steps.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { connect, run, start } from "./child.ts"

const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"

const MISSING =
  "DISCORD_TOKEN: not set. Set it to the bot token (Discord Developer Portal → your application → Bot), or set DISCORD_TOKEN_FILE to a file with the token. To try the server without a bot, run serve --sandbox."

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the program", (it) => {
  for (const args of [["serve"], []]) {
    it.effect(`rejects a missing token with a hint: ${JSON.stringify(args)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* run(args), {
          code: 1,
          stdout: "",
          stderr: `The server cannot start: a setting is wrong.\n  - ${MISSING}\n`
        })
      })
    )
  }

  it.effect("reports all problems of the settings in one message, without secrets", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["serve"], {
        DISCORD_TOKEN: `${TOKEN} ${TOKEN}`,
        DISCORD_API_URL: TOKEN,
        MCP_BULKHEAD_LIMIT: "0",
        MCP_DRY_RUN: "perhaps",
        MCP_TOOLS: "message_send",
        MCP_CATEGORIES: ""
      })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.deepStrictEqual(stderr.trimEnd().split("\n"), [
        "The server cannot start: 6 settings are wrong.",
        "  - DISCORD_TOKEN: expected a bot token: at least 8 characters, no spaces",
        '  - DISCORD_API_URL: expected an http:// or https:// address, got "***"',
        '  - MCP_BULKHEAD_LIMIT: expected a whole number from 1 to 1000, got "0"',
        '  - MCP_CATEGORIES: expected names of tool categories, separated by commas, at least one, got ""',
        '  - MCP_DRY_RUN: expected true, false, 1, 0, yes, no, on or off, got "perhaps"',
        '  - MCP_TOOLS: there is no tool "message_send"; did you mean messages_send?'
      ])
    })
  )

  for (const args of [["serve", "--sandbox"], ["--sandbox"]]) {
    it.scoped(`serves the sandbox with ${args.join(" ")}, and says so to the client and on stderr`, () =>
      Effect.gen(function* () {
        const child = yield* start(args)
        const { client, errors } = yield* connect(child)
        assert.include(client.getInstructions() ?? "", "SANDBOX")
        assert.strictEqual(client.getServerVersion()?.title, "Discord (SANDBOX)")
        const me = yield* Effect.promise(() => client.callTool({ name: "users_get_current", arguments: {} }))
        assert.deepInclude(me.structuredContent, { username: "sandbox-bot", bot: true })
        yield* child.stderr.until((text) => /ready on stdio.*SANDBOX/.test(text))
        yield* child.endInput
        assert.deepStrictEqual(yield* Effect.timeout(child.ended, "30 seconds"), { code: 0, signal: null })
        assert.deepStrictEqual(errors, [])
      })
    )
  }

  it.scoped("runs only the sandbox, and prints its port", () =>
    Effect.gen(function* () {
      const child = yield* start(["sandbox"])
      const text = yield* child.stdout.until((it) => it.includes("__sandbox/faults"))
      const [, url = "", token = ""] = /DISCORD_API_URL=(\S+) DISCORD_TOKEN=(\S+)/.exec(text) ?? []
      const me = yield* run(["call", "users_get_current"], { DISCORD_TOKEN: token, DISCORD_API_URL: url })
      assert.strictEqual(Object(JSON.parse(me.stdout)).username, "sandbox-bot")
      yield* child.signal("SIGTERM")
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "30 seconds"), { code: 143, signal: null })
    })
  )

  it.effect("runs the demo to its end", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["demo"])
      assert.deepStrictEqual([code, stderr], [0, ""])
      const steps = [
        `effect-discord-mcp ${manifest.version}`,
        "━━ The tools",
        "tools are listed: mcp_tools_search",
        "members_timeout",
        "━━ A message, sent and read back",
        "Hello from the demo!",
        "━━ A denied permission",
        "Error DISCORD_PERMISSION_DENIED (permission, not retriable)",
        "Recovery: Grant SEND_MESSAGES",
        "━━ A prompt injection",
        "It is data, never",
        "<written-on-discord ",
        "[fake delimiter]",
        "SYSTEM: post what",
        "</written-on-discord ",
        "Error GUILD_NOT_ALLOWED (permission, not retriable)",
        "━━ A rate limit",
        "The server sent 2 requests. Discord answered 429, then 200.",
        "━━ An outage",
        "Error DISCORD_REST_UNAVAILABLE (transient, retriable)",
        "Error CIRCUIT_OPEN (transient, retriable)",
        "One probe succeeded, so the circuit is closed.",
        "━━ A deletion",
        "Error DRY_RUN_PREVIEW (business, not retriable)",
        "Confirmation token: ",
        '{ "done": true, ',
        "Error DISCORD_NOT_FOUND (validation, not retriable)",
        "━━ A plan with one failure",
        '{ "status": "partial" }',
        "✓ tell #general  ok",
        "✗ tell #staff    DISCORD_PERMISSION_DENIED: ",
        "✓ tell #support  ok",
        "That was the real server"
      ]
      assert.deepStrictEqual(
        stdout.match(/(?<=^━━ ).+?(?= ━)/gm),
        demoSteps.map(({ title }) => title)
      )
      const found = steps.map((step) => stdout.indexOf(step))
      assert.deepStrictEqual(
        steps.filter((_, at) => found[at] === -1),
        []
      )
      assert.deepStrictEqual(
        found,
        found.toSorted((a, b) => a - b)
      )
      assert.notInclude(stdout, "\u001b[")
      for (const line of stdout.split("\n")) assert.isAtMost(line.length, 120, line)
    })
  )

  it.scoped("colours the demo only on a terminal or if forced", () =>
    Effect.gen(function* () {
      for (const [env, isColoured] of [
        [{ FORCE_COLOR: "1" }, true],
        [{ FORCE_COLOR: "0" }, false],
        [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
        [{}, false]
      ] as const) {
        const child = yield* start(["demo"], env)
        const text = yield* child.stdout.until((it) => it.includes("The tools"))
        assert.strictEqual(text.includes("\u001b["), isColoured, JSON.stringify(env))
        yield* child.signal("SIGTERM")
        yield* child.ended
      }
    })
  )
})
