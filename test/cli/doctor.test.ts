import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { ApplicationFlags, PermissionFlagsBits } from "discord-api-types/v10"
import { Duration, Effect, Fiber, TestClock } from "effect"
import { CHECK_TIMEOUT } from "../../src/cli/doctor/report.ts"
import { doctorWith } from "../../src/cli/doctor.ts"
import { styleFor } from "../../src/cli/rendering/text.ts"
import { bitsOf, type PermissionName } from "../../src/errors/PermissionName.ts"
import { rawServer } from "../discord/rawServer.ts"
import { asked, type Environment, Sandbox } from "../dispatch/app.ts"
import { whileTimePasses } from "../whileTimePasses.ts"
import { captureConsole } from "./captureConsole.ts"
import {
  answering,
  atSandbox,
  codeOf,
  environment,
  runDoctor,
  statusesOf,
  TOKEN,
  withSandbox
} from "./doctorHarness.ts"

const ALL_INTENTS =
  ApplicationFlags.GatewayGuildMembersLimited |
  ApplicationFlags.GatewayMessageContent |
  ApplicationFlags.GatewayPresenceLimited

const application = (flags: number) =>
  answering("/applications/@me", { id: "1219699408896000001", name: "tides", flags })

/** The permissions and the guild that an invite asks for. */
const invited = (text: string): Readonly<Record<string, string>> => {
  const { origin, pathname, searchParams } = new URL(/https:\/\/discord\.com\/oauth2\S*/.exec(text)?.[0] ?? "x:")
  return { to: origin + pathname, ...Object.fromEntries(searchParams) }
}

