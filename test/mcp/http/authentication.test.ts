// @effect-diagnostics asyncFunction:off
// @effect-diagnostics newPromise:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, FiberRef, HashSet, Logger, TestClock } from "effect"
import type { JWK } from "jose"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import {
  clientsFile,
  clientsText,
  connectHttp,
  hashOf,
  initializeBody,
  send,
  startHttp,
  startHttpInVirtualTime,
  tokenOf,
  withSandbox
} from "./httpServer.ts"
import { type Claims, startIssuer } from "./issuer.ts"

const initialize = (url: string, token?: string, headers: Readonly<Record<string, string>> = {}) =>
  send(url, {
    json: initializeBody,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  })

/** A server that accepts access tokens of an issuer. */
const withIssuer = Effect.gen(function* () {
  const issuer = yield* startIssuer
  const url = yield* startHttp({ MCP_HTTP_ISSUER: issuer.issuer, MCP_HTTP_AUDIENCE: "discord-mcp" })
  return { issuer, url }
})

/** A payload with two claims of the caller. */
const claims = (now: number, issuer: string, ...more: ReadonlyArray<string>) =>
  `{"iss":"${issuer}","sub":"agent-7","scope":"discord:read","exp":${now + 300},${more.join(",")}}`

describe("a bearer token", () => {
  it.live("of the clients file opens a session; a missing or wrong one is 401 with the URL of the metadata", () =>
    Effect.gen(function* () {
      const { path } = yield* clientsFile({ one: {}, two: {} })
      const url = yield* startHttp({ MCP_HTTP_CLIENTS_FILE: path })
      const metadata = `resource_metadata="${new URL("/.well-known/oauth-protected-resource/mcp", url).href}"`
      const missing = yield* initialize(url)
      assert.deepStrictEqual([missing.status, missing.headers.get("www-authenticate")], [401, `Bearer ${metadata}`])
      const wrong = yield* initialize(url, "guessed")
      assert.deepStrictEqual(
        [wrong.status, wrong.headers.get("www-authenticate")],
        [401, `Bearer error="invalid_token", error_description="The token is not known.", ${metadata}`]
      )
      for (const header of ["Basic b25lOnR3bw==", "Bearer", `bearer  `, `Token ${tokenOf("one")}`]) {
        assert.strictEqual((yield* send(url, { json: initializeBody, headers: { authorization: header } })).status, 401)
      }
      assert.strictEqual((yield* initialize(url, tokenOf("two"))).status, 200)
      const document = yield* send(new URL("/.well-known/oauth-protected-resource/mcp", url).href)
      assert.deepStrictEqual(JSON.parse(document.text), {
        resource: url,
        resource_name: "effect-discord-mcp",
        bearer_methods_supported: ["header"]
      })
    }).pipe(withSandbox(roomy))
  )

  it.live("of the issuer is checked: signature, issuer, audience, times, algorithm, subject", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      const outcome = (token: string) =>
        Effect.map(initialize(url, token), ({ headers, status }) => [
          status,
          /error_description="([^"]*)"/.exec(headers.get("www-authenticate") ?? "")?.[1]
        ])
      const good = yield* issuer.sign({})
      const table = [
        [good, [200, undefined]],
        [yield* issuer.sign({ expiresIn: -60 }), [401, "The token has expired."]],
        [yield* issuer.sign({ expiresIn: null }), [401, "The token has no valid exp."]],
        [yield* issuer.sign({ notBeforeIn: 60 }), [401, "The token is not valid yet."]],
        [yield* issuer.sign({ audience: "another" }), [401, "The token has no valid aud."]],
        [yield* issuer.sign({ issuer: "https://another.example" }), [401, "The token has no valid iss."]],
        [yield* issuer.sign({ payload: { sub: "" } }), [401, "The token has no valid sub."]],
        [issuer.unsigned(), [401, "The token's algorithm is not accepted."]],
        [yield* issuer.confused, [401, "The token's algorithm is not accepted."]],
        [`${good.slice(0, -8)}AAAAAAAA`, [401, "The token's signature is wrong."]],
        [good.replace(/\..*\./, ".e30."), [401, "The token's signature is wrong."]]
      ] as const
      for (const [token, expected] of table) assert.deepStrictEqual(yield* outcome(token), [...expected])
      const document = yield* send(new URL("/.well-known/oauth-protected-resource", url).href)
      assert.deepInclude(JSON.parse(document.text), {
        authorization_servers: [issuer.issuer],
        scopes_supported: ["discord:read", "discord:write", "discord:destructive"]
      })
    }).pipe(withSandbox(roomy))
  )

  /** How the server takes a token: `accepted`, or the description of its error. */
  const outcomeAt = (url: string) => (token: string, scheme?: string) =>
    Effect.map(
      send(url, { json: initializeBody, headers: { authorization: `${scheme ?? "Bearer"} ${token}` } }),
      (response) =>
        response.status === 200
          ? "accepted"
          : /error_description="([^"]*)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1]
    )

  it.live("of the issuer is refused if it is for another use, and accepted in every usual form", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      const outcome = outcomeAt(url)
      const TYPE = "The token's type is not that of an access token."
      const BOUND = "The token is bound to a key of its holder, which this server does not verify."
      const FUTURE = "The token was issued in the future."
      const LATE = "The token expires more than 366 days from now."
      const EXTENSION = "The token has an extension that is not supported."
      const YEAR = 366 * 24 * 60 * 60
      const table: ReadonlyArray<readonly [Claims, string]> = [
        ...["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt", "application/jwt"].map(
          (typ) => [{ header: { typ } }, "accepted"] as const
        ),
        ...[
          "dpop+jwt",
          "logout+jwt",
          "id_token+jwt",
          "secevent+jwt",
          "at+jwt ",
          "application/",
          "",
          7,
          null,
          ["JWT"]
        ].map((typ) => [{ header: { typ } }, TYPE] as const),
        ...[{ jkt: "x" }, { "x5t#S256": "x" }, { jwk: {} }, {}, null, ""].map(
          (cnf) => [{ payload: { cnf } }, BOUND] as const
        ),
        [{ issuedIn: -60 }, "accepted"],
        [{ issuedIn: 3 }, "accepted"],
        [{ issuedIn: 60 }, FUTURE],
        [{ issuedIn: 1e9 }, FUTURE],
        [{ payload: { iat: "yesterday" } }, "The token has no valid iat."],
        [{ notBeforeIn: 3 }, "accepted"],
        [{ notBeforeIn: 60 }, "The token is not valid yet."],
        [{ expiresIn: -3 }, "accepted"],
        [{ expiresIn: YEAR - 60 }, "accepted"],
        [{ expiresIn: YEAR + 60 }, LATE],
        [{ expiresIn: 1e12 }, LATE],
        [{ header: { crit: ["tide"], tide: 1 } }, EXTENSION],
        [{ header: { crit: ["exp"], exp: 1 } }, EXTENSION],
        [{ header: { b64: true } }, "The token's payload is not encoded as a JWT."],
        [{ header: { jku: "https://keys.example.com/keys", x5u: "https://keys.example.com/x5u" } }, "accepted"],
        [{ header: { kid: "first\u0000" } }, "The token's key is not one of the issuer's."],
        [{ header: { alg: "ES256", kid: 1 } }, "The token's key is not one of the issuer's."],
        [{ payload: { aud: ["another", "discord-mcp"] }, audience: ["another", "discord-mcp"] }, "accepted"],
        [{ audience: ["another"] }, "The token has no valid aud."],
        [{ audience: [] }, "The token has no valid aud."],
        [{ payload: { sub: "s".repeat(200) } }, "accepted"],
        [{ payload: { sub: "s".repeat(201) } }, "The token has no valid sub."],
        ...[7, null, {}, ["agent-7"], "a b", "a\nb", "ä"].map(
          (sub) => [{ payload: { sub } }, "The token has no valid sub."] as const
        ),
        // The last of two claims with the same name counts (RFC 7519, section 4).
        [
          { text: (now, iss) => claims(now, iss, `"aud":"discord-mcp"`, `"aud":"another"`) },
          "The token has no valid aud."
        ],
        [{ text: (now, iss) => claims(now, iss, `"aud":"another"`, `"aud":"discord-mcp"`) }, "accepted"],
        [{ text: (_, iss) => claims(0, iss, `"aud":"discord-mcp"`, `"exp":1e999`) }, LATE],
        [{ text: () => "[]" }, "The token is not a valid access token."],
        [{ text: () => "null" }, "The token is not a valid access token."]
      ]
      for (const [claims, expected] of table) {
        assert.strictEqual(yield* outcome(yield* issuer.sign(claims)), expected, JSON.stringify(claims))
      }
    }).pipe(withSandbox({ ...roomy }))
  )

  it.live("is refused if its header names the key of an attacker", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      for (const header of [
        (jwk: JWK) => ({ jwk }),
        () => ({ jku: "https://attacker.example/keys" }),
        () => ({ x5c: ["MIIB"], x5u: "https://attacker.example/x5u" })
      ]) {
        assert.strictEqual(yield* outcomeAt(url)(yield* issuer.forged(header)), "The token's signature is wrong.")
      }
    }).pipe(withSandbox({ ...roomy }))
  )

  it.live("is accepted only with the scheme Bearer", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      const outcome = outcomeAt(url)
      const good = yield* issuer.sign({})
      assert.strictEqual(yield* outcome(good), "accepted")
      for (const scheme of ["DPoP", "Basic", "MAC"]) assert.strictEqual(yield* outcome(good, scheme), undefined)
    }).pipe(withSandbox({ ...roomy }))
  )

  it.live("of a key that the issuer does not publish is 401, and costs no second fetch of the keys", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      assert.strictEqual((yield* initialize(url, yield* issuer.sign({}))).status, 200)
      yield* issuer.rotate(false)
      for (let attempt = 0; attempt < 5; attempt++) {
        const refused = yield* initialize(url, yield* issuer.sign({}))
        assert.strictEqual(refused.status, 401)
      }
      // The keys were fetched a moment ago.
      assert.strictEqual(issuer.keyRequests(), 1)
    }).pipe(withSandbox(roomy))
  )

  it.live("is answered with 503, not 401, while the issuer is unavailable", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      issuer.behave("away")
      const { headers, status } = yield* initialize(url, yield* issuer.sign({}))
      assert.deepStrictEqual([status, headers.get("retry-after")], [503, "5"])
    }).pipe(withSandbox(roomy))
  )

  it.live("without the scope of a call is 403 before the call; with it the call runs", () =>
    Effect.gen(function* () {
      const { issuer, url } = yield* withIssuer
      const { ids } = yield* Sandbox
      const none = yield* initialize(url, yield* issuer.sign({ payload: { scope: "openid" } }))
      assert.strictEqual(none.status, 403)
      const reader = yield* issuer.sign({ payload: { scope: "discord:read" } })
      const { transport } = yield* connectHttp(url, reader)
      const call = (token: string, name: string, input: object) =>
        send(url, {
          json: { jsonrpc: "2.0", id: 9, method: "tools/call", params: { name, arguments: input } },
          headers: { authorization: `Bearer ${token}`, "mcp-session-id": transport.sessionId ?? "" }
        })
      const message = { channel_id: ids.channels.general, content: "hello" }
      const refused = yield* call(reader, "messages_send", message)
      assert.strictEqual(refused.status, 403)
      assert.include(refused.headers.get("www-authenticate") ?? "", 'error="insufficient_scope", scope="discord:write"')
      assert.strictEqual((yield* call(reader, "channels_get", { channel_id: ids.channels.general })).status, 200)
      // A renewed token of the same subject keeps the session, with the scopes of the new token.
      const writer = yield* issuer.sign({ payload: { scope: "discord:read discord:write" } })
      const sent = yield* call(writer, "messages_send", message)
      assert.deepStrictEqual([sent.status, sent.text.includes("isError")], [200, false])
      // Only the arguments make this call destructive, so it is the call that is refused.
      const raised = yield* call(writer, "roles_create", {
        guild_id: ids.guild,
        name: "admins",
        permissions: ["ADMINISTRATOR"]
      })
      assert.strictEqual(raised.status, 200)
      assert.include(raised.text, "SCOPE_REJECTED")
    }).pipe(withSandbox(roomy))
  )

  it.effect("of a client that was removed is refused within 6 seconds, and its sessions end", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => logged.push(String(message)))
    return Effect.gen(function* () {
      const file = yield* clientsFile({ one: {}, two: {} })
      const url = yield* startHttpInVirtualTime({ MCP_HTTP_CLIENTS_FILE: file.path })
      const { transport } = yield* connectHttp(url, tokenOf("two"))
      const headers = { authorization: `Bearer ${tokenOf("two")}`, "mcp-session-id": transport.sessionId ?? "" }
      const ping = Effect.map(
        send(url, { json: { jsonrpc: "2.0", id: 1, method: "ping" }, headers }),
        (it) => it.status
      )
      /** Lets 6 virtual seconds pass, then waits for what the server says about the file. */
      const reads = (said: string) =>
        Effect.gen(function* () {
          logged.length = 0
          yield* TestClock.adjust("6 seconds")
          return yield* Effect.repeat(ping, { until: () => logged.some((line) => line.includes(said)) })
        })
      assert.strictEqual(yield* ping, 200)
      yield* file.writeText("[{")
      yield* reads("the clients file was not reloaded")
      assert.strictEqual(yield* ping, 200)
      yield* file.write({ one: {} })
      yield* reads("the clients file was reloaded: 1 client")
      assert.strictEqual(yield* ping, 401)
      yield* file.write({ one: {}, two: {} })
      yield* reads("the clients file was reloaded: 2 clients")
      // The session ended with its client.
      assert.strictEqual(yield* ping, 404)
    }).pipe(Effect.locallyWith(FiberRef.currentLoggers, HashSet.add(logger)), withSandbox(roomy))
  })

  it.live("of the issuer cannot have the name of a client in the file", () =>
    Effect.gen(function* () {
      const { path } = yield* clientsFile({ "agent-7": {} })
      const issuer = yield* startIssuer
      const url = yield* startHttp({
        MCP_HTTP_CLIENTS_FILE: path,
        MCP_HTTP_ISSUER: issuer.issuer,
        MCP_HTTP_AUDIENCE: "discord-mcp"
      })
      assert.strictEqual((yield* initialize(url, yield* issuer.sign({}))).status, 401)
      assert.strictEqual((yield* initialize(url, yield* issuer.sign({ payload: { sub: "agent-8" } }))).status, 200)
      assert.strictEqual((yield* initialize(url, tokenOf("agent-7"))).status, 200)
    }).pipe(withSandbox(roomy))
  )
})

