import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { catalogue } from "../../src/catalogue/catalogue.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { atSandbox } from "../process/child.ts"
import { runHere } from "./runHere.ts"

layer(SandboxModule.layer(roomy), { excludeTestServices: true })("the command line", (it) => {
  it.effect("prints its version", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["--version"])
      assert.deepStrictEqual([code, stdout.trim(), stderr], [0, manifest.version, ""])
    })
  )

  it.effect("prints its commands as help", () =>
    Effect.gen(function* () {
      const help = yield* runHere(["--help"])
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

  /** Runs `call` against the sandbox. */
  const call = (...args: ReadonlyArray<string>) => Effect.flatMap(atSandbox, (env) => runHere(["call", ...args], env))

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
        const { code, stderr, stdout } = yield* call("channels_get", ...argumentsOf(general))
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepInclude(JSON.parse(stdout), { id: general, name: "general", kind: "text" })
      })
    )
  }

  it.effect("passes a number in a flag as text where the tool takes text", () =>
    Effect.gen(function* () {
      const { general } = (yield* Sandbox).ids.channels
      const sent = yield* call("messages_send", "--channel_id", general, "--content", "42")
      assert.deepInclude(JSON.parse(sent.stdout), { length: 2 })
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
      const unknown = yield* call("message_get")
      assert.deepStrictEqual([unknown.code, Object(JSON.parse(unknown.stderr)).near], [5, ["messages_get"]])
    })
  )

  it.effect("says in a call that the token is missing", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["call", "users_get_current"])
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /^The server cannot start: a setting is wrong\.\n {2}- DISCORD_TOKEN: not set\. Set it to /)
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
        const withToken = yield* call(...args)
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
        const { code, stderr, stdout } = yield* runHere(["doctor", "--sandbox", ...args], { HOME: "/nowhere" })
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
      assert.deepStrictEqual(yield* call("messages_get", "{not json"), {
        code: 1,
        stdout: "",
        stderr: "expected a JSON object or --field value, got {not json\n"
      })
    })
  )

  it.effect("lists the tools as JSON", () =>
    Effect.gen(function* () {
      const json = yield* runHere(["tools", "--json"])
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
})
