import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import { GatewayIntentBits } from "discord-api-types/v10"
import { Effect, Either, Redacted } from "effect"
import { catalogue, categories } from "../../src/catalogue/catalogue.ts"
import { readTextFile } from "../../src/cli/settings.ts"
import { intentBits } from "../../src/config/gatewayVariables.ts"
import { httpVariables } from "../../src/config/httpVariables.ts"
import { loadSettings, secretsOf } from "../../src/config/loadSettings.ts"
import { plainValue } from "../../src/config/plainValue.ts"
import { variables } from "../../src/config/Settings.ts"

const known = { tools: catalogue.map(({ name }) => name), categories }
const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
const KEY = "8f3c0a41d2b97e6580c1d4f2a6b3978e5d4c3b2a190817263544536271809fae"

type Environment = Readonly<Record<string, string | undefined>>

const load = (environment: Environment) => loadSettings(environment, known, readTextFile)

/** The settings of an environment that has a token. */
const settings = (environment: Environment) =>
  Effect.map(load({ DISCORD_TOKEN: TOKEN, ...environment }), (loaded) => loaded.settings)

/** Everything that is wrong with an environment. */
const problems = (environment: Environment) => Effect.map(Effect.flip(load(environment)), (error) => error.problems)

const MISSING =
  "DISCORD_TOKEN: not set. Set it to the bot token (Discord Developer Portal → your application → Bot), or set DISCORD_TOKEN_FILE to a file with the token. To try the server without a bot, run serve --sandbox."

