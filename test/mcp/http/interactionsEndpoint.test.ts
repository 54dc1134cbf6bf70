/** The interactions endpoint, over HTTP on loopback, with the key of the sandbox's application. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, FastCheck, Fiber, Option, type Scope, Stream, TestClock } from "effect"
import { INTERACTION_MAX_BYTES, INTERACTIONS_PER_MINUTE } from "../../../src/mcp/http/interactionsEndpoint.ts"
import { privateKey, verifyKey } from "../../../src/sandbox/gateway/GatewayStatus.ts"
import { Sandbox } from "../../dispatch/app.ts"
import { type Jumps, makeJumps } from "../../jumpingClock.ts"
import { until } from "../../live/connection/connecting.ts"
import { start } from "../../live/live.ts"
import { runs } from "../../turns.ts"
import { clientsFile, send, startHttpInVirtualTime, withSandbox } from "./httpServer.ts"

const PATH = "/discord/interactions"

/** A server whose only live events are clicks. The clock starts at a time in 2026. */
const serving = Effect.fnUntraced(function* (directory?: string, pid = process.pid) {
  const sandbox = yield* Sandbox
  yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.250Z"))
  const gateway = yield* start(sandbox, directory, { gateway: false, interactionsPublicKey: verifyKey, pid })
  yield* until(gateway.status, ({ unavailable }) => unavailable?.reason !== "disconnected")
  const { path } = yield* clientsFile({ ana: {} })
  const url = yield* startHttpInVirtualTime(
    { MCP_HTTP_CLIENTS_FILE: path, MCP_INTERACTIONS_PUBLIC_KEY: verifyKey },
    { gateway }
  )
  return { gateway, sandbox, url, endpoint: new URL(PATH, url).href }
})

type Server = Effect.Effect.Success<ReturnType<typeof serving>>

const withServer = <A, E>(test: (server: Server, jumps: Jumps) => Effect.Effect<A, E, Scope.Scope>) => {
  const jumps = makeJumps()
  return withSandbox({})(Effect.flatMap(jumps.onWall(serving()), (server) => test(server, jumps)))
}

type Headers = ReadonlyArray<readonly [name: string, value: string]>

interface Sent {
  readonly method?: string
  readonly headers: Headers
  readonly parts: ReadonlyArray<Buffer>
}

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Connections are used again: a test sends many requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 10 })

/** Sends a request with exactly these headers. More than one part, or a missing length, is sent in chunks. */
const post = (url: string, { headers, method = "POST", parts }: Sent) =>
  Effect.async<Received>((resume) => {
    const { host } = new URL(url)
    const names = headers.map(([name]) => name.toLowerCase())
    const all = [...(names.includes("host") ? [] : [["host", host] as const]), ...headers]
    const sending = request(url, { method, headers: all.flat(), agent }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part
      })
      response.on("end", () =>
        resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, text }))
      )
    })
    // A server that has answered may close the connection before it has read the body.
    sending.on("error", () => undefined)
    for (const part of parts) sending.write(part)
    sending.end()
  })

const secondsNow = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1000))

interface Signing {
  readonly key?: KeyObject
  readonly timestamp?: string
  readonly headers?: (headers: Headers) => Headers
}

const signatureOf = (body: Buffer, timestamp: string, key: KeyObject = privateKey): string =>
  sign(null, Buffer.concat([Buffer.from(timestamp), body]), key).toString("hex")

/** Returns a request as Discord signs it. */
const signed = (body: string | Buffer, { headers = (all) => all, key, ...given }: Signing = {}) =>
  Effect.map(secondsNow, (now): Sent => {
    const bytes = Buffer.from(body)
    const timestamp = given.timestamp ?? String(now)
    const own: Headers = [
      ["content-type", "application/json"],
      ["content-length", String(bytes.length)],
      ["x-signature-timestamp", timestamp],
      ["x-signature-ed25519", signatureOf(bytes, timestamp, key)]
    ]
    return { headers: headers(own), parts: [bytes] }
  })

