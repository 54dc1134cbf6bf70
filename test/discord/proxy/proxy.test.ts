// Each case has its own settings.
// @effect-diagnostics strictEffectProvide:off

import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { loadSettings } from "../../../src/config/loadSettings.ts"
import { Settings } from "../../../src/config/Settings.ts"
import type { DownloadPolicy } from "../../../src/discord/downloadPolicy.ts"
import * as FileSource from "../../../src/discord/FileSource.ts"
import { proxyOf } from "../../../src/discord/proxy/proxyOf.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { describe as describeError } from "../../../src/errors/DiscordMcpError.ts"
import * as SigningKeys from "../../../src/mcp/http/access/SigningKeys.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { connect } from "../../live/connection/connecting.ts"
import { startIssuer } from "../../mcp/http/issuer.ts"
import { nodeContext } from "../../nodeContext.ts"
import { loopback } from "../files.ts"
import { json, rawServer } from "../rawServer.ts"
import { create, over, read } from "../session.ts"
import { type ProxyBehaviour, startProxy } from "./proxyServer.ts"

const TOKEN = "sandbox-token"
const PASSWORD = "low tide: 7@harbour"

/** The settings of a process with these variables. */
const settingsOf = (variables: Readonly<Record<string, string>>) =>
  loadSettings({ ...variables, DISCORD_TOKEN: TOKEN }, { tools: [], categories: [] }, () =>
    Effect.fail("NotFound")
  ).pipe(
    Effect.map(({ settings }) => settings),
    Effect.orDie
  )

/** Discord's service through the proxies of the variables. */
const connectThrough = Effect.fnUntraced(function* (apiUrl: string, variables: Readonly<Record<string, string>>) {
  const settings = yield* settingsOf(variables)
  const transport = RestTransport.layer({ apiUrl, token: Redacted.make(TOKEN), userAgent: "test", proxies: settings })
  return yield* over(transport, { globalRequestsPerSecond: 10_000, retryBaseDelayMs: 1, retryMaxDelayMs: 1 })
})

/** Loads a file through the proxies of the variables. */
const loadThrough = (url: string, variables: Readonly<Record<string, string>>, policy: DownloadPolicy = loopback) =>
  Layer.build(
    FileSource.layer(policy).pipe(
      Layer.provide(Layer.effect(Settings, settingsOf(variables))),
      Layer.provide(nodeContext)
    )
  ).pipe(
    Effect.flatMap((context) => Context.get(context, FileSource.FileSource).load({ url }, "files[0]")),
    Effect.match({
      onSuccess: ({ data }) => Buffer.from(data).toString(),
      onFailure: ({ validation_issues: [issue] }) => issue?.message ?? ""
    })
  )