layer(NodeFileSystem.layer)("settings", (it) => {
  it.effect("reject a public key that is not 64 hexadecimal digits, or a placeholder", () =>
    Effect.gen(function* () {
      for (const value of [KEY.slice(1), `${KEY}0`, KEY.replace("8", "g"), "0".repeat(64), "F".repeat(64), "key"]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_INTERACTIONS_PUBLIC_KEY: value }), [
          `MCP_INTERACTIONS_PUBLIC_KEY: expected the 64 hexadecimal digits of the application's public key, got "${value}"`
        ])
      }
      for (const value of [KEY, KEY.toUpperCase(), ` ${KEY}\n`]) {
        assert.strictEqual((yield* settings({ MCP_INTERACTIONS_PUBLIC_KEY: value })).interactionsPublicKey, KEY)
      }
    })
  )

  it.effect("reject a malformed address of Redis, without showing it", () =>
    Effect.gen(function* () {
      for (const address of [
        "http://cache:6379",
        "redis://",
        "cache:6379",
        "redis://:hunter22@cache/one",
        "redis://c?x=1"
      ]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_REDIS_URL: address }), [
          "MCP_REDIS_URL: expected a redis:// or rediss:// address with a host, such as redis://:PASSWORD@HOST:6379/0"
        ])
      }
      for (const address of ["redis://cache", "rediss://user:hunter22@cache:6380/2"]) {
        const { redisUrl } = yield* settings({ MCP_REDIS_URL: address })
        assert.deepStrictEqual(redisUrl, Redacted.make(address))
        assert.notInclude(String(redisUrl), "cache")
      }
    })
  )

  it.effect("take the address of a transcription service only over https or on this machine, and add the path", () =>
    Effect.gen(function* () {
      const end = "/v1/audio/transcriptions"
      for (const [given, address] of [
        ["https://api.example.com", `https://api.example.com${end}`],
        ["https://api.example.com/v1/", `https://api.example.com${end}`],
        [`https://api.example.com${end}`, `https://api.example.com${end}`],
        ["https://speech.example.com/listen?version=2", "https://speech.example.com/listen?version=2"],
        ["http://localhost:8000", `http://localhost:8000${end}`],
        ["http://[::1]:8000/v1", `http://[::1]:8000${end}`],
        ["http://api.example.com"],
        ["http://127.0.0.1.example.com"],
        ["ftp://api.example.com"],
        ["https://ada:hunter22@api.example.com"]
      ]) {
        const read = yield* Effect.either(settings({ MCP_TRANSCRIBE_URL: given }))
        if (address !== undefined) assert.strictEqual(Either.getOrThrow(read).transcribeUrl, address)
        else assert.notInclude(String(Either.getOrThrow(Either.flip(read)).problems), "hunter22")
      }
    })
  )

  it.scoped("take the key of the transcription service from its variable or its file, and mask it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* fs.makeTempFileScoped()
      const key = "sk-low-tide-at-seven"
      for (const written of [key, `${key}\n`, `\ufeff"${key}"\r\n`, `Bearer ${key}`, `OPENAI_API_KEY=${key}\n`]) {
        yield* fs.writeFileString(file, written)
        for (const given of [{ MCP_TRANSCRIBE_KEY_FILE: file }, { MCP_TRANSCRIBE_KEY: written.trim() }]) {
          const loaded = yield* load({ DISCORD_TOKEN: TOKEN, ...given })
          assert.deepStrictEqual(loaded.settings.transcribeKey, Redacted.make(key), written)
          assert.include(secretsOf(loaded).map(Redacted.value), key)
        }
      }
      yield* fs.writeFileString(file, "two words here")
      for (const [given, says] of [
        [{ MCP_TRANSCRIBE_KEY_FILE: file }, "MCP_TRANSCRIBE_KEY_FILE: expected a key"],
        [{ MCP_TRANSCRIBE_KEY_FILE: `${file}-gone` }, "cannot be read"],
        [{ MCP_TRANSCRIBE_KEY_FILE: key }, "is the key itself, not the path of its file"],
        [{ MCP_TRANSCRIBE_KEY: "short" }, "MCP_TRANSCRIBE_KEY: expected a key"],
        [{ MCP_TRANSCRIBE_KEY: key, MCP_TRANSCRIBE_URL: `http://${key}` }, "MCP_TRANSCRIBE_URL"]
      ] as const) {
        const [problem = "", ...more] = yield* problems({ DISCORD_TOKEN: TOKEN, ...given })
        assert.deepStrictEqual(more, [])
        assert.include(problem, says)
        assert.notInclude(problem, key)
      }
    })
  )

  it.effect("have these defaults", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* settings({}), {
        token: Redacted.make(TOKEN),
        tokenFile: undefined,
        expectedBotId: undefined,
        apiUrl: "https://discord.com/api",
        httpsProxy: undefined,
        httpProxy: undefined,
        noProxy: undefined,
        logLevel: "info",
        logFormat: undefined,
        otlpEndpoint: undefined,
        otlpHeaders: undefined,
        serviceName: "effect-discord-mcp",
        metricsAddress: undefined,
        retryEnabled: true,
        retryMaxAttempts: 3,
        retryBaseDelayMs: 200,
        retryMaxDelayMs: 10_000,
        retryJitter: "full",
        timeoutDefaultMs: 30_000,
        timeoutLongMs: 60_000,
        deadlineMs: 55_000,
        circuitEnabled: true,
        circuitFailureThreshold: 10,
        circuitWindowMs: 60_000,
        circuitHalfOpenAfterMs: 60_000,
        bulkheadLimit: 100,
        rateLimitMaxWaitMs: 15_000,
        globalRequestsPerSecond: 50,
        categories: undefined,
        tools: undefined,
        excludeTools: undefined,
        readOnly: false,
        allowedGuilds: undefined,
        defaultGuildId: undefined,
        toolSurface: "core",
        result: "both",
        maxResultChars: 40_000,
        filesDir: undefined,
        transcribeUrl: undefined,
        transcribeModel: "whisper-1",
        transcribeKey: undefined,
        transcribeKeyFile: undefined,
        dryRun: true,
        confirm: "flag",
        writeMode: "allow",
        audit: "file",
        auditFile: undefined,
        auditRequired: false,
        auditSync: "background",
        errorDialect: "discord-mcp",
        gateway: false,
        gatewayIntents: [
          "GUILDS",
          "GUILD_MESSAGES",
          "DIRECT_MESSAGES",
          "GUILD_MESSAGE_REACTIONS",
          "DIRECT_MESSAGE_REACTIONS"
        ],
        interactions: "acknowledge",
        presence: "online",
        claudeChannel: false,
        gatewayStore: "file",
        approvers: undefined,
        approvalChannel: undefined,
        approvalWaitMs: 50_000,
        httpHost: "127.0.0.1",
        httpPort: 8484,
        httpAllowedHosts: undefined,
        httpAllowedOrigins: undefined,
        httpClientsFile: undefined,
        httpIssuer: undefined,
        httpAudience: undefined,
        httpAuth: undefined,
        httpMaxSessions: 1000,
        httpSessionIdleMs: 1_800_000,
        httpClientRequestsPerMinute: 600,
        httpHeadersTimeoutMs: 10_000,
        httpBodyTimeoutMs: 30_000,
        interactionsPublicKey: undefined,
        redisUrl: undefined
      })
    })
  )

  it.effect("accept whole numbers between inclusive bounds", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* settings({ MCP_BULKHEAD_LIMIT: "1" })).bulkheadLimit, 1)
      assert.strictEqual((yield* settings({ MCP_BULKHEAD_LIMIT: " 1000 " })).bulkheadLimit, 1000)
      for (const value of ["0", "1001", "1.5", "1e2", "-1", "0x10", "ten", "NaN", "99999999999999999999"]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_BULKHEAD_LIMIT: value }), [
          `MCP_BULKHEAD_LIMIT: expected a whole number from 1 to 1000, got "${value}"`
        ])
      }
    })
  )

  it.effect("accept every spelling of booleans", () =>
    Effect.gen(function* () {
      for (const value of ["true", "TRUE", "True", "1", "yes", "YES", "on", "On", " on "]) {
        assert.isTrue((yield* settings({ MCP_READ_ONLY: value })).readOnly, value)
      }
      for (const value of ["false", "FALSE", "0", "no", "No", "off", "OFF"]) {
        assert.isFalse((yield* settings({ MCP_DRY_RUN: value })).dryRun, value)
      }
      for (const value of ["y", "2", "enabled", "falsch", "constructor"]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_DRY_RUN: value }), [
          `MCP_DRY_RUN: expected true, false, 1, 0, yes, no, on or off, got "${value}"`
        ])
      }
    })
  )

  it.effect("accept words in any case, and remove trailing slashes of addresses", () =>
    Effect.gen(function* () {
      const { apiUrl, logLevel, retryJitter } = yield* settings({
        LOG_LEVEL: "DEBUG",
        MCP_RETRY_JITTER: "Decorrelated",
        DISCORD_API_URL: "http://127.0.0.1:8080/api//"
      })
      assert.deepStrictEqual([logLevel, retryJitter, apiUrl], ["debug", "decorrelated", "http://127.0.0.1:8080/api"])
      assert.deepStrictEqual(
        yield* problems({ DISCORD_TOKEN: TOKEN, LOG_LEVEL: "loud", DISCORD_API_URL: "discord.com/api" }),
        [
          'DISCORD_API_URL: expected an http:// or https:// address, got "discord.com/api"',
          'LOG_LEVEL: expected one of debug, info, warn, error, none, got "loud"'
        ]
      )
    })
  )

  it.effect("accept the variables of OpenTelemetry", () =>
    Effect.gen(function* () {
      const { otlpEndpoint, otlpHeaders, serviceName } = yield* settings({
        OTEL_EXPORTER_OTLP_ENDPOINT: " https://otlp.example:4318/base/ ",
        OTEL_EXPORTER_OTLP_HEADERS: "api-key=abc%2Cdef%3D, x-scope = tide==",
        OTEL_SERVICE_NAME: "tide-bot"
      })
      assert.deepStrictEqual(
        [otlpEndpoint, otlpHeaders && Redacted.value(otlpHeaders), serviceName],
        ["https://otlp.example:4318/base", { "api-key": "abc,def=", "x-scope": "tide==" }, "tide-bot"]
      )
    })
  )

  it.effect("reject an invalid collector, and never print its headers", () =>
    Effect.gen(function* () {
      for (const address of [
        "otlp.example:4318",
        "ftp://otlp.example",
        "http://",
        "https://me:hidden@otlp.example",
        "https://otlp.example/?key=hidden",
        "https://otlp.example/#hidden"
      ]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: address }), [
          "OTEL_EXPORTER_OTLP_ENDPOINT: expected an http:// or https:// address, without credentials and query"
        ])
      }
      for (const headers of ["hidden", "=hidden", "a b=hidden", "a=%hidden", "a=hidden,b", "a=", ",", "a=hid%0Aden"]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_HEADERS: headers }), [
          "OTEL_EXPORTER_OTLP_HEADERS: expected name=value pairs, separated by commas, values percent-encoded"
        ])
      }
    })
  )

  it.effect("accept an address and a port for metrics, and nothing else", () =>
    Effect.gen(function* () {
      for (const [MCP_METRICS_ADDRESS, host, port] of [
        ["127.0.0.1:9464", "127.0.0.1", 9464],
        [" localhost:0 ", "localhost", 0],
        ["[::1]:65535", "::1", 65_535]
      ] as const) {
        assert.deepStrictEqual((yield* settings({ MCP_METRICS_ADDRESS })).metricsAddress, { host, port })
      }
      for (const wrong of [
        "9464",
        ":9464",
        "127.0.0.1",
        "127.0.0.1:65536",
        "::1:9464",
        "http://127.0.0.1:9464",
        "a:b"
      ]) {
        const { problems } = yield* Effect.flip(load({ DISCORD_TOKEN: TOKEN, MCP_METRICS_ADDRESS: wrong }))
        assert.deepStrictEqual(problems, [
          `MCP_METRICS_ADDRESS: expected an address and a port, such as 127.0.0.1:9464, got "${wrong}"`
        ])
      }
    })
  )

  it.effect("treat a blank variable that restricts nothing as unset", () =>
    Effect.gen(function* () {
      const given = yield* settings({
        MCP_TOOL_SURFACE: "",
        MCP_BULKHEAD_LIMIT: "  ",
        LOG_FORMAT: "",
        DISCORD_API_URL: ""
      })
      assert.deepStrictEqual(given, yield* settings({}))
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: "", DISCORD_TOKEN_FILE: " " }), [MISSING])
    })
  )

  it.effect("reject a blank list that restricts access", () =>
    Effect.gen(function* () {
      const blank = { MCP_CATEGORIES: "", MCP_TOOLS: " ", MCP_EXCLUDE_TOOLS: ",", ALLOWED_GUILDS: "" }
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, ...blank }), [
        'MCP_CATEGORIES: expected names of tool categories, separated by commas, at least one, got ""',
        'MCP_TOOLS: expected names of tools, separated by commas, at least one, got ""',
        'MCP_EXCLUDE_TOOLS: expected names of tools, separated by commas, at least one, got ","',
        'ALLOWED_GUILDS: expected guild ids, separated by commas, at least one, or all, got ""'
      ])
    })
  )

  it.effect("accept all for every guild, but not among ids", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* settings({ ALLOWED_GUILDS: " All " })).allowedGuilds, undefined)
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, ALLOWED_GUILDS: "all,1248328050278400001" }), [
        'ALLOWED_GUILDS: expected guild ids, separated by commas, at least one, or all, got "all,1248328050278400001"'
      ])
    })
  )

  it.effect(
    "need approvers, a channel and a way for answers for approval in Discord, and name all that is missing",
    () =>
      Effect.gen(function* () {
        const id = "1248328050278400001"
        const needs = "MCP_CONFIRM=discord needs"
        const missing = {
          MCP_APPROVERS: `MCP_APPROVERS: ${needs} the ids of the users or roles who approve`,
          MCP_APPROVAL_CHANNEL: `MCP_APPROVAL_CHANNEL: ${needs} the id of the channel to ask in`,
          MCP_GATEWAY: `MCP_GATEWAY: ${needs} it to be true, because the answers arrive over the gateway; or set MCP_INTERACTIONS_PUBLIC_KEY with --http`
        }
        const all = { MCP_APPROVERS: `${id},${id}`, MCP_APPROVAL_CHANNEL: id, MCP_GATEWAY: "true" }
        const given = { DISCORD_TOKEN: TOKEN, MCP_CONFIRM: "Discord" }
        assert.deepStrictEqual(yield* problems(given), Object.values(missing))
        for (const [name, problem] of Object.entries(missing)) {
          const others = Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
          assert.deepStrictEqual(yield* problems({ ...given, ...others }), [problem])
        }
        const { approvalWaitMs, approvers } = yield* settings({ ...given, ...all, MCP_APPROVAL_WAIT_MS: "3600000" })
        assert.deepStrictEqual([approvers, approvalWaitMs], [[id, id], 3_600_000])
      })
  )

  it.effect("accept intents by Discord's names, in any case, each once", () =>
    Effect.gen(function* () {
      const { gatewayIntents } = yield* settings({
        MCP_GATEWAY_INTENTS: "guilds, GuildMessages,MESSAGE_CONTENT, messageContent"
      })
      assert.deepStrictEqual(gatewayIntents, ["GUILDS", "GUILD_MESSAGES", "MESSAGE_CONTENT"])
      for (const [name, bit] of Object.entries(intentBits)) {
        const [intent = "", ...others] = (yield* settings({ MCP_GATEWAY_INTENTS: name.toLowerCase() })).gatewayIntents
        assert.deepStrictEqual([intent, others], [name, []])
        const camelCase = name.replaceAll(/_?([A-Z])([A-Z]*)/g, (_, first, rest) => first + rest.toLowerCase())
        assert.strictEqual(new Map(Object.entries(GatewayIntentBits)).get(camelCase), bit)
      }
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_GATEWAY_INTENTS: "guilds,presence" }), [
        'MCP_GATEWAY_INTENTS: expected names of gateway intents, such as GUILD_MESSAGES, separated by commas, at least one, got "guilds,presence"'
      ])
    })
  )

  it.effect("accept lists with spaces", () =>
    Effect.gen(function* () {
      const { allowedGuilds, tools } = yield* settings({
        MCP_TOOLS: " messages_read , messages_send",
        ALLOWED_GUILDS: "1248328050278400001,1248328050311954441"
      })
      assert.deepStrictEqual(tools, ["messages_read", "messages_send"])
      assert.deepStrictEqual(allowedGuilds, ["1248328050278400001", "1248328050311954441"])
      assert.deepStrictEqual(
        yield* problems({ DISCORD_TOKEN: TOKEN, ALLOWED_GUILDS: "1248328050278400001,Tidepool" }),
        [
          'ALLOWED_GUILDS: expected guild ids, separated by commas, at least one, or all, got "1248328050278400001,Tidepool"'
        ]
      )
    })
  )

  it.effect("reject unknown tool names, and suggest the nearest", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* problems({
          DISCORD_TOKEN: TOKEN,
          MCP_TOOLS: "message_send,messages_read",
          MCP_EXCLUDE_TOOLS: "launch_rockets",
          MCP_CATEGORIES: "mesages,users"
        }),
        [
          'MCP_CATEGORIES: there is no category "mesages"; did you mean messages?',
          'MCP_TOOLS: there is no tool "message_send"; did you mean messages_send?',
          'MCP_EXCLUDE_TOOLS: there is no tool "launch_rockets"'
        ]
      )
    })
  )

  it.effect("reject a maximum backoff below the first", () =>
    Effect.gen(function* () {
      const delays = { MCP_RETRY_BASE_DELAY_MS: "800", MCP_RETRY_MAX_DELAY_MS: "700" }
      const delay = 'MCP_RETRY_MAX_DELAY_MS: expected at least MCP_RETRY_BASE_DELAY_MS (800), got "700"'
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, ...delays }), [delay])
      assert.sameMembers(
        [...(yield* problems({ ...delays, MCP_READ_ONLY: "maybe", MCP_TOOLS: "nothing" }))],
        [
          delay,
          'MCP_READ_ONLY: expected true, false, 1, 0, yes, no, on or off, got "maybe"',
          'MCP_TOOLS: there is no tool "nothing"',
          MISSING
        ]
      )
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_RETRY_MAX_DELAY_MS: "5" }), [
        'MCP_RETRY_MAX_DELAY_MS: expected a whole number from 500 to 60000, got "5"'
      ])
      const { retryMaxDelayMs } = yield* settings({ MCP_RETRY_BASE_DELAY_MS: "600", MCP_RETRY_MAX_DELAY_MS: "600" })
      assert.strictEqual(retryMaxDelayMs, 600)
    })
  )

  it.effect("reject an unresolved reference in every setting", () =>
    Effect.gen(function* () {
      const reference = `\${NAME}`
      for (const { name } of Object.values(variables)) {
        const [problem = "", ...more] = yield* problems({ DISCORD_TOKEN: TOKEN, [name]: reference })
        assert.deepStrictEqual(more, [], name)
        assert.include(problem, `${name}: contains an unresolved reference to a variable`)
      }
      for (const audit of ["$HOME", "%APPDATA%", "{env:AUDIT}", `\${HOME}/audit.log`]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, MCP_AUDIT_FILE: audit }), [
          `MCP_AUDIT_FILE: contains an unresolved reference to a variable, got "${audit}"`
        ])
      }
      assert.strictEqual((yield* settings({ MCP_AUDIT_FILE: "/var/log/$x.log" })).auditFile, "/var/log/$x.log")
    })
  )

  it.effect("mask the user and the password of a rejected address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* problems({ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: "ftp://ada:p@ss@proxy.example/api" }),
        ['DISCORD_API_URL: expected an http:// or https:// address, got "ftp://***@proxy.example/api"']
      )
    })
  )

  it.effect("reject an address without a host, with a query or a fragment", () =>
    Effect.gen(function* () {
      for (const address of [
        "http://[",
        "http://a:99999",
        "https://a.example/?x=1",
        "https://a.example/#x",
        "http://a b"
      ]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: address }), [
          `DISCORD_API_URL: expected an http:// or https:// address, got "${address}"`
        ])
      }
    })
  )

  it.effect("are reported all at once, with warnings", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(load({ LOG_LEVEL: "loud", MCP_DRYRUN: "false", MCP_COFFEE: "black" }))
      assert.strictEqual(
        error.message,
        [
          "The server cannot start: 2 settings are wrong.",
          '  - LOG_LEVEL: expected one of debug, info, warn, error, none, got "loud"',
          `  - ${MISSING}`,
          "Warnings:",
          "  - MCP_DRYRUN is not a setting of this server; did you mean MCP_DRY_RUN?",
          "  - MCP_COFFEE is not a setting of this server"
        ].join("\n")
      )
      const late = yield* Effect.flip(load({ MCP_DEADLINE_MS: "1000" }))
      assert.deepStrictEqual([late.problems, late.warnings.length], [[MISSING], 1])
    })
  )

  it.effect("are reported in one message with all problems", () =>
    Effect.gen(function* () {
      const one = yield* Effect.flip(load({}))
      assert.strictEqual(one.message, `The server cannot start: a setting is wrong.\n  - ${MISSING}`)
      const two = yield* Effect.flip(load({ LOG_LEVEL: "loud" }))
      assert.strictEqual(
        two.message,
        `The server cannot start: 2 settings are wrong.\n  - LOG_LEVEL: expected one of debug, info, warn, error, none, got "loud"\n  - ${MISSING}`
      )
    })
  )
})

