import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PLACEHOLDER } from "../../src/cli/init/McpClient.ts"
import { variables } from "../../src/config/Settings.ts"
import { type Environment, Sandbox } from "../dispatch/app.ts"
import { isRoot, rootNote } from "../skips.ts"
import { atSandbox, directory, runDoctor, statusesOf, TOKEN, withSandbox } from "./doctorHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

/** Runs the checks that send no request. */
const offline = (environment: Environment) => runDoctor(environment, { offline: true })

describe("the doctor's check of settings", () => {
  it.effect("reports every wrong variable at once, and continues with the defaults", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const env = yield* atSandbox
      const context = yield* runDoctor({
        ...env,
        MCP_BULKHEAD_LIMIT: "0",
        MCP_DRY_RUN: "perhaps",
        MCP_CATEGORIES: "",
        MCP_TOOLS: "message_send",
        MCP_RETRY_MAX_DELAY_MS: "500",
        MCP_RETRY_BASE_DELAY_MS: "5000",
        ALLOWED_GUILDS: ids.guild,
        MCP_DRYRUN: "true"
      })
      assert.deepStrictEqual([context.code, context.verdict], [2, "failed"])
      assert.deepInclude(context.checks.settings, {
        status: "failed",
        found: "5 settings wrong; the server does not start",
        details: [
          'MCP_BULKHEAD_LIMIT: expected a whole number from 1 to 1000, got "0"',
          'MCP_CATEGORIES: expected names of tool categories, separated by commas, at least one, got ""',
          'MCP_DRY_RUN: expected true, false, 1, 0, yes, no, on or off, got "perhaps"',
          'MCP_RETRY_MAX_DELAY_MS: expected at least MCP_RETRY_BASE_DELAY_MS (5000), got "500"',
          'MCP_TOOLS: there is no tool "message_send"; did you mean messages_send?',
          "MCP_DRYRUN is not a setting of this server; did you mean MCP_DRY_RUN?"
        ]
      })
      const { settings: _, ...others } = statusesOf(context)
      assert.notInclude(Object.values(others), "skipped")
      assert.strictEqual(context.checks.guilds.found, `"Tidepool" (${ids.guild})`)
    }).pipe(withSandbox())
  )

  it.effect("reports a wrong value of every variable", () =>
    Effect.gen(function* () {
      for (const { name } of Object.values(variables).filter(({ accepts }) => accepts !== "text")) {
        // It takes any list of names.
        if (name === "NO_PROXY") continue
        const { checks } = yield* offline({ DISCORD_TOKEN: TOKEN, [name]: "?!\u0007?" })
        assert.strictEqual(checks.settings.status, "failed", name)
        assert.match(checks.settings.details?.join("\n") ?? "", new RegExp(`^${name}: `, "m"))
      }
      const { checks } = yield* offline({ DISCORD_TOKEN_FILE: "/nowhere/token" })
      assert.deepStrictEqual(checks.settings.details, [
        'DISCORD_TOKEN_FILE: the file "/nowhere/token" cannot be read (NotFound)'
      ])
    }).pipe(withNodeContext)
  )

  it.effect("reports a variable that is wrong only together with another one", () =>
    Effect.gen(function* () {
      for (const [wrong, environment] of [
        ["MCP_APPROVERS", { MCP_CONFIRM: "discord" }],
        ["MCP_GATEWAY", { MCP_CONFIRM: "discord", MCP_DRY_RUN: "perhaps" }]
      ] as const) {
        const { checks } = yield* offline({ DISCORD_TOKEN: TOKEN, ...environment })
        assert.strictEqual(checks.settings.status, "failed", wrong)
        assert.match(checks.settings.details?.join("\n") ?? "", new RegExp(`^${wrong}: `, "m"))
      }
    }).pipe(withNodeContext)
  )

  it.effect("redacts the values of secret settings and of a wrong token in every check", () =>
    Effect.gen(function* () {
      for (const variables of [
        { DISCORD_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer misplaced-secret" },
        { DISCORD_TOKEN: TOKEN, MCP_REDIS_URL: "redis://:misplaced-secret@cache:6379/0" },
        { DISCORD_TOKEN: "misplaced-secret" }
      ]) {
        const secret = variables.MCP_REDIS_URL ?? "misplaced-secret"
        const { checks, text } = yield* offline({ ...variables, MCP_FILES_DIR: `/nowhere/${secret}` })
        assert.include(checks.files.found, "/nowhere/***")
        assert.notInclude(text, "misplaced-secret")
      }
    }).pipe(withNodeContext)
  )

  it.effect("warns of unknown variables", () =>
    Effect.gen(function* () {
      const { checks, code } = yield* offline({ DISCORD_TOKEN: TOKEN, MCP_AUDIT: "off", MCP_READONLY: "1" })
      assert.strictEqual(code, 1)
      assert.deepInclude(checks.settings, {
        status: "warning",
        found: "DISCORD_TOKEN, MCP_AUDIT set; the others have their defaults",
        details: ["MCP_READONLY is not a setting of this server; did you mean MCP_READ_ONLY?"]
      })
    }).pipe(withNodeContext)
  )

  it.effect("runs the checks that need no token", () =>
    Effect.gen(function* () {
      const { DISCORD_TOKEN: _, ...env } = yield* atSandbox
      const context = yield* runDoctor(env)
      assert.deepStrictEqual([context.code, context.verdict], [2, "failed"])
      assert.match(context.checks.settings.details?.[0] ?? "", /^DISCORD_TOKEN: not set\. /)
      assert.deepInclude(statusesOf(context), {
        token: "skipped",
        discord: "ok",
        clock: "ok",
        identity: "skipped",
        permissions: "skipped",
        audit: "ok"
      })
    }).pipe(withSandbox())
  )
})

