import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { catalogue } from "../../src/catalogue.ts"
import { steps as demoSteps } from "../../src/cli/demo/steps.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { runHere } from "../cli/runHere.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, connect, run, start } from "./child.ts"

const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"

const MISSING =
  "DISCORD_TOKEN: not set. Set it to the bot token (Discord Developer Portal → your application → Bot), or set DISCORD_TOKEN_FILE to a file with the token. To try the server without a bot, run serve --sandbox."

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the command line", (it) => {
  for (const args of [["serve"], [], ["call", "users_get_current"]]) {
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

  it.effect("prints its version", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* run(["--version"])
      assert.deepStrictEqual([code, stdout.trim(), stderr], [0, manifest.version, ""])
    })
  )

  it.effect("prints its commands as help", () =>
    Effect.gen(function* () {
      const help = yield* run(["--help"])
      assert.strictEqual(help.code, 0)
      assert.notInclude(help.stdout, "\u001b", "colours are for terminals")
      for (const command of ["serve", "demo", "call", "tools", "sandbox"]) assert.include(help.stdout, command)
    })
  )

  for (const args of [
    ["frobnicate"],
    ["audit", "frobnicate"],
    ["serve", "--frobnicate"],
    ["tools", "--risk", "none"],
    ["call"]
  ]) {
    it.effect(`rejects without a stack trace: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* runHere(args)
        assert.strictEqual(code, 1)
        assert.notInclude(stdout + stderr, "    at ")
      })
    )
  }

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

  /** Runs `call` against the sandbox, as a process. */
  const call = (...args: ReadonlyArray<string>) => Effect.flatMap(atSandbox, (env) => run(["call", ...args], env))

  /** Runs `call` against the sandbox, in this process. */
  const callHere = (...args: ReadonlyArray<string>) =>
    Effect.flatMap(atSandbox, (env) => runHere(["call", ...args], env))

  const ways: Readonly<Record<string, (channel: string) => ReadonlyArray<string>>> = {
    JSON: (channel) => [JSON.stringify({ channel_id: channel })],
    "a flag": (channel) => ["--channel_id", channel],
    "a flag with =": (channel) => [`--channel_id=${channel}`],
    "JSON and a flag that replaces it": (channel) => ['{"channel_id":"1"}', "--channel_id", `<#${channel}>`]
  }
  for (const [way, argumentsOf] of Object.entries(ways)) {
    it.effect(`calls a tool with ${way}`, () =>
      Effect.gen(function* () {
        const { general } = (yield* Sandbox).ids.channels
        const { code, stderr, stdout } = yield* (way === "JSON" ? call : callHere)(
          "channels_get",
          ...argumentsOf(general)
        )
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepInclude(JSON.parse(stdout), { id: general, name: "general", kind: "text" })
      })
    )
  }

  it.effect("passes a number in a flag as text where the tool takes text", () =>
    Effect.gen(function* () {
      const { general } = (yield* Sandbox).ids.channels
      const sent = yield* callHere("messages_send", "--channel_id", general, "--content", "42")
      assert.deepInclude(JSON.parse(sent.stdout), { content: "42" })
    })
  )

  /** A message that does not exist. */
  const missingMessage = Effect.map(Sandbox, ({ ids }) =>
    JSON.stringify({ channel_id: ids.channels.general, message_id: "1248328050999999999" })
  )

  it.effect("prints the envelope of a failed call on stderr, and exits with 5", () =>
    Effect.gen(function* () {
      const missing = yield* call("messages_get", yield* missingMessage)
      assert.deepStrictEqual([missing.code, missing.stdout], [5, ""])
      assert.deepStrictEqual(JSON.parse(missing.stderr), {
        code: "DISCORD_NOT_FOUND",
        retriable: false,
        message: "Discord knows no message with the id 1248328050999999999 that this bot can see.",
        recovery_hint: "Take the message_id from messages_read {channel_id}, and the channel_id of the same message.",
        category: "validation",
        resource: "message",
        id: "1248328050999999999",
        upstream: { status: 404, discord_code: 10008, method: "GET", route: "/channels/:id/messages/:id" },
        attempts: 1,
        reason: "unknown_message",
        suggested_tool: "messages_read"
      })
    })
  )

  it.effect("names the nearest tool for an unknown one, and exits with 5", () =>
    Effect.gen(function* () {
      const unknown = yield* callHere("message_get")
      assert.deepStrictEqual([unknown.code, Object(JSON.parse(unknown.stderr)).near], [5, ["messages_get"]])
    })
  )

  it.effect("names a wrong tool or argument before a missing token", () =>
    Effect.gen(function* () {
      for (const [args, facts] of [
        [["mesages_send", "--content", "x"], { code: "TOOL_NOT_FOUND", near: ["messages_send"] }],
        [["messages_send", "--content", "x"], { code: "VALIDATION_FAILED", category: "validation" }]
      ] as const) {
        const { code, stderr, stdout } = yield* runHere(["call", ...args])
        assert.deepStrictEqual([code, stdout], [5, ""])
        assert.deepInclude(JSON.parse(stderr), facts)
        const withToken = yield* callHere(...args)
        assert.deepStrictEqual(JSON.parse(stderr), JSON.parse(withToken.stderr), "the same with a token")
      }
      const notJson = yield* runHere(["call", "messages_send", "{not json"])
      assert.match(notJson.stderr, /^expected a JSON object/)
      const byDefault = yield* runHere(["call", "channels_list"], { DISCORD_DEFAULT_GUILD_ID: "1248328050278400001" })
      assert.include(byDefault.stderr, "DISCORD_TOKEN: not set")
    })
  )

  it.effect("checks the sandbox quietly, with no warning", () =>
    Effect.gen(function* () {
      for (const args of [[], ["--permissions", "none"]]) {
        const { code, stderr, stdout } = yield* run(["doctor", "--sandbox", ...args], { HOME: "/nowhere" })
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.notMatch(stdout, /^(?:warning|failed)/m)
        assert.match(stdout, /\n12 ok\n$/)
      }
    })
  )

  it.effect("prints the preview of a call that nobody confirms, and exits with 5", () =>
    Effect.gen(function* () {
      const env = { ...(yield* atSandbox), MCP_DRY_RUN: "false" }
      const preview = yield* runHere(["call", "messages_delete", yield* missingMessage], env)
      assert.deepStrictEqual([preview.code, Object(JSON.parse(preview.stderr)).code], [5, "DRY_RUN_PREVIEW"])
    })
  )

  it.effect("exits with 1 for arguments that are not JSON", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* callHere("messages_get", "{not json"), {
        code: 1,
        stdout: "",
        stderr: "expected a JSON object or --field value, got {not json\n"
      })
    })
  )

  it.effect("lists the tools as JSON", () =>
    Effect.gen(function* () {
      const json = yield* run(["tools", "--json"])
      assert.deepStrictEqual([json.code, json.stderr], [0, ""])
      assert.deepStrictEqual(
        JSON.parse(json.stdout),
        JSON.parse(
          JSON.stringify(
            catalogue.map(({ category, description, failures, input, name, permissions, operation, risk }) => ({
              name,
              category,
              risk,
              description,
              operation: operation && `${operation.method} ${operation.route}`,
              needs: permissions,
              failures,
              input: publishedSchema(input)
            }))
          )
        )
      )
    })
  )

  it.effect("lists the tools of a category and risk as text", () =>
    Effect.gen(function* () {
      const some = yield* runHere(["tools", "--category", "messages", "--risk", "destructive"])
      const lines = some.stdout.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => line.split(/\s+/)[0]),
        ["messages_crosspost", "messages_delete", "messages_bulk_delete", "3"]
      )
      assert.strictEqual(lines.at(-1), `3 of ${catalogue.length} tools`)
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