describe("a Host or Origin header", () => {
  it.live("of another site is refused before authentication", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none", MCP_HTTP_ALLOWED_ORIGINS: "https://app.example.com" })
      assert.strictEqual((yield* initialize(url, undefined, { origin: "https://evil.example.com" })).status, 403)
      assert.strictEqual((yield* initialize(url, undefined, { origin: "null" })).status, 403)
      const page = yield* initialize(url, undefined, { origin: "https://app.example.com" })
      assert.deepStrictEqual(
        [page.status, page.headers.get("access-control-allow-origin")],
        [200, "https://app.example.com"]
      )
      assert.strictEqual(yield* statusWithHost(url, "evil.example.com"), 403)
      assert.strictEqual(yield* statusWithHost(url, "localhost"), 200)
      assert.strictEqual(yield* statusWithHost(url, `localhost:${new URL(url).port}`), 200)
    }).pipe(withSandbox(roomy))
  )
})

describe("the start", () => {
  const problemsOf = (environment: Readonly<Record<string, string>>) =>
    Effect.map(Effect.flip(startHttp(environment)), ({ message }) => message.split("\n").slice(1))

  it.live("requires authentication, and rejects contradictory settings", () =>
    Effect.gen(function* () {
      const [nothing = ""] = yield* problemsOf({})
      assert.include(nothing, "no authentication is set up")
      assert.lengthOf(yield* problemsOf({ MCP_HTTP_AUTH: "none", MCP_HTTP_HOST: "0.0.0.0" }), 1)
      assert.lengthOf(yield* problemsOf({ MCP_HTTP_AUTH: "none", MCP_HTTP_ISSUER: "http://issuer.example.com" }), 3)
    }).pipe(withSandbox(roomy))
  )

  it.live("reports every problem of the clients file at once", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const file = yield* clientsFile({})
      yield* file.writeText(
        JSON.stringify([
          { name: "a b", token_sha256: "short", categories: ["mesages"], surplus: 1 },
          ...JSON.parse(clientsText({ one: { tools: ["messages_snd"], guilds: ["123456789012345678"] } })),
          ...JSON.parse(clientsText({ two: { exclude_tools: [] } })),
          { name: "three", token_sha256: hashOf("x"), categories: ["mesages"] },
          { name: "three", token_sha256: hashOf("x") }
        ])
      )
      const problems = yield* problemsOf({ MCP_HTTP_CLIENTS_FILE: file.path, ALLOWED_GUILDS: ids.guild })
      const printed = problems.join("\n")
      for (const part of [
        'client 1 ("a b"): name: expected',
        'client 1 ("a b"): token_sha256: expected',
        'there is no setting "surplus"',
        'client 2 ("one"): tools: there is no tool "messages_snd"; did you mean messages_send?',
        "guilds: 123456789012345678 is not in ALLOWED_GUILDS",
        'client 3 ("two"): exclude_tools',
        'client 4 ("three"): categories: there is no category "mesages"; did you mean messages?'
      ]) {
        assert.include(printed, part)
      }
    }).pipe(withSandbox(roomy))
  )
})

/** The status of a request with any Host header, which `fetch` does not let a caller set. */
const statusWithHost = (url: string, host: string) =>
  Effect.promise(async () => {
    const { request } = await import("node:http")
    return new Promise<number | undefined>((resolve) => {
      const body = JSON.stringify(initializeBody)
      request(url, {
        method: "POST",
        headers: { host, "content-type": "application/json", accept: "application/json, text/event-stream" }
      })
        .on("response", (response) => {
          resolve(response.statusCode)
          response.destroy()
        })
        .end(body)
    })
  })
