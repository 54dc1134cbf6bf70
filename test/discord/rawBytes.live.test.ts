import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  DiscordCloudflareBlocked,
  DiscordRateLimitError,
  DiscordRestUnavailable,
  DiscordTimeoutError,
  DiscordUnexpectedResponse
} from "../../src/errors/DiscordMcpError.ts"
import { complaints, connectLive } from "./live.ts"
import { cutShort, json, rawServer } from "./rawServer.ts"
import { create, ended, plain, read, reply, send } from "./session.ts"

const upstream = (status: number, discord_code?: number) => ({
  status,
  method: "GET",
  route: "/channels/:id",
  ...(discord_code !== undefined && { discord_code })
})

const once = { retryEnabled: false, timeoutDefaultMs: 10000 }

/** The end of one read with this response. */
const readAnsweredBy = (respond: (response: ServerResponse) => void, overrides = {}) =>
  Effect.gen(function* () {
    const server = yield* rawServer(respond)
    const call = yield* connectLive(server.url, { ...once, ...overrides })
    return ended(yield* Effect.exit(call(read())))
  })

describe("a truncated error page", () => {
  for (const how of ["RST", "FIN"] as const) {
    it.scopedLive(`by a ${how} is still that error, and the process has no uncaught error`, () =>
      Effect.gen(function* () {
        const reported = yield* complaints
        const server = yield* rawServer((response, n) => {
          if (n === 1) cutShort(response, 502, how)
          else if (n === 2) cutShort(response, 429, how, { "x-ratelimit-scope": "user", "retry-after": "1" })
          else if (n === 3) cutShort(response, 429, how, { "retry-after": "7" })
          else json(response, 200, { id: "1" })
        })
        const call = yield* connectLive(server.url, { ...once, rateLimitMaxWaitMs: 0 })
        const attempts = 1
        assert.deepStrictEqual(
          ended(yield* Effect.exit(call(read()))),
          plain(new DiscordRestUnavailable({ upstream: upstream(502), outcome_unknown: false, attempts }))
        )
        assert.deepStrictEqual(
          ended(yield* Effect.exit(call(read()))),
          plain(
            new DiscordRateLimitError({
              retry_after_ms: 1000,
              scope: "user",
              sent: true,
              upstream: upstream(429),
              attempts
            })
          )
        )
        assert.deepStrictEqual(
          ended(yield* Effect.exit(call(read("777777777777777777")))),
          plain(new DiscordCloudflareBlocked({ retry_after_ms: 7000, upstream: upstream(429), attempts }))
        )
        const fresh = yield* connectLive(server.url)
        assert.deepStrictEqual(ended(yield* Effect.exit(fresh(read()))), reply())
        assert.deepStrictEqual(reported, [])
      })
    )

    it.scopedLive(`is different from a truncated success by a ${how}, which is a broken connection`, () =>
      Effect.gen(function* () {
        const end = yield* readAnsweredBy((response) => cutShort(response, 200, how))
        assert.propertyVal(end, "_tag", "DiscordRestUnavailable")
        assert.include(["ECONNRESET", "UND_ERR_SOCKET"], Object(end).network)
      })
    )
  }
})

describe("a broken connection", () => {
  for (const [name, how] of Object.entries({
    "reset before the headers": (response: ServerResponse) => response.socket?.resetAndDestroy(),
    "closed before the headers": (response: ServerResponse) => response.socket?.end()
  })) {
    it.scopedLive(`${name} is retried for a read, and leaves the outcome of a POST unknown`, () =>
      Effect.gen(function* () {
        const server = yield* rawServer((response, n) =>
          n % 2 === 1 ? how(response) : json(response, 200, { id: "1" })
        )
        const call = yield* connectLive(server.url)
        assert.deepStrictEqual(ended(yield* Effect.exit(call(read()))), reply(2))
        const end = ended(yield* Effect.exit(call(create)))
        assert.propertyVal(end, "_tag", "DiscordRestUnavailable")
        assert.propertyVal(end, "outcome_unknown", true)
        assert.strictEqual(server.arrived.length, 3)
      })
    )
  }

  it.scopedLive("to a missing server has sent nothing", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(rawServer(() => {}))
      const call = yield* connectLive(url)
      assert.deepStrictEqual(
        ended(yield* Effect.exit(call(create))),
        plain(new DiscordRestUnavailable({ network: "ECONNREFUSED", outcome_unknown: false, attempts: 3 }))
      )
    })
  )

  it.scopedLive("to a server without HTTP is a network failure, not a bug of the server", () =>
    Effect.gen(function* () {
      const end = yield* readAnsweredBy((response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"))
      assert.propertyVal(end, "_tag", "DiscordRestUnavailable")
      assert.match(String(Object(end).network), /^HPE_/)
    })
  )
})