const without =
  (...names: ReadonlyArray<string>) =>
  (headers: Headers): Headers =>
    headers.filter(([name]) => !names.includes(name))

const PING = JSON.stringify({ type: 1, id: "1", version: 1 })

let lastId = 0

const clickOf = ({ sandbox }: Server, more: object = {}) => ({
  id: String(++lastId),
  application_id: sandbox.ids.bot,
  token: `token-of-${lastId}`,
  type: 3,
  guild_id: sandbox.ids.guild,
  channel_id: sandbox.ids.channels.general,
  message: { id: "1248328050337120271" },
  member: { user: { id: sandbox.ids.members.ada, username: "ada" }, roles: [] },
  data: { component_type: 2, custom_id: "yes" },
  ...more
})

const refused = { status: 401, text: "" }
const accepted = { status: 202, text: "" }

const answered = ({ status, text }: Received) => ({ status, text })

describe("the interactions endpoint", () => {
  it.effect("answers a PING", () =>
    withServer(({ endpoint }) =>
      Effect.gen(function* () {
        const { status, text } = yield* post(endpoint, yield* signed(PING))
        assert.deepStrictEqual([status, JSON.parse(text)], [200, { type: 1 }])
      })
    )
  )

  it.effect("publishes a click with its token, logs it without, and answers with an empty 202", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint, gateway } = server
        const click = clickOf(server)
        const published = yield* Effect.fork(Stream.runHead(gateway.interactions))
        yield* Effect.yieldNow()
        assert.deepStrictEqual(answered(yield* post(endpoint, yield* signed(JSON.stringify(click)))), accepted)
        assert.deepStrictEqual(Option.getOrUndefined(yield* Fiber.join(published)), click)
        const { connection, endpoint: isEndpoint, log, unavailable } = yield* gateway.status
        assert.deepStrictEqual([connection, isEndpoint, log?.events, unavailable?.reason], [undefined, true, 1, "off"])
      })
    )
  )

  it.effect("needs no token, no known Host and no allowed Origin; the other paths still do", () =>
    withServer(({ endpoint, url }) =>
      Effect.gen(function* () {
        const strange: Headers = [
          ["host", "bot.example.com"],
          ["origin", "https://evil.example"]
        ]
        const ping = yield* signed(PING, { headers: (all) => [...all, ...strange] })
        assert.strictEqual((yield* post(endpoint, ping)).status, 200)
        const { status } = yield* send(url, { json: { jsonrpc: "2.0", id: 1, method: "ping" } })
        assert.strictEqual(status, 401)
        for (const path of ["/mcp", "/discord/interactions/", "/discord", "/"]) {
          const there = new URL(path, url).href
          assert.strictEqual((yield* post(there, { headers: strange, parts: [] })).status, 403, path)
        }
      })
    )
  )

  it.effect("refuses what Discord did not sign, with an empty 401", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint, gateway } = server
        const body = () => JSON.stringify(clickOf(server))
        const other = generateKeyPairSync("ed25519").privateKey
        const now = yield* secondsNow
        const at = (timestamp: string) => signed(body(), { timestamp })
        const twice = (name: string) => (all: Headers) => [...all, ...all.filter(([one]) => one === name)]
        const replaced = (name: string, change: (value: string) => string) => (all: Headers) =>
          all.map(([one, value]) => [one, one === name ? change(value) : value] as const)
        const [signature, timestamp] = ["x-signature-ed25519", "x-signature-timestamp"]
        const requests: Readonly<Record<string, Effect.Effect<Sent>>> = {
          "another key": signed(body(), { key: other }),
          "no signature": signed(body(), { headers: without(signature) }),
          "no timestamp": signed(body(), { headers: without(timestamp) }),
          neither: signed(body(), { headers: without(signature, timestamp) }),
          "two signatures": signed(body(), { headers: twice(signature) }),
          "two timestamps": signed(body(), { headers: twice(timestamp) }),
          "an empty signature": signed(body(), { headers: replaced(signature, () => "") }),
          "a signature of zeros": signed(body(), { headers: replaced(signature, () => "0".repeat(128)) }),
          "capital digits": signed(body(), { headers: replaced(signature, (value) => value.toUpperCase()) }),
          "a short signature": signed(body(), { headers: replaced(signature, (value) => value.slice(2)) }),
          "a long signature": signed(body(), { headers: replaced(signature, (value) => `${value}00`) }),
          "an old timestamp": at(String(now - 301)),
          "a timestamp of the future": at(String(now + 301)),
          "a timestamp in milliseconds": at(String(now * 1000)),
          "a timestamp with a fraction": at(`${now}.5`),
          "a timestamp with a sign": at(`+${now}`),
          "a timestamp in hexadecimal digits": at(`0x${now.toString(16)}`),
          "a timestamp that is no number": at("now"),
          "a timestamp of another request": signed(body(), { headers: replaced(timestamp, () => String(now - 1)) }),
          "an empty body": Effect.map(signed(body()), ({ headers }) => ({
            headers: replaced("content-length", () => "0")(headers),
            parts: []
          }))
        }
        for (const [what, request] of Object.entries(requests)) {
          assert.deepStrictEqual(answered(yield* post(endpoint, yield* request)), refused, what)
        }
        assert.strictEqual((yield* gateway.status).log?.events, 0)
      })
    )
  )

  it.effect("accepts timestamps within five minutes", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const now = yield* secondsNow
        for (const away of [-299, 299]) {
          const sent = yield* signed(JSON.stringify(clickOf(server)), { timestamp: String(now + away) })
          assert.deepStrictEqual(answered(yield* post(server.endpoint, sent)), accepted)
        }
      })
    )
  )

  it.effect("takes a request once, also of several at once, and as long as its timestamp is valid", () =>
    withServer((server, jumps) =>
      Effect.gen(function* () {
        const { endpoint, gateway } = server
        const sent = yield* signed(JSON.stringify(clickOf(server)))
        const statuses = yield* Effect.all(
          Array.from({ length: 20 }, () => post(endpoint, sent)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          statuses.map(({ status }) => status).sort((a, b) => a - b),
          [202, ...Array.from({ length: 19 }, () => 401)]
        )
        assert.deepStrictEqual(answered(yield* post(endpoint, sent)), refused)
        const ahead = yield* signed(JSON.stringify(clickOf(server)), { timestamp: String((yield* secondsNow) + 300) })
        assert.deepStrictEqual(answered(yield* post(endpoint, ahead)), accepted)
        jumps.ms = 599_000
        assert.deepStrictEqual(answered(yield* post(endpoint, ahead)), refused)
        assert.strictEqual((yield* gateway.status).log?.events, 2)
      })
    )
  )

  it.effect("takes nothing again if the clock is set back, and goes on with what is new", () =>
    withServer((server, jumps) =>
      Effect.gen(function* () {
        const sending = (sent: Sent) => Effect.map(post(server.endpoint, sent), answered)
        const click = () => signed(JSON.stringify(clickOf(server)))
        const old = yield* click()
        assert.deepStrictEqual(yield* sending(old), accepted)
        jumps.ms = 11 * 60_000
        const newer = yield* signed(JSON.stringify(clickOf(server)), { timestamp: String((yield* secondsNow) + 660) })
        assert.deepStrictEqual(yield* sending(newer), accepted)
        jumps.ms = 0
        for (const repeated of [old, newer, yield* click()]) assert.deepStrictEqual(yield* sending(repeated), refused)
        jumps.ms = 11 * 60_000
        const next = yield* signed(JSON.stringify(clickOf(server)), { timestamp: String((yield* secondsNow) + 660) })
        assert.deepStrictEqual(yield* sending(next), accepted)
      })
    )
  )

  it.effect("refuses a body above 64 kB, with and without its length, and takes one in chunks", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint } = server
        const padded = (bytes: number) => {
          const empty = JSON.stringify(clickOf(server, { pad: "" }))
          return empty.replace('"pad":""', `"pad":"${"x".repeat(bytes - empty.length)}"`)
        }
        const inChunks = (sent: Sent): Sent => {
          const [body = Buffer.alloc(0)] = sent.parts
          const parts = Array.from({ length: Math.ceil(body.length / 5000) }, (_, at) =>
            body.subarray(at * 5000, (at + 1) * 5000)
          )
          return { headers: without("content-length")(sent.headers), parts }
        }
        const large = yield* signed(padded(INTERACTION_MAX_BYTES + 1))
        assert.strictEqual((yield* post(endpoint, large)).status, 413)
        assert.strictEqual((yield* post(endpoint, inChunks(large))).status, 413)
        const whole = yield* signed(padded(INTERACTION_MAX_BYTES))
        assert.deepStrictEqual(answered(yield* post(endpoint, whole)), accepted)
        const chunked = inChunks(yield* signed(padded(INTERACTION_MAX_BYTES)))
        assert.deepStrictEqual(answered(yield* post(endpoint, chunked)), accepted)
      })
    )
  )

  it.effect("refuses other methods and types of body, and signed bodies that are no interaction", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint } = server
        for (const method of ["GET", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
          const { headers, status } = yield* post(endpoint, { ...(yield* signed(PING)), method })
          assert.deepStrictEqual([status, headers.allow], [405, "POST"], method)
        }
        for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", ""]) {
          const sent = yield* signed(PING, {
            headers: (all) => [["content-type", type] as const, ...without("content-type")(all)]
          })
          assert.strictEqual((yield* post(endpoint, sent)).status, 415, type)
        }
        const typed = yield* signed(PING, {
          headers: (all) => [["content-type", "Application/JSON; charset=utf-8"], ...without("content-type")(all)]
        })
        assert.strictEqual((yield* post(endpoint, typed)).status, 200)
        const bodies = [
          "{",
          "",
          "null",
          "[]",
          "3",
          "{}",
          '{"type":"3","id":"1"}',
          '{"type":3}',
          '{"type":2.5,"id":"1"}'
        ]
        for (const body of bodies) {
          assert.strictEqual((yield* post(endpoint, yield* signed(body))).status, 400, body)
        }
        const deep = yield* signed("[".repeat(INTERACTION_MAX_BYTES))
        assert.strictEqual((yield* post(endpoint, deep)).status, 400)
      })
    )
  )

  it.effect("accepts an interaction of an unknown type, and does not log it", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint, gateway } = server
        const unknown = { id: "7", type: 99, token: "t", guild_id: server.sandbox.ids.guild }
        assert.deepStrictEqual(answered(yield* post(endpoint, yield* signed(JSON.stringify(unknown)))), accepted)
        const { dropped, log } = yield* gateway.status
        assert.deepStrictEqual([dropped, log?.events], [{ INTERACTION_CREATE: 1 }, 0])
      })
    )
  )

  it.effect("refuses more than 600 requests of Discord in a minute; requests with a wrong signature do not count", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint } = server
        const wrong = yield* signed(PING, { key: generateKeyPairSync("ed25519").privateKey })
        const statusOf = (sent: Sent) => Effect.map(post(endpoint, sent), ({ status }) => status)
        const wrongs = yield* Effect.replicateEffect(statusOf(wrong), 50, { concurrency: 10 })
        assert.deepStrictEqual([...new Set(wrongs)], [401])
        const pings = yield* Effect.forEach(
          Array.from({ length: INTERACTIONS_PER_MINUTE }, (_, id) => JSON.stringify({ type: 1, id: String(id) })),
          (body) => Effect.flatMap(signed(body), statusOf),
          { concurrency: 20 }
        )
        assert.deepStrictEqual([...new Set(pings)], [200])
        const { headers, status } = yield* post(endpoint, yield* signed(JSON.stringify(clickOf(server))))
        assert.deepStrictEqual([status, headers["retry-after"]], [429, "1"])
        assert.strictEqual(yield* statusOf(wrong), 401)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* statusOf(yield* signed(JSON.stringify(clickOf(server)))), 202)
      })
    )
  )

  it.effect("reads a large body of Discord at once, however much others send without a valid signature", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint } = server
        const { privateKey: key } = generateKeyPairSync("ed25519")
        const wrong = yield* signed("x".repeat(INTERACTION_MAX_BYTES), { key })
        const statusOf = (sent: Sent) => Effect.map(post(endpoint, sent), ({ status }) => status)
        // More than the burst at which the bodies of one client are read. The clock stands still.
        const wrongs = yield* Effect.replicateEffect(statusOf(wrong), 160, { concurrency: 10 })
        assert.deepStrictEqual([...new Set(wrongs)], [401])
        const large = JSON.stringify(clickOf(server, { pad: "x".repeat(40_000) }))
        assert.strictEqual(yield* statusOf(yield* signed(large)), 202)
      })
    )
  )

  it.effect("answers 503 to Discord while another process owns the events of the bot", () =>
    withSandbox({})(
      Effect.gen(function* () {
        const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
        const first = yield* serving(directory, 1)
        const second = yield* serving(directory, 2)
        yield* until(second.gateway.status, ({ unavailable }) => unavailable?.reason === "not_owner")
        for (const body of [PING, JSON.stringify(clickOf(second))]) {
          const { headers, status } = yield* post(second.endpoint, yield* signed(body))
          assert.deepStrictEqual([status, headers["retry-after"]], [503, "5"])
        }
        const wrong = yield* signed(PING, { key: generateKeyPairSync("ed25519").privateKey })
        assert.deepStrictEqual(answered(yield* post(second.endpoint, wrong)), refused)
        assert.strictEqual((yield* post(first.endpoint, yield* signed(PING))).status, 200)
      })
    )
  )

  it.effect("is no path of a server without the key", () =>
    withSandbox({})(
      Effect.gen(function* () {
        const url = yield* startHttpInVirtualTime({ MCP_HTTP_AUTH: "none" })
        assert.strictEqual((yield* post(new URL(PATH, url).href, yield* signed(PING))).status, 404)
      })
    )
  )

  it.effect("refuses a request of which any byte was changed", () =>
    withServer((server) =>
      Effect.gen(function* () {
        const { endpoint, gateway } = server
        const sent = yield* signed(JSON.stringify(clickOf(server)))
        const [body = Buffer.alloc(0)] = sent.parts
        const value = (name: string) => sent.headers.find(([one]) => one === name)?.[1] ?? ""
        const positionsIn = (where: string, length: number) => Array.from({ length }, (_, at) => [where, at] as const)
        const inHeaders = ["x-signature-timestamp", "x-signature-ed25519"].flatMap((name) =>
          positionsIn(name, value(name).length)
        )
        const positions = FastCheck.constantFrom(...positionsIn("body", body.length), ...inHeaders)
        const mask = FastCheck.integer({ min: 1, max: 255 })
        const changes = FastCheck.sample(FastCheck.tuple(positions, mask), { numRuns: runs(150), seed: 7 })
        const statuses = yield* Effect.forEach(
          [...inHeaders.map((position) => [position, 1] as const), ...changes],
          ([[where, at], mask]) => {
            const changed = Buffer.from(body)
            if (where === "body") changed.writeUInt8(changed.readUInt8(at) ^ mask, at)
            const headers = sent.headers.map(
              ([name, text]) => [name, name === where ? otherDigit(text, at, mask) : text] as const
            )
            return Effect.map(post(endpoint, { headers, parts: [changed] }), answered)
          },
          { concurrency: 20 }
        )
        assert.deepStrictEqual([...new Set(statuses.map((one) => JSON.stringify(one)))], [JSON.stringify(refused)])
        assert.strictEqual((yield* gateway.status).log?.events, 0)
        assert.deepStrictEqual(answered(yield* post(endpoint, sent)), accepted)
      })
    )
  )
})

/** Replaces a digit by another one. */
const otherDigit = (text: string, at: number, by: number): string => {
  const digit = Number.parseInt(text.charAt(at), 16)
  const base = /^\d+$/.test(text) && text.length < 128 ? 10 : 16
  return text.slice(0, at) + ((digit + 1 + (by % (base - 1))) % base).toString(base) + text.slice(at + 1)
}