/** The settings that restrict and protect nothing. A blank value of any other setting is an error. */
const UNRESTRICTED = [
  "MCP_CLAUDE_CHANNEL",
  "MCP_PRESENCE",
  "MCP_INTERACTIONS_PUBLIC_KEY",
  "DISCORD_TOKEN",
  "DISCORD_TOKEN_FILE",
  "DISCORD_API_URL",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_PROXY",
  "LOG_LEVEL",
  "LOG_FORMAT",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_SERVICE_NAME",
  "MCP_METRICS_ADDRESS",
  // Their defaults are bounds, and a blank value cannot exceed them.
  "MCP_RETRY_ENABLED",
  "MCP_RETRY_MAX_ATTEMPTS",
  "MCP_RETRY_BASE_DELAY_MS",
  "MCP_RETRY_MAX_DELAY_MS",
  "MCP_RETRY_JITTER",
  "MCP_TIMEOUT_DEFAULT_MS",
  "MCP_TIMEOUT_LONG_MS",
  "MCP_DEADLINE_MS",
  "MCP_CIRCUIT_ENABLED",
  "MCP_CIRCUIT_FAILURE_THRESHOLD",
  "MCP_CIRCUIT_WINDOW_MS",
  "MCP_CIRCUIT_HALF_OPEN_AFTER_MS",
  "MCP_BULKHEAD_LIMIT",
  "MCP_RATE_LIMIT_MAX_WAIT_MS",
  "MCP_GLOBAL_REQUESTS_PER_SECOND",
  "DISCORD_DEFAULT_GUILD_ID",
  "MCP_TOOL_SURFACE",
  "MCP_RESULT",
  "MCP_MAX_RESULT_CHARS",
  // Their defaults are the strictest values.
  "MCP_FILES_DIR",
  "MCP_TRANSCRIBE_URL",
  "MCP_TRANSCRIBE_MODEL",
  "MCP_TRANSCRIBE_KEY",
  "MCP_TRANSCRIBE_KEY_FILE",
  "MCP_HTTP_HOST",
  "MCP_HTTP_PORT",
  "MCP_HTTP_AUTH",
  "MCP_GATEWAY",
  "MCP_GATEWAY_INTENTS",
  "MCP_APPROVAL_WAIT_MS",
  "MCP_ERROR_DIALECT"
]