describe("the doctor's check of the token", () => {
  const cases: ReadonlyArray<readonly [what: string, token: string, status: string, found: RegExp]> = [
    ["a token of the usual format", TOKEN, "ok", /^from DISCORD_TOKEN, format of a token of bot 1219699408896000001$/],
    ["a token with the prefix Bot", `Bot ${TOKEN}`, "ok", /of bot 1219699408896000001$/],
    ["a client secret", "8f14e45fceea167a5a36dedd4bea2543", "warning", /^from DISCORD_TOKEN$/],
    ["the placeholder of init", PLACEHOLDER, "failed", /is still the placeholder that init wrote$/],
    [
      "an unresolved reference",
      `\${env:DISCORD_TOKEN}`,
      "failed",
      /is the unresolved reference \$\{env:DISCORD_TOKEN\};/
    ],
    ["an unresolved variable", "$DISCORD_TOKEN", "failed", /is the unresolved reference \$DISCORD_TOKEN;/],
    ["a text with spaces", "not a token", "skipped", /no valid token is set$/]
  ]
  for (const [what, token, status, found] of cases) {
    it.effect(`is ${status} with ${what}`, () =>
      Effect.gen(function* () {
        const { checks, text } = yield* offline({ DISCORD_TOKEN: token })
        assert.strictEqual(checks.token.status, status)
        assert.match(checks.token.found, found)
        if (status === "ok" || status === "warning") assert.notInclude(text, token)
      }).pipe(withNodeContext)
    )
  }

  it.scoped("warns if other users can read the file of the transcription key, and never shows the key", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* directory}/key`
      yield* fs.writeFileString(file, "sk-low-tide-at-seven", { mode: 0o600 })
      const given = { DISCORD_TOKEN: TOKEN, MCP_TRANSCRIBE_URL: "http://localhost:8000", MCP_TRANSCRIBE_KEY_FILE: file }
      assert.strictEqual((yield* offline(given)).checks.settings.status, "ok")
      yield* fs.chmod(file, 0o644)
      const { checks, text } = yield* offline(given)
      assert.deepInclude(checks.settings, {
        status: "warning",
        details: [`Other users of this machine can read ${file}.`],
        todo: [`Restrict it: chmod 600 ${file}`]
      })
      assert.notInclude(text, "sk-low-tide")
    }).pipe(withNodeContext)
  )

  it.scoped("warns if other users can read the token file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* directory}/token`
      yield* fs.writeFileString(file, `${TOKEN}\n`, { mode: 0o600 })
      const kept = yield* offline({ DISCORD_TOKEN_FILE: file })
      assert.deepInclude(kept.checks.token, {
        status: "ok",
        found: "from DISCORD_TOKEN_FILE, format of a token of bot 1219699408896000001"
      })
      yield* fs.chmod(file, 0o644)
      const shared = yield* offline({ DISCORD_TOKEN_FILE: file })
      assert.deepInclude(shared.checks.token, {
        status: "warning",
        details: [`Other users of this machine can read ${file}.`],
        todo: [`Restrict it: chmod 600 ${file}`]
      })
      const both = yield* offline({ DISCORD_TOKEN: TOKEN, DISCORD_TOKEN_FILE: file })
      assert.deepStrictEqual(both.checks.token.details, [
        "DISCORD_TOKEN_FILE is ignored because DISCORD_TOKEN is set, too."
      ])
    }).pipe(withNodeContext)
  )
})

