import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, TestServices } from "effect"
import { configuredEntry, variablesOf } from "../../src/cli/doctor/configuredEntry.ts"
import { anonymize } from "../../src/cli/doctor/supportReport.ts"
import { type DoctorOptions, doctorWith, readEntry } from "../../src/cli/doctor.ts"
import { Sandbox } from "../dispatch/app.ts"
import { captureConsole } from "./captureConsole.ts"
import { atSandbox, codeOf, directory, environment, TOKEN, withSandbox } from "./doctorHarness.ts"
import { launch, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

/** A secret that was put into the wrong variable. */
const MISPLACED = "hunter2-is-my-password"

describe("doctor --support", () => {
  const reportOf = (variables: Readonly<Record<string, string>>) =>
    captureConsole(doctorWith(environment(variables), { json: false, offline: false, support: true }))

  it.scoped("has versions, settings and checks, and no secret, id, name or home path", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const HOME = yield* directory
      const env = {
        ...(yield* atSandbox),
        HOME,
        MCP_AUDIT: "file",
        MCP_TOOL_SURFACE: "full",
        MCP_BULKHEAD_LIMIT: MISPLACED,
        ALLOWED_GUILDS: `${ids.guild},1234567890123456789`,
        DISCORD_DEFAULT_GUILD_ID: "1234567890123456789",
        DISCORD_EXPECTED_BOT_ID: "1111111111111111111",
        OTEL_EXPORTER_OTLP_ENDPOINT: `https://ada:${MISPLACED}@telemetry.example.net/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${MISPLACED}`
      }
      const { exit, text } = yield* reportOf(env)
      assert.strictEqual(codeOf(exit), 2)
      for (const part of [
        /^effect-discord-mcp \S+, node 20\.11\.0, linux$/m,
        /^ {2}MCP_TOOL_SURFACE: full$/m,
        /^ {2}MCP_BULKHEAD_LIMIT: wrong$/m,
        /^ {2}ALLOWED_GUILDS: set$/m,
        /^ {2}DISCORD_TOKEN: set$/m,
        /^ {2}failed settings: \d settings? wrong/m,
        /^ {2}warning guilds: /m,
        /~\/\.local\/state\/effect-discord-mcp\/audit\.log/
      ]) {
        assert.match(text, part)
      }
      for (const secret of [
        TOKEN,
        MISPLACED,
        HOME,
        "telemetry.example.net",
        "sandbox-bot",
        "Tidepool",
        ids.guild,
        "1234567890123456789",
        "1219699408896000001"
      ]) {
        assert.notInclude(text, secret)
      }
      assert.notMatch(text, /\d{17,20}/)
      assert.notInclude(text, "\u001b")
    }).pipe(withSandbox())
  )

  it("removes what identifies a person or a machine from any line", () => {
    const here = { platform: "linux", variables: { HOME: "/srv/homes/ada" }, directory: "/srv/secret-project" }
    const windows = { ...here, platform: "win32", variables: { USERPROFILE: "C:\\Users\\Ada L" } }
    for (const [text, expected] of [
      [
        '"Tide\\"pool" (1248328050278400001) in /srv/homes/ada/x, /srv/secret-project/.mcp.json',
        '"…" (<id>) in ~/x, ./.mcp.json'
      ],
      [
        "/home/bob/a and /Users/Eve P/b, (/root) '/opt/acme/x.js' file:///home/bob/a",
        "<path> and <path>, (<path>) '<path>' <path>"
      ],
      ["/srv/homes/adam/x", "<path>"],
      [
        "GET /users/@me, read/write, docs/doctor.md, cmd /c npx",
        "GET /users/@me, read/write, docs/doctor.md, cmd /c npx"
      ],
      [
        "https://proxy.example.net:8080/api, https://discord.com/api, http://127.0.0.1:4000/api",
        "https://<host>, https://discord.com/api, http://127.0.0.1:4000/api"
      ],
      [
        "https://ada:pa,ss@proxy.example.net/hook/key?token=a, https://ada:b@discord.com/api?key=c redis://:d@cache:6379/0",
        "https://<host>, https://discord.com/api redis://<host>"
      ],
      [
        "ECONNREFUSED 10.0.0.5:443, getaddrinfo ENOTFOUND proxy.acme.example",
        "ECONNREFUSED <host>:443, getaddrinfo ENOTFOUND <host>"
      ],
      ["of ada@example.org", "of <address>"],
      [
        `the reference $ecret-word, the reference $${"{env:DISCORD_TOKEN}"}`,
        `the reference $… the reference $${"{env:DISCORD_TOKEN}"}`
      ]
    ] as const) {
      assert.strictEqual(anonymize(text, here), expected)
    }
    for (const [text, expected] of [
      ["C:\\Users\\Ada L\\x, c:/users/ada l/x", "~\\x, ~/x"],
      ["c:\\Users\\Bob P\\y, \\\\acme\\share\\z", "<path>, <path>"]
    ] as const) {
      assert.strictEqual(anonymize(text, windows), expected)
    }
  })

  it.scoped("has no secret of a client's entry and no path, even if the server prints them", () =>
    Effect.gen(function* () {
      const secrets = {
        flag: "flag-value-1",
        joined: "joined-value-2",
        word: "hunter2",
        plain: "hunter",
        header: "header-value-3",
        user: "url-user-4",
        password: "p@ss/word5",
        query: "query-value-6",
        // Longer than the part of stderr that is kept.
        env: "env-value-7".padEnd(3000, "x"),
        settings: "settings-value-8"
      }
      const address = `https://${secrets.user}:${encodeURIComponent(secrets.password)}@proxy.example.net/api?key=${secrets.query}`
      const { directory, environment: here, fs, path } = yield* withCursor("{}")
      const script = `${directory}/effect-discord-mcp.mjs`
      // A server that prints its arguments and its variables, and ends.
      yield* fs.writeFileString(
        script,
        'console.error(process.env.MY_KEY); console.error([...process.argv, process.env.DISCORD_API_URL, decodeURIComponent(process.env.DISCORD_API_URL)].join("\\n"))'
      )
      const args = [
        script,
        "serve",
        "--token",
        secrets.flag,
        `--api-key=${secrets.joined}`,
        secrets.word,
        "--header",
        `Authorization: Bearer ${secrets.header}`,
        "--via",
        address,
        `MY_PASSWORD=${secrets.plain}`
      ]
      const entry = {
        command: process.execPath,
        args,
        env: { MY_KEY: secrets.env, DISCORD_API_URL: address, DISCORD_TOKEN: secrets.settings },
        headers: { "X-Key": secrets.header }
      }
      yield* fs.writeFileString(path, JSON.stringify({ mcpServers: { mine: entry } }))
      const found = yield* configuredEntry("cursor", here, launch)
      const host = { ...environment({}), environment: { ...here, variables: variablesOf(found, here) }, entry: found }
      const run = (options: Partial<DoctorOptions>) =>
        TestServices.provideLive(captureConsole(doctorWith(host, { json: false, offline: false, ...options })))
      const support = yield* run({ support: true })
      assert.include(support.text, "Started: ")
      assert.include(support.text, "serve --token … --api-key=… … --header … --via … …")
      assert.include(support.text, "***")
      assert.notInclude(support.text, "xxx")
      const json = yield* run({ json: true })
      const both = yield* run({ json: true, support: true })
      assert.deepStrictEqual(
        Object(JSON.parse(both.text)).checks.map(({ name }: { readonly name: string }) => name),
        Object(JSON.parse(json.text)).checks.map(({ name }: { readonly name: string }) => name)
      )
      for (const hidden of [here.variables.HOME ?? "", process.execPath, "proxy.example.net", directory]) {
        assert.notInclude(support.text, hidden)
        assert.notInclude(both.text, hidden)
      }
      const plain = yield* run({})
      assert.include(plain.text, script)
      for (const { text } of [support, both, json, plain]) {
        for (const secret of [...Object.values(secrets), encodeURIComponent(secrets.password)])
          assert.notInclude(text, secret)
      }
    }).pipe(withSandbox())
  )

  it.scoped("names no path if the client has no entry", () =>
    Effect.gen(function* () {
      const { environment: here } = yield* withCursor("{}")
      const reading = readEntry(
        { json: false, offline: true, support: true, client: Option.some("cursor") },
        here,
        "/x.js"
      )
      const { text } = yield* captureConsole(
        Effect.consoleWith((console) => Effect.withConsole(reading, { ...console, error: console.log }))
      )
      assert.include(text, "Looked in ~/.cursor/mcp.json")
      assert.notInclude(text, here.variables.HOME ?? "")
    }).pipe(withNodeContext)
  )
})