describe("a proxy", () => {
  for (const name of ["HTTP_PROXY", "http_proxy"]) {
    it.scopedLive(`carries requests to Discord, with its credentials, if ${name} names it`, () =>
      Effect.gen(function* () {
        const { arrived, url } = yield* rawServer((response) => json(response, 200, { id: "1" }))
        const proxy = yield* startProxy({ credentials: `ada:${PASSWORD}` })
        const address = `http://ada:${encodeURIComponent(PASSWORD)}@${proxy.host}`
        const call = yield* connectThrough(url, { [name]: address })
        yield* call(read())
        assert.deepStrictEqual(proxy.tunnels, [new URL(url).host])
        assert.strictEqual(arrived.length, 1)
        // The credentials are for the proxy only.
        assert.notProperty(arrived[0]?.headers ?? {}, "proxy-authorization")
      })
    )
  }

  it.scopedLive("carries files by URL, to the address that was checked and not to a name", () =>
    Effect.gen(function* () {
      const { url } = yield* rawServer((response) => response.writeHead(200).end("low tide"))
      const { port } = new URL(url)
      const proxy = yield* startProxy()
      const variables = { HTTP_PROXY: proxy.url }
      const both: DownloadPolicy = { ...loopback, mayConnect: () => true }
      assert.strictEqual(yield* loadThrough(`http://localhost:${port}/a.txt`, variables, both), "low tide")
      assert.match(proxy.tunnels[0] ?? "", new RegExp(`^(127\\.0\\.0\\.1|\\[::1\\]):${port}$`))
      const nowhere: DownloadPolicy = { ...loopback, mayConnect: () => false }
      for (const host of ["localhost", "127.0.0.1"]) {
        assert.strictEqual(
          yield* loadThrough(`http://${host}:${port}/a.txt`, variables, nowhere),
          "must be a public address"
        )
      }
      assert.strictEqual(proxy.tunnels.length, 1)
    })
  )

  it.scopedLive("resolves the names of Discord's own hosts itself", () =>
    Effect.gen(function* () {
      const { url } = yield* rawServer((response) => response.writeHead(200).end("low tide"))
      const { port } = new URL(url)
      const proxy = yield* startProxy({ leadsTo: Number(port) })
      const policy: DownloadPolicy = { ...loopback, proxyResolves: true }
      assert.strictEqual(yield* loadThrough("http://cdn.invalid/a.txt", { HTTP_PROXY: proxy.url }, policy), "low tide")
      assert.deepStrictEqual(proxy.tunnels, ["cdn.invalid:80"])
    })
  )

  it.effect("carries the connection to the gateway", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const proxy = yield* startProxy()
      const connection = yield* connect(sandbox, { proxies: yield* settingsOf({ HTTP_PROXY: proxy.url }) })
      yield* connection.isConnected()
      assert.strictEqual((yield* connection.status).state, "connected")
      assert.deepStrictEqual(proxy.tunnels, [new URL(sandbox.url).host])
    }).pipe(Effect.scoped)
  )

  it.scopedLive("carries the keys of a token issuer", () =>
    Effect.gen(function* () {
      const issuer = yield* startIssuer
      const proxy = yield* startProxy()
      const keys = yield* SigningKeys.make(issuer.issuer, yield* settingsOf({ HTTP_PROXY: proxy.url }))
      yield* keys.current
      assert.deepStrictEqual([...new Set(proxy.tunnels)], [new URL(issuer.issuer).host])
    })
  )

  const failing: Readonly<
    Record<string, { readonly behaviour: ProxyBehaviour | "away"; readonly message: RegExp; readonly attempts: number }>
  > = {
    "requires a password": { behaviour: { credentials: "ada:other" }, message: /HTTP 407/, attempts: 1 },
    "refuses with 403": { behaviour: { refuse: 403 }, message: /refused the connection \(HTTP 403\)/, attempts: 1 },
    "refuses with 502": { behaviour: { refuse: 502 }, message: /refused the connection \(HTTP 502\)/, attempts: 3 },
    "hangs up": { behaviour: { hangUp: true }, message: /cannot be reached \(UND_ERR_SOCKET\)/, attempts: 3 },
    "is not there": { behaviour: "away", message: /cannot be reached \(ECONNREFUSED\)/, attempts: 3 }
  }
  for (const [what, { attempts, behaviour, message }] of Object.entries(failing)) {
    it.scopedLive(`that ${what} is named in the failure of a write, which was not sent, and in that of a file`, () =>
      Effect.gen(function* () {
        const proxy = yield* behaviour === "away" ? Effect.scoped(startProxy()) : startProxy(behaviour)
        const address = `http://ada:${encodeURIComponent(PASSWORD)}@${proxy.host}`
        for (const [variable, scheme] of [
          ["HTTPS_PROXY", "https"],
          ["HTTP_PROXY", "http"]
        ]) {
          const variables = { [variable ?? ""]: address }
          const call = yield* connectThrough(`${scheme}://discord.invalid/api`, variables)
          const error = yield* Effect.flip(call(create))
          const text = describeError(error)
          assert.match(text.message, message)
          assert.match(text.recovery_hint, /HTTPS?_PROXY|NO_PROXY/)
          assert.notInclude(JSON.stringify([text, error]), PASSWORD)
          assert.deepInclude(Object(error), { _tag: "DiscordRestUnavailable", outcome_unknown: false, attempts })
          const policy: DownloadPolicy = { ...loopback, protocols: new Set(["http:", "https:"]), proxyResolves: true }
          assert.match(yield* loadThrough(`${scheme}://cdn.invalid/a.txt`, variables, policy), message)
        }
      })
    )
  }
})

describe("the proxy of an address", () => {
  const both = { HTTPS_PROXY: "http://secure.example:1", HTTP_PROXY: "plain.example:2" }
  const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, string, string]> = [
    [both, "https://discord.com/api", "HTTPS_PROXY http://secure.example:1"],
    [both, "wss://gateway.discord.gg", "HTTPS_PROXY http://secure.example:1"],
    [both, "http://nirn.internal:8080", "HTTP_PROXY http://plain.example:2"],
    [both, "http://127.0.0.1:8080", "HTTP_PROXY http://plain.example:2"],
    [{ HTTP_PROXY: "http://plain.example:2" }, "https://discord.com", "HTTP_PROXY http://plain.example:2"],
    [{ HTTPS_PROXY: "http://secure.example:1" }, "http://discord.com", "none"],
    [{ ...both, https_proxy: "http://lower.example:3" }, "https://discord.com", "HTTPS_PROXY http://lower.example:3"],
    [{}, "https://discord.com", "none"],
    ...[
      "discord.com",
      "DISCORD.com",
      ".discord.com",
      "*.discord.com",
      "*",
      "a.example, cdn.discord.com",
      "a.example cdn.discord.com:443",
      "com"
    ].map((NO_PROXY) => [{ ...both, NO_PROXY }, "https://cdn.discord.com", "none"] as const),
    ...["iscord.com", "discord.com:80", "cdn.discord.com.evil.example", ".", "10.0.0.0/8"].map(
      (NO_PROXY) => [{ ...both, NO_PROXY }, "https://cdn.discord.com", "HTTPS_PROXY http://secure.example:1"] as const
    ),
    ...["10.0.0.0/8", "10.1.2.3", "10.1.2.3:443"].map(
      (no_proxy) => [{ ...both, NO_PROXY: "x", no_proxy }, "https://10.1.2.3", "none"] as const
    ),
    ...["::1", "[::1]", "[::1]:443", "::/64"].map(
      (NO_PROXY) => [{ ...both, NO_PROXY }, "https://[::1]", "none"] as const
    ),
    [{ ...both, NO_PROXY: "localhost,127.0.0.1" }, "http://127.0.0.1:8080", "none"]
  ]
  for (const [variables, address, expected] of cases) {
    it.effect(`of ${address} with ${JSON.stringify(variables)} is ${expected}`, () =>
      Effect.map(settingsOf(variables), (settings) => {
        const chosen = proxyOf(settings, address)
        assert.strictEqual(
          chosen === undefined ? "none" : `${chosen.setting} ${new URL(chosen.address.url).origin}`,
          expected
        )
      })
    )
  }
})