describe("a timeout", () => {
  it.scopedLive("covers a body that never ends", () =>
    Effect.gen(function* () {
      const end = yield* readAnsweredBy(
        (response) => response.writeHead(200, { "content-type": "application/json" }).write('{"id":'),
        { timeoutDefaultMs: 300 }
      )
      assert.deepStrictEqual(
        end,
        plain(new DiscordTimeoutError({ phase: "body", outcome_unknown: false, attempts: 1 }))
      )
    })
  )

  it.scopedLive("covers the body of an error", () =>
    Effect.gen(function* () {
      const end = yield* readAnsweredBy((response) => response.writeHead(502).write("<html>"), {
        timeoutDefaultMs: 300
      })
      assert.deepStrictEqual(
        end,
        plain(new DiscordTimeoutError({ phase: "body", outcome_unknown: false, attempts: 1 }))
      )
    })
  )

  it.scopedLive("before the headers ends each of the attempts, and there are no more", () =>
    Effect.gen(function* () {
      const server = yield* rawServer(() => {})
      const call = yield* connectLive(server.url, { timeoutDefaultMs: 300 })
      assert.deepStrictEqual(
        ended(yield* Effect.exit(call(read()))),
        plain(new DiscordTimeoutError({ phase: "headers", outcome_unknown: false, attempts: 3 }))
      )
      assert.strictEqual(server.arrived.length, 3)
    })
  )
})

describe("an unexpected response", () => {
  const html = "<html>Sign in to the network</html>"
  const unexpected = (status: number) =>
    plain(new DiscordUnexpectedResponse({ upstream: upstream(status), outcome_unknown: false, attempts: 1 }))
  const type = { "content-type": "application/json" }

  const answers: Readonly<Record<string, readonly [(response: ServerResponse) => void, unknown]>> = {
    "a redirect": [(it) => it.writeHead(302, { location: "https://example.org/" }).end(), unexpected(302)],
    "a web page": [(it) => it.writeHead(200, { "content-type": "text/html" }).end(html), unexpected(200)],
    "a web page that says it is JSON": [(it) => it.writeHead(200, type).end(html), unexpected(200)],
    "broken JSON": [(it) => it.writeHead(200, type).end('{"id":'), unexpected(200)],
    null: [(it) => it.writeHead(200, type).end("null"), unexpected(200)],
    nothing: [(it) => it.writeHead(200).end(), unexpected(200)],
    "no content": [(it) => it.writeHead(204).end(), { body: undefined, attempts: 1, alreadyApplied: false }],
    "an empty list": [(it) => json(it, 200, []), reply(1, [])]
  }
  for (const [name, [respond, expected]] of Object.entries(answers)) {
    it.scopedLive(`such as ${name} has its own failure`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* readAnsweredBy(respond), expected)
      })
    )
  }

  for (const [name, text] of Object.entries({
    null: "null",
    "a web page": html,
    "broken JSON": "{",
    nothing: "",
    "somebody else's JSON": '{"error":"not found","code":404}',
    "Discord's word for an unknown route": '{"message":"404: Not Found","code":0}'
  })) {
    it.scopedLive(`such as a 404 with ${name} as its body keeps its status and says nothing about the object`, () =>
      Effect.gen(function* () {
        const end = yield* readAnsweredBy((response) => response.writeHead(404, type).end(text))
        assert.propertyVal(end, "_tag", "DiscordUnexpectedResponse")
        assert.deepStrictEqual(Object(end).upstream, upstream(404))
      })
    )
  }
})

describe("bodies", () => {
  it.scopedLive("of twenty error pages of a megabyte leave no open socket", () =>
    Effect.gen(function* () {
      const page = "x".repeat(1_000_000)
      const server = yield* rawServer((response, n) =>
        n <= 20 ? response.writeHead(502, { "content-type": "text/html" }).end(page) : json(response, 200, { id: "1" })
      )
      const call = yield* connectLive(server.url, { ...once, circuitEnabled: false })
      for (let n = 0; n < 20; n++)
        assert.deepPropertyVal(ended(yield* Effect.exit(call(read()))), "upstream", upstream(502))
      assert.deepStrictEqual(ended(yield* Effect.exit(call(read()))), reply())
      assert.isAtMost(server.connections(), 2)
    })
  )

  for (const status of [200, 502]) {
    it.scopedLive(`larger than 16 MB with a ${status} are not read to the end, and their connection is closed`, () =>
      Effect.gen(function* () {
        const reported = yield* complaints
        const chunk = Buffer.alloc(1024 * 1024, "x")
        let written = 0
        const server = yield* rawServer((response, n) => {
          if (n > 1) return json(response, 200, { id: "1" })
          response.writeHead(status, { "content-type": "text/plain" })
          const more = (): void => {
            if (response.destroyed || written === 200) return
            written++
            response.write(chunk, more)
          }
          more()
        })
        const call = yield* connectLive(server.url, { ...once, timeoutDefaultMs: 10_000 })
        const end = ended(yield* Effect.exit(call(read())))
        assert.propertyVal(end, "_tag", status === 200 ? "DiscordUnexpectedResponse" : "DiscordRestUnavailable")
        assert.isBelow(written, 200)
        assert.deepStrictEqual(ended(yield* Effect.exit(call(send()))), reply())
        assert.deepStrictEqual(reported, [])
      })
    )
  }
})