/** A valid item of each list. */
const ITEMS: Readonly<Record<string, string>> = {
  MCP_CATEGORIES: "messages",
  MCP_TOOLS: "messages_read",
  MCP_EXCLUDE_TOOLS: "messages_read",
  ALLOWED_GUILDS: "1248328050278400001",
  MCP_APPROVERS: "1248328050278400001",
  MCP_HTTP_ALLOWED_HOSTS: "mcp.example.com",
  MCP_HTTP_ALLOWED_ORIGINS: "https://app.example.com"
}

layer(NodeFileSystem.layer)("a setting that restricts or protects", (it) => {
  const all: ReadonlyArray<{ readonly name: string; readonly accepts: string; readonly restricts: boolean }> =
    Object.values(variables)
  const restricting = all.filter(({ restricts }) => restricts)

  it.effect("is every setting but those that restrict nothing", () =>
    Effect.sync(() => {
      assert.sameMembers(
        all.filter(({ restricts }) => !restricts).map(({ name }) => name),
        UNRESTRICTED
      )
    })
  )

  it.effect("is rejected by its name if it is blank or a word for a missing value", () =>
    Effect.gen(function* () {
      const missing = ["", " ", "\t\n", "\u00a0", "\u200b", "\ufeff ", "null", "undefined", " NULL "]
      for (const { name } of restricting) {
        for (const value of [...missing, ",", " , "]) {
          const wrong = yield* Effect.either(problems({ DISCORD_TOKEN: TOKEN, [name]: value }))
          // A comma is a path or an audience.
          if (value.includes(",") && Either.isLeft(wrong)) {
            assert.include(["MCP_AUDIT_FILE", "MCP_HTTP_CLIENTS_FILE", "MCP_HTTP_AUDIENCE"], name)
            continue
          }
          const [problem = "", ...more] = Either.getOrThrow(wrong)
          assert.deepStrictEqual(more, [], name)
          assert.include(problem, `${name}: `, JSON.stringify(value))
        }
      }
    })
  )

  it.effect("is rejected if an item of its list is blank or missing", () =>
    Effect.gen(function* () {
      const lists = restricting.filter(({ accepts }) => accepts.includes("separated by commas"))
      assert.sameMembers(
        lists.map(({ name }) => name),
        Object.keys(ITEMS)
      )
      for (const [name, item] of Object.entries(ITEMS)) {
        yield* settings({ [name]: `${item}, ${item}` })
        for (const blank of ["", " ", "\u200b", "null", "undefined"]) {
          for (const items of [
            [item, blank],
            [blank, item],
            [item, blank, item]
          ]) {
            const value = items.join(",")
            assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: TOKEN, [name]: value }), [
              `${name}: has a blank item, got "${plainValue(name, value)}"`
            ])
          }
        }
      }
    })
  )
})