describe("the doctor's check of files", () => {
  it.scoped("checks whether the audit log can be written, without writing it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      const audit = (environment: Environment) =>
        Effect.map(offline({ DISCORD_TOKEN: TOKEN, ...environment }), ({ checks }) => checks.audit)
      const file = `${root}/state/deep/audit.log`
      assert.deepInclude(yield* audit({ MCP_AUDIT_FILE: file }), {
        status: "ok",
        found: `${file} (created with the first record)`
      })
      assert.deepStrictEqual(yield* fs.readDirectory(root), [])
      assert.include((yield* audit({ HOME: root })).found, `${root}/.local/state/effect-discord-mcp/audit.log`)

      yield* fs.writeFileString(`${root}/audit.log`, "")
      assert.deepInclude(yield* audit({ MCP_AUDIT_FILE: `${root}/audit.log` }), {
        status: "ok",
        found: `${root}/audit.log`
      })
      assert.deepInclude(yield* audit({ MCP_AUDIT_FILE: `${root}/audit.log/audit.log` }), { status: "failed" })
      assert.deepInclude(yield* audit({ MCP_AUDIT_FILE: root }), {
        status: "failed",
        found: `${root} cannot be written: it is a directory, not a file`,
        todo: ["Set MCP_AUDIT_FILE to a file that this user can write."]
      })
      assert.deepInclude(yield* audit({}), {
        status: "failed",
        found: "no home directory is set in the environment"
      })
      assert.strictEqual((yield* audit({ MCP_AUDIT: "stderr" })).status, "ok")
      assert.strictEqual((yield* audit({ MCP_AUDIT: "off" })).status, "ok")
      assert.deepInclude(yield* audit({ MCP_AUDIT: "off", MCP_AUDIT_REQUIRED: "true" }), {
        status: "warning",
        details: ["MCP_AUDIT_REQUIRED has no effect while the audit log is off."]
      })
    }).pipe(withNodeContext)
  )

  it.scoped.skipIf(isRoot)(`reports an audit directory that is not writable${rootNote}`, () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      yield* fs.chmod(root, 0o555)
      const { checks } = yield* offline({ DISCORD_TOKEN: TOKEN, MCP_AUDIT_FILE: `${root}/audit.log` })
      assert.deepInclude(checks.audit, {
        status: "failed",
        found: `${root}/audit.log cannot be written: ${root}: PermissionDenied`
      })
    }).pipe(withNodeContext)
  )

  it.scoped("checks the directory for uploads by path", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* directory
      const files = (environment: Environment) =>
        Effect.map(offline({ DISCORD_TOKEN: TOKEN, ...environment }), ({ checks }) => checks.files)
      assert.strictEqual((yield* files({})).status, "ok")
      assert.deepInclude(yield* files({ MCP_FILES_DIR: root }), { status: "ok", found: root })
      assert.deepInclude(yield* files({ MCP_FILES_DIR: `${root}/none` }), {
        status: "failed",
        found: `MCP_FILES_DIR is ${root}/none, which is missing or unreadable`
      })
      yield* fs.writeFileString(`${root}/file`, "")
      assert.deepInclude(yield* files({ MCP_FILES_DIR: `${root}/file` }), {
        status: "failed",
        found: `MCP_FILES_DIR is ${root}/file, which is not a directory`
      })
    }).pipe(withNodeContext)
  )

  it.scoped("names the clients that have this server, missing tokens, and unreadable files", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const HOME = yield* directory
      const clients = Effect.map(offline({ DISCORD_TOKEN: TOKEN, HOME }), ({ checks }) => checks.clients)
      assert.deepInclude(yield* clients, {
        status: "ok",
        found: "no client has this server; run init CLIENT to add it"
      })

      const entry = { command: "npx", args: ["-y", "effect-discord-mcp"] }
      yield* fs.makeDirectory(`${HOME}/.cursor`)
      yield* fs.writeFileString(`${HOME}/.cursor/mcp.json`, JSON.stringify({ mcpServers: { tides: entry } }))
      assert.deepInclude(yield* clients, { status: "ok", found: `Cursor (${HOME}/.cursor/mcp.json)` })

      const waiting = { mcpServers: { discord: { ...entry, env: { DISCORD_TOKEN: PLACEHOLDER } } } }
      yield* fs.writeFileString(`${HOME}/.claude.json`, JSON.stringify(waiting))
      yield* fs.makeDirectory(`${HOME}/.gemini`)
      yield* fs.writeFileString(`${HOME}/.gemini/settings.json`, "{")
      const found = yield* clients
      assert.strictEqual(found.status, "warning")
      assert.deepStrictEqual(found.details, [
        `Claude Code: the token of "discord" in ${HOME}/.claude.json is still the placeholder that init wrote.`,
        `Gemini CLI: ${HOME}/.gemini/settings.json cannot be read: line 1, column 2: close brace expected.`
      ])
    }).pipe(withNodeContext)
  )

  it.effect("fails for an old version of Node", () =>
    Effect.gen(function* () {
      for (const [node, status] of [
        ["20.11.0", "ok"],
        ["20.20.2", "ok"],
        ["22.1.0", "ok"],
        ["20.9.0", "failed"],
        ["18.99.0", "failed"]
      ] as const) {
        const { checks } = yield* runDoctor({ DISCORD_TOKEN: TOKEN }, { offline: true, node })
        assert.strictEqual(checks.node.status, status, node)
      }
    }).pipe(withNodeContext)
  )
})