describe("the doctor", () => {
  it.effect("exits with 0, 1 or 2, and prints the verdict as JSON", () =>
    Effect.gen(function* () {
      yield* application(ALL_INTENTS)
      const env = { ...(yield* atSandbox), MCP_TOOLS: "messages_send" }
      const endOf = (variables: Environment) =>
        Effect.map(runDoctor(variables), ({ code, ok, verdict }) => ({ code, ok, verdict }))
      assert.deepStrictEqual(yield* endOf(env), { code: 0, ok: true, verdict: "ok" })
      assert.deepStrictEqual(yield* endOf({ ...env, MCP_DRYRUN: "true" }), { code: 1, ok: false, verdict: "warning" })
      // A failure outweighs any warning.
      const both = { ...env, MCP_DRYRUN: "true", MCP_DRY_RUN: "perhaps" }
      assert.deepStrictEqual(yield* endOf(both), { code: 2, ok: false, verdict: "failed" })
    }).pipe(withSandbox())
  )

  it.effect("says which proxy is used for what, without its password", () =>
    Effect.gen(function* () {
      const { checks, text } = yield* runDoctor(
        {
          ...(yield* atSandbox),
          https_proxy: "http://ada:hunter2hunter2@proxy.example:3128",
          NO_PROXY: "127.0.0.1,cdn.discordapp.com",
          MCP_GATEWAY: "true"
        },
        { offline: true }
      )
      assert.deepStrictEqual(checks.proxy?.details, [
        "Discord's API: no proxy",
        "Discord's files: no proxy",
        "the gateway: HTTPS_PROXY, http://proxy.example:3128",
        "uploads by URL: by their host"
      ])
      assert.notInclude(text, "hunter2")
    }).pipe(withSandbox())
  )

  it.effect("names a setting of a proxy that is wrong, as it is set", () =>
    Effect.gen(function* () {
      for (const [name, value] of [
        ["https_proxy", "socks5://ada:hunter2hunter2@proxy.example:1080"],
        ["HTTP_PROXY", "http://proxy.example:port/hunter2hunter2"]
      ]) {
        const { code, text } = yield* runDoctor({ ...(yield* atSandbox), [name ?? ""]: value }, { offline: true })
        assert.strictEqual(code, 2)
        assert.include(text, `${name}: `)
        assert.notInclude(text, "hunter2")
      }
    }).pipe(withSandbox())
  )

  it.effect("exits with 2 after a defect, because 1 means warnings only", () =>
    Effect.gen(function* () {
      const torn = { ...styleFor(false), bold: () => assert.fail("no ink") }
      const around = environment({ DISCORD_TOKEN: TOKEN }, { style: torn })
      const printed: Array<unknown> = []
      const { exit } = yield* Effect.consoleWith((console) =>
        Effect.withConsole(captureConsole(doctorWith(around, { json: false, offline: true })), {
          ...console,
          error: (...parts) => Effect.sync(() => void printed.push(...parts))
        })
      )
      assert.strictEqual(codeOf(exit), 2)
      assert.include(printed.join(), "no ink")
    }).pipe(withSandbox())
  )

  it.effect("reports ok for a correct setup, and sends only reads", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* application(ALL_INTENTS)
      const env = yield* atSandbox
      const context = yield* runDoctor({ ...env, ALLOWED_GUILDS: ids.guild })
      assert.deepStrictEqual(statusesOf(context), {
        node: "ok",
        settings: "ok",
        token: "ok",
        discord: "ok",
        clock: "ok",
        identity: "ok",
        intents: "ok",
        guilds: "ok",
        permissions: "ok",
        audit: "ok",
        files: "ok",
        clients: "ok"
      })
      assert.deepStrictEqual([context.ok, context.verdict, context.code], [true, "ok", 0])
      assert.deepStrictEqual((yield* asked).toSorted(), [
        "GET /applications/@me",
        "GET /gateway",
        "GET /users/@me",
        "GET /users/@me/guilds"
      ])
    }).pipe(withSandbox({ permissions: PermissionFlagsBits.Administrator }))
  )

  it.effect("names the tools that need an intent, and the page that enables it", () =>
    Effect.gen(function* () {
      const env = yield* atSandbox
      const { checks, code } = yield* runDoctor(env)
      assert.strictEqual(code, 1)
      assert.deepInclude(checks.intents, {
        status: "warning",
        found: "GUILD_MEMBERS and MESSAGE_CONTENT are off",
        details: [
          "Without GUILD_MEMBERS Discord refuses members_list.",
          "Without MESSAGE_CONTENT Discord refuses messages_search.",
          "Without MESSAGE_CONTENT Discord leaves the content of other users' messages empty in messages_read, messages_list_pins, messages_get."
        ],
        todo: [
          "Switch on Server Members Intent and Message Content Intent: https://discord.com/developers/applications/1219699408896000001/bot",
          "If the bot has 10,000 users or more, apply for Discord's review of each privileged intent first, and renew the review every year."
        ]
      })
      yield* application(ApplicationFlags.GatewayMessageContentLimited)
      const some = yield* runDoctor({ ...env, MCP_CATEGORIES: "messages,members" })
      assert.strictEqual(some.checks.intents.found, "GUILD_MEMBERS is off")
      const none = yield* runDoctor({ ...env, MCP_TOOLS: "roles_list" })
      assert.deepInclude(none.checks.intents, { status: "ok", found: "none is on, and no allowed tool needs another" })
    }).pipe(withSandbox())
  )

  it.effect("checks the intents, the logins, the log and its owner, only with MCP_GATEWAY", () =>
    Effect.gen(function* () {
      const { ids, setGateway } = yield* Sandbox
      const fs = yield* FileSystem.FileSystem
      const XDG_STATE_HOME = yield* fs.makeTempDirectoryScoped()
      const off = yield* atSandbox
      assert.notProperty((yield* runDoctor(off)).checks, "gateway")
      const env = { ...off, MCP_GATEWAY: "true", XDG_STATE_HOME }
      const directory = `${XDG_STATE_HOME}/effect-discord-mcp/gateway/${ids.bot}`
      const free = yield* runDoctor(env)
      assert.deepInclude(free.checks.gateway, { status: "ok", found: "Discord allows 5 intents" })
      assert.deepStrictEqual(free.checks.gateway.details, [
        "1000 of 1000 logins of today are left",
        `the event log is in ${directory}; no process has the connection`
      ])

      yield* fs.makeDirectory(directory, { recursive: true })
      const owner = { pid: 77, host: "reef", since: "2026-11-23T12:00:00.000Z", beat: "1", released: false }
      yield* fs.writeFileString(`${directory}/owner-3`, JSON.stringify(owner))
      const owned = yield* runDoctor({ ...env, MCP_GATEWAY_INTENTS: "GUILDS,MESSAGE_CONTENT" })
      assert.deepInclude(owned.checks.gateway, {
        status: "failed",
        found: "MESSAGE_CONTENT is off: Discord refuses the connection",
        todo: [
          `Switch on Message Content Intent: https://discord.com/developers/applications/${ids.bot}/bot. Or remove it from MCP_GATEWAY_INTENTS.`
        ]
      })
      assert.include(owned.checks.gateway.details?.[1], "process 77 on reef has the connection since 2026-11-23")

      for (const [used, status] of [
        [800, "ok"],
        [801, "warning"],
        [950, "warning"],
        [951, "failed"]
      ] as const) {
        yield* setGateway({ identify_used: used })
        assert.deepInclude((yield* runDoctor(env)).checks.gateway, { status })
      }

      yield* setGateway({ identify_used: 0 })
      yield* fs.writeFileString(`${directory}/events`, "")
      const { found, status } = (yield* runDoctor(env)).checks.gateway ?? {}
      assert.strictEqual(status, "failed")
      assert.include(found, `the event log in ${directory} cannot be written`)
    }).pipe(withSandbox())
  )

  it.effect("names the missing permissions in each guild, with an invite link that grants them", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const env = yield* atSandbox
      const { checks, code } = yield* runDoctor({
        ...env,
        MCP_TOOLS: "roles_create,roles_delete,messages_send,members_ban"
      })
      assert.strictEqual(code, 1)
      assert.deepInclude(checks.permissions, {
        status: "warning",
        found: "the bot lacks permissions that allowed tools need, in 2 of 2 servers",
        details: [
          '"Tidepool" lacks MANAGE_ROLES (2 tools), BAN_MEMBERS (1).',
          '"Weekend Sailors" lacks MANAGE_ROLES (2 tools), BAN_MEMBERS (1).'
        ]
      })
      const needed: ReadonlyArray<PermissionName> = ["MANAGE_ROLES", "BAN_MEMBERS", "VIEW_CHANNEL", "SEND_MESSAGES"]
      const links = checks.permissions.todo?.slice(0, 2).map(invited)
      assert.deepStrictEqual(
        links,
        [ids.guild, ids.otherGuild].map((guild_id) => ({
          to: "https://discord.com/oauth2/authorize",
          client_id: "1219699408896000001",
          scope: "bot",
          permissions: String(bitsOf(needed)),
          guild_id
        }))
      )
      const some = yield* runDoctor({ ...env, MCP_TOOLS: "messages_send" })
      assert.strictEqual(some.checks.permissions.status, "ok")
    }).pipe(withSandbox())
  )

  it.effect("checks only allowed guilds, and names those without the bot", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const env = yield* atSandbox
      const ALIEN = "999999999999999999"
      const one = yield* runDoctor({ ...env, ALLOWED_GUILDS: `${ids.otherGuild},${ALIEN}`, MCP_TOOLS: "roles_create" })
      assert.deepInclude(one.checks.guilds, {
        status: "warning",
        found: `"Weekend Sailors" (${ids.otherGuild})`,
        details: [`ALLOWED_GUILDS contains ${ALIEN}, but the bot is not a member.`]
      })
      assert.deepInclude(invited(one.checks.guilds.todo?.join() ?? ""), {
        permissions: String(PermissionFlagsBits.ManageRoles)
      })
      assert.deepStrictEqual(one.checks.permissions.details, ['"Weekend Sailors" lacks MANAGE_ROLES (1 tool).'])
      assert.strictEqual(one.code, 1)

      const none = yield* runDoctor({ ...env, ALLOWED_GUILDS: ALIEN })
      assert.strictEqual(none.checks.guilds.status, "failed")
      assert.strictEqual(none.checks.permissions.status, "skipped")
      assert.strictEqual(none.code, 2)

      const elsewhere = yield* runDoctor({ ...env, DISCORD_DEFAULT_GUILD_ID: ALIEN })
      assert.deepInclude(elsewhere.checks.guilds, {
        status: "warning",
        details: [`DISCORD_DEFAULT_GUILD_ID is ${ALIEN}, but the bot is not a member.`]
      })
    }).pipe(withSandbox())
  )

  it.effect("checks the other guilds if the guild list lacks fields, and does not blame a proxy", () =>
    Effect.gen(function* () {
      const administrator = String(PermissionFlagsBits.Administrator)
      const [whole, ...others] = ["1248328050278400001", "1248328050278400002", "1248328050278400003"]
      yield* answering("/users/@me/guilds", [
        { id: whole, name: "Whole", permissions: administrator },
        { id: others[0], name: "Silent" },
        { id: others[1], name: null, permissions: null, owner: "yes" }
      ])
      const { checks } = yield* runDoctor({ ...(yield* atSandbox), DISCORD_DEFAULT_GUILD_ID: "" })
      assert.strictEqual(checks.guilds.status, "ok")
      assert.deepInclude(checks.permissions, { status: "warning", found: "unknown in 2 of 3 servers" })
      assert.deepStrictEqual(Object(checks.permissions.facts), { guilds: [], unknown: others })
      assert.notMatch(JSON.stringify([checks.guilds, checks.permissions]), /proxies/)
    }).pipe(withSandbox())
  )

  it.effect("reads the guilds page by page", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const many = Array.from({ length: 200 }, (_, at) => ({
        id: String(100_000_000_000_000_000n + BigInt(at)),
        name: `guild ${at}`,
        owner: true,
        permissions: "0"
      }))
      yield* answering("/users/@me/guilds", many)
      const { checks } = yield* runDoctor(yield* atSandbox)
      const usable: ReadonlyArray<unknown> = Object(checks.guilds.facts).usable
      assert.strictEqual(usable.length, 202)
      assert.match(checks.guilds.found ?? "", /and 192 more/)
      // The bot lacks no permission in its own guilds.
      assert.deepStrictEqual(
        Object(checks.permissions.facts).guilds.map(({ id }: { readonly id: string }) => id),
        [ids.guild, ids.otherGuild]
      )
    }).pipe(withSandbox())
  )

  it.effect("prints an invite link for a bot without guilds", () =>
    Effect.gen(function* () {
      yield* answering("/users/@me/guilds", [])
      const { checks, code } = yield* runDoctor({ ...(yield* atSandbox), MCP_TOOLS: "messages_send" })
      assert.strictEqual(code, 1)
      assert.strictEqual(checks.guilds.status, "warning")
      assert.deepInclude(invited(checks.guilds.todo?.join() ?? ""), {
        permissions: String(bitsOf(["VIEW_CHANNEL", "SEND_MESSAGES"]))
      })
    }).pipe(withSandbox())
  )

  it.effect("reports an unreachable Discord once, and runs the other checks", () =>
    Effect.gen(function* () {
      const env = { ...(yield* atSandbox), DISCORD_API_URL: "http://127.0.0.1:9/api", MCP_RETRY_ENABLED: "false" }
      const context = yield* runDoctor(env)
      assert.deepStrictEqual([context.code, context.verdict], [2, "failed"])
      assert.deepInclude(context.checks.discord, {
        status: "failed",
        found: "Discord could not be reached (ECONNREFUSED).",
        todo: ["Check the network, proxies, and DISCORD_API_URL (http://127.0.0.1:9/api)."]
      })
      const { discord: _, ...others } = statusesOf(context)
      assert.deepStrictEqual(others, {
        node: "ok",
        settings: "ok",
        token: "ok",
        clock: "skipped",
        identity: "skipped",
        intents: "skipped",
        guilds: "skipped",
        permissions: "skipped",
        audit: "ok",
        files: "ok",
        clients: "ok"
      })
    }).pipe(withSandbox())
  )

  const html = { "content-type": "text/html" }
  const json = { "content-type": "application/json" }
  for (const [what, status, headers, body, came] of [
    ["a web page with 404", 404, html, "<html>Not Found</html>", "HTTP 404 and a web page"],
    ["an empty 404", 404, {}, "", "HTTP 404 and an empty body"],
    ["JSON without a Discord error code", 404, json, '{"error":"no route"}', "HTTP 404 and JSON"],
    ["Discord's 404 for an unknown route", 404, json, '{"message":"404","code":0}', "HTTP 404 and JSON"],
    [
      "a redirect to another server",
      302,
      { location: "https://login.example.com/?next=x" },
      "",
      "HTTP 302, a redirect to https://login.example.com"
    ],
    ["a redirect to another path", 301, { location: "/v2/" }, "", "HTTP 301, a redirect to another path"],
    ["the JSON of another API", 200, json, '{"status":"fine"}', "HTTP 200 and JSON"],
    ["the web page of a server", 200, html, "<!doctype html><p>It works", "HTTP 200 and a web page"],
    ["a web page with 403", 403, html, "<html>Forbidden</html>", "HTTP 403 and a web page"],
    ["a success without a body", 204, {}, "", "HTTP 204 and an empty body"]
  ] as const) {
    it.effect(`names DISCORD_API_URL and its response: ${what}`, () =>
      Effect.gen(function* () {
        const { arrived, url } = yield* rawServer((response) => response.writeHead(status, headers).end(body))
        const env = { ...(yield* atSandbox), DISCORD_API_URL: url, MCP_RETRY_ENABLED: "false" }
        const report = yield* runDoctor(env)
        assert.deepStrictEqual([report.code, report.verdict], [2, "failed"])
        assert.deepInclude(report.checks.discord, {
          status: "failed",
          found: `The response to GET /gateway does not come from Discord: DISCORD_API_URL (${url}) answered with ${came}.`,
          todo: ["Correct DISCORD_API_URL, or unset it to use Discord's own address. Then check proxies."]
        })
        assert.deepInclude(statusesOf(report), { identity: "skipped", guilds: "skipped" })
        assert.isNotEmpty(arrived)
      }).pipe(withSandbox())
    )
  }

  it.effect("stops waiting for a silent Discord after the time limit", () =>
    Effect.gen(function* () {
      const { awaitAborted, inject } = yield* Sandbox
      yield* inject({ times: 100, do: { kind: "hang", at: "headers" } })
      const running = yield* Effect.fork(runDoctor(yield* atSandbox))
      yield* Sandbox.pipe(Effect.flatMap(({ awaitRequests }) => awaitRequests(2)))
      yield* TestClock.adjust(CHECK_TIMEOUT)
      const { checks, code } = yield* Fiber.join(running)
      assert.strictEqual(code, 2)
      assert.strictEqual(checks.discord.found, "Discord did not answer within 10 seconds.")
      assert.strictEqual(checks.permissions.status, "skipped")
      // The requests were aborted.
      yield* awaitAborted(2)
    }).pipe(withSandbox())
  )

  it.effect("warns of a slow response", () =>
    Effect.gen(function* () {
      const { awaitRequests, inject } = yield* Sandbox
      yield* inject({ match: { path: "/gateway" }, do: { kind: "latency", ms: 3000 } })
      const env = yield* atSandbox
      const running = yield* Effect.fork(runDoctor(env))
      yield* awaitRequests(4)
      yield* TestClock.adjust(Duration.seconds(3))
      const { checks } = yield* Fiber.join(running)
      assert.deepInclude(checks.discord, { status: "warning", found: `${env.DISCORD_API_URL} takes 3000 ms to answer` })
    }).pipe(withSandbox())
  )

  it.effect("reports a rejected token, and never prints it", () =>
    Effect.gen(function* () {
      const wrong = TOKEN.replace("Gabcde", "Hijklm")
      const context = yield* runDoctor({ ...(yield* atSandbox), DISCORD_TOKEN: wrong })
      assert.deepStrictEqual([context.code, context.verdict], [2, "failed"])
      assert.deepInclude(context.checks.identity, {
        status: "failed",
        found: "Discord does not accept the bot's token.",
        todo: [
          "Put a valid token into DISCORD_TOKEN, or into the file of DISCORD_TOKEN_FILE: Discord Developer Portal → your application → Bot → Reset Token."
        ]
      })
      assert.deepInclude(statusesOf(context), { discord: "ok", clock: "ok", intents: "skipped", guilds: "skipped" })
      assert.notInclude(context.text, wrong)
      // Only one rejected request counts against this address.
      const { requests } = yield* Sandbox
      const refused = (yield* requests).filter(({ path, status }) => status === 401 && path !== "/gateway")
      assert.deepStrictEqual(
        refused.map(({ path }) => path),
        ["/users/@me"]
      )
    }).pipe(withSandbox())
  )

  it.effect("fails for a user account", () =>
    Effect.gen(function* () {
      yield* answering("/users/@me", { id: "1", username: "mira" })
      const { checks, code } = yield* runDoctor(yield* atSandbox)
      assert.strictEqual(code, 2)
      assert.deepInclude(checks.identity, { status: "failed", found: `"mira" (1) is a user account, not a bot` })
    }).pipe(withSandbox())
  )

  it.effect("sends no request with --offline", () =>
    Effect.gen(function* () {
      const context = yield* runDoctor(yield* atSandbox, { offline: true })
      assert.strictEqual(context.code, 0)
      assert.deepInclude(statusesOf(context), { settings: "ok", discord: "skipped", permissions: "skipped" })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(withSandbox())
  )

  it.effect("retries as the server does, and rejects a response that is not valid", () =>
    Effect.gen(function* () {
      const { inject } = yield* Sandbox
      yield* inject({ match: { path: "/users/@me" }, do: { kind: "status", status: 502 } })
      yield* inject({ match: { path: "/users/@me/guilds" }, do: { kind: "status", status: 200, body: { guilds: 3 } } })
      const env = yield* atSandbox
      const { checks } = yield* whileTimePasses(runDoctor(env))
      assert.strictEqual(checks.identity.status, "ok")
      assert.deepInclude(checks.guilds, {
        status: "failed",
        found: `The response to GET /users/@me/guilds does not come from Discord: DISCORD_API_URL (${env.DISCORD_API_URL}) answered with HTTP 200 and JSON.`
      })
    }).pipe(withSandbox())
  )
})