layer(NodeFileSystem.layer)("the token", (it) => {
  const tokenOf = (environment: Environment) => Effect.map(load(environment), ({ token }) => Redacted.value(token))

  it.effect("is accepted with and without the prefix Bot and surrounding spaces", () =>
    Effect.gen(function* () {
      for (const written of [TOKEN, `Bot ${TOKEN}`, `bot  ${TOKEN}`, ` ${TOKEN}\n`]) {
        assert.strictEqual(yield* tokenOf({ DISCORD_TOKEN: written }), TOKEN)
      }
    })
  )

  it.effect("is read from the token file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* fs.makeTempFileScoped()
      yield* fs.writeFileString(path, `Bot ${TOKEN}\n`)
      assert.strictEqual(yield* tokenOf({ DISCORD_TOKEN_FILE: path }), TOKEN)
      assert.strictEqual(yield* tokenOf({ DISCORD_TOKEN_FILE: path, DISCORD_TOKEN: "" }), TOKEN)
      assert.strictEqual(yield* tokenOf({ DISCORD_TOKEN_FILE: path, DISCORD_TOKEN: "another-token" }), "another-token")
      yield* fs.writeFileString(path, "two words\n")
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN_FILE: path }), [
        "DISCORD_TOKEN_FILE: expected a bot token: at least 8 characters, no spaces"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("is in no message, even if it was put into another variable", () =>
    Effect.gen(function* () {
      const spaced = `${TOKEN} ${TOKEN}`
      for (const environment of [
        { DISCORD_TOKEN: spaced },
        { DISCORD_TOKEN: spaced, DISCORD_TOKEN_FILE: "/nowhere", LOG_LEVEL: "loud" },
        { DISCORD_TOKEN_FILE: TOKEN },
        { DISCORD_DEFAULT_GUILD_ID: TOKEN },
        { DISCORD_TOKEN: TOKEN, LOG_LEVEL: TOKEN },
        { DISCORD_TOKEN: `Bot ${TOKEN}`, DISCORD_API_URL: `Bot ${TOKEN}` },
        { DISCORD_TOKEN: TOKEN, ALLOWED_GUILDS: TOKEN, MCP_TOOLS: TOKEN.toLowerCase() }
      ]) {
        const error = yield* Effect.flip(load(environment))
        assert.notInclude(error.message.toLowerCase(), TOKEN.toLowerCase())
        assert.notInclude(JSON.stringify(error).toLowerCase(), TOKEN.toLowerCase())
      }
      const loaded = yield* load({ DISCORD_TOKEN: TOKEN, DISCORD_TOKN: TOKEN })
      assert.notInclude(JSON.stringify(loaded), TOKEN)
      assert.strictEqual(loaded.warnings.length, 1)
    })
  )

  const PLACEHOLDER =
    "is a placeholder, not a token. Replace it with the bot token: Discord Developer Portal → your application → Bot"
  const REFERENCE = "contains an unresolved reference to a variable"
  const UNSENDABLE =
    "contains a character that is invalid in an HTTP header: a line break, a control character or a non-ASCII letter. Copy the token again"

  for (const [what, problem, values] of [
    [
      "a reference",
      REFERENCE,
      [`\${DISCORD_TOKEN}`, "$DISCORD_TOKEN", `\${env:DISCORD_TOKEN}`, `Bot \${T}`, "%TOKEN%"]
    ],
    [
      "a placeholder",
      PLACEHOLDER,
      [
        "<token>",
        "<your token>",
        "[bot token]",
        "your-token-here",
        "YOUR_BOT_TOKEN",
        "your.bot.token",
        "paste-token-here",
        "the token of your bot goes here",
        "discord_bot_token",
        "changeme",
        "xxxxxxxxxxxx",
        "Bot <token>"
      ]
    ],
    [
      "what no header can carry",
      UNSENDABLE,
      [`${TOKEN}\u0007x`, `${TOKEN}\nxyz`, `${TOKEN}\r\nX-Evil: 1`.replace(" ", ""), `${TOKEN}\u007f`, `${TOKEN}é`]
    ]
  ] as const) {
    it.effect(`is rejected with ${what}, from variable and file, and not printed`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* fs.makeTempFileScoped()
        for (const value of values) {
          assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN: value }), [`DISCORD_TOKEN: ${problem}`], value)
          yield* fs.writeFileString(path, `${value}\n`)
          assert.deepStrictEqual(
            yield* problems({ DISCORD_TOKEN_FILE: path }),
            [`DISCORD_TOKEN_FILE: ${problem}`],
            value
          )
        }
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is rejected with the name of its variable if it is no token", () =>
    Effect.gen(function* () {
      for (const DISCORD_TOKEN of ["short", "Bot ", "has a space"]) {
        assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN }), [
          "DISCORD_TOKEN: expected a bot token: at least 8 characters, no spaces"
        ])
      }
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN_FILE: "/nowhere/token" }), [
        'DISCORD_TOKEN_FILE: the file "/nowhere/token" cannot be read (NotFound)'
      ])
      assert.deepStrictEqual(yield* problems({ DISCORD_TOKEN_FILE: "/" }), [
        'DISCORD_TOKEN_FILE: the file "/" cannot be read (BadResource)'
      ])
    })
  )
})

layer(NodeFileSystem.layer)("variables that look like ours", (it) => {
  it.effect("get a warning with the nearest name, if they have our prefix", () =>
    Effect.gen(function* () {
      const { warnings } = yield* load({
        DISCORD_TOKEN: TOKEN,
        MCP_DRYRUN: "false",
        DISCORD_GUILD: "1",
        MCP_COFFEE: "black",
        PATH: "/bin",
        LOG_LEVELS: "x",
        DISCORD_MCP_TOKEN: "for connect",
        MCP_READ_ONLY: "no"
      })
      assert.deepStrictEqual(warnings, [
        "MCP_DRYRUN is not a setting of this server; did you mean MCP_DRY_RUN?",
        "DISCORD_GUILD is not a setting of this server; did you mean DISCORD_DEFAULT_GUILD_ID?",
        "MCP_COFFEE is not a setting of this server"
      ])
    })
  )
})

layer(NodeFileSystem.layer)("settings without effect on a server", (it) => {
  /** The warnings at the start, with the values that the sandbox sets. */
  const warningsOf = (environment: Environment, mode: { readonly http?: boolean; readonly sandbox?: boolean }) =>
    Effect.map(
      loadSettings(
        mode.sandbox === true
          ? { ...environment, DISCORD_TOKEN: TOKEN, MCP_AUDIT: environment.MCP_AUDIT ?? "off" }
          : { DISCORD_TOKEN: TOKEN, ...environment },
        known,
        readTextFile,
        { http: false, sandbox: false, environment, ...mode }
      ),
      ({ warnings }) => warnings
    )

  it.effect("are named in one warning, with the reason", () =>
    Effect.gen(function* () {
      const httpNames = Object.values(httpVariables).map(({ name }) => name)
      const everyHttp = Object.fromEntries(
        Object.values(httpVariables).map(({ fallback, name }) => [
          name,
          fallback ||
            (name.includes("AUTH")
              ? "none"
              : name.includes("FILE")
                ? "clients.json"
                : name.includes("REDIS")
                  ? "redis://cache"
                  : name.includes("KEY")
                    ? KEY
                    : "https://a.example")
        ])
      )
      const { MCP_HTTP_ALLOWED_HOSTS: _, ...http } = everyHttp
      const required = { MCP_AUDIT_REQUIRED: "true", MCP_AUDIT_SYNC: "always" }
      const audit = { MCP_AUDIT_FILE: "/tmp/a.log", ...required }
      const table: ReadonlyArray<
        readonly [Environment, { readonly http?: boolean; readonly sandbox?: boolean }, string | undefined]
      > = [
        [{}, {}, undefined],
        [audit, {}, undefined],
        [{ ...http, MCP_HTTP_ALLOWED_HOSTS: "a.example" }, {}, `without --http: ${httpNames.join(", ")}`],
        [{ MCP_REDIS_URL: "redis://cache" }, {}, "without --http: MCP_REDIS_URL"],
        [{ MCP_HTTP_PORT: "0" }, { http: true }, undefined],
        [
          { MCP_HTTP_AUTH: "none", MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE: "60" },
          { http: true },
          "with MCP_HTTP_AUTH=none: MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE"
        ],
        [
          { ...required, DISCORD_EXPECTED_BOT_ID: "1248328050278400001", DISCORD_TOKEN: TOKEN },
          { sandbox: true },
          "with --sandbox: DISCORD_TOKEN, DISCORD_EXPECTED_BOT_ID; with --sandbox and without MCP_AUDIT and MCP_AUDIT_FILE: MCP_AUDIT_SYNC, MCP_AUDIT_REQUIRED"
        ],
        [{ MCP_AUDIT_REQUIRED: "true", MCP_AUDIT: "file" }, { http: true, sandbox: true }, undefined],
        [{ MCP_AUDIT: "off", ...audit }, {}, "with MCP_AUDIT=off: MCP_AUDIT_FILE, MCP_AUDIT_SYNC, MCP_AUDIT_REQUIRED"],
        [{ MCP_AUDIT: "stderr", ...audit }, {}, "with MCP_AUDIT=stderr: MCP_AUDIT_FILE, MCP_AUDIT_SYNC"],
        [{ DISCORD_TOKEN: TOKEN, DISCORD_TOKEN_FILE: "/run/token" }, {}, "beside DISCORD_TOKEN: DISCORD_TOKEN_FILE"],
        [
          { MCP_GATEWAY_INTENTS: "GUILDS", MCP_GATEWAY_STORE: "memory" },
          {},
          "without MCP_GATEWAY=true: MCP_GATEWAY_INTENTS, MCP_GATEWAY_STORE"
        ],
        [{ MCP_GATEWAY: "true", MCP_GATEWAY_INTENTS: "GUILDS" }, {}, undefined],
        [{ MCP_APPROVERS: "1248328050278400001" }, {}, "without MCP_CONFIRM=discord: MCP_APPROVERS"],
        [
          { MCP_INTERACTIONS_PUBLIC_KEY: KEY, MCP_GATEWAY_INTENTS: "GUILDS", MCP_GATEWAY_STORE: "memory" },
          { http: true },
          "without MCP_GATEWAY=true: MCP_GATEWAY_INTENTS"
        ],
        [
          { MCP_INTERACTIONS_PUBLIC_KEY: KEY, MCP_GATEWAY_STORE: "memory" },
          {},
          "without --http: MCP_INTERACTIONS_PUBLIC_KEY; without MCP_GATEWAY=true: MCP_GATEWAY_STORE"
        ],
        [
          {
            MCP_RETRY_ENABLED: "false",
            MCP_RETRY_JITTER: "none",
            MCP_CIRCUIT_ENABLED: "no",
            MCP_CIRCUIT_WINDOW_MS: "9000"
          },
          {},
          "with MCP_RETRY_ENABLED=false: MCP_RETRY_JITTER; with MCP_CIRCUIT_ENABLED=false: MCP_CIRCUIT_WINDOW_MS"
        ]
      ]
      for (const [environment, mode, expected] of table) {
        assert.deepStrictEqual(
          yield* warningsOf(environment, mode),
          expected === undefined ? [] : [`settings without effect: ${expected}`]
        )
      }
    })
  )

  it.effect("are not named by other commands, and a wildcard address without host names is", () =>
    Effect.gen(function* () {
      const { warnings } = yield* load({ DISCORD_TOKEN: TOKEN, MCP_HTTP_PORT: "0", MCP_REDIS_URL: "redis://cache" })
      assert.deepStrictEqual(warnings, [])
      for (const host of ["0.0.0.0", "::"]) {
        const [warning = "", ...more] = yield* warningsOf({ MCP_HTTP_HOST: host }, { http: true })
        assert.include(warning, `MCP_HTTP_HOST is ${host}, and MCP_HTTP_ALLOWED_HOSTS is not set`)
        assert.deepStrictEqual(more, [])
      }
    })
  )
})
