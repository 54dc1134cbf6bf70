/** Requests with odd headers, addresses and methods. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, FastCheck, Fiber, FiberRef, HashSet, Logger, Metric } from "effect"
import { httpSessions } from "../../../src/telemetry/metrics.ts"
import { roomy } from "../../dispatch/app.ts"
import { runs } from "../../turns.ts"
import { initializeBody, postHeaders, send, startHttp, withSandbox } from "./httpServer.ts"

const RUNS = runs(400)

/** One HTTP request as text, without the parts that the test adds. */
interface OddRequest {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

const { constantFrom, oneof, tuple } = FastCheck

const text = FastCheck.string({ maxLength: 40 }).map((value) => value.replaceAll(/[^\x20-\x7E]/g, "x"))
const highBytes = FastCheck.array(FastCheck.integer({ min: 0x80, max: 0xff }), { maxLength: 20 }).map((codes) =>
  String.fromCharCode(...codes)
)
const value = oneof(text, highBytes, constantFrom("", " ", ",", "null", "-1", "NaN", "1e9", "a".repeat(9000)))

const hosts =
  "127.0.0.1:99999 127.0.0.1:0 127.0.0.1: 127.0.0.1:-1 [::1 [::1]:99999 localhost:65536 localhost:1 LOCALHOST"
    .concat(" 127.0.0.1,127.0.0.1 user@127.0.0.1 127.0.0.1/mcp 127.0.0.1# 127.0.0.1? %31 0x7f.1 2130706433 localhost\\")
    .split(" ")
const names = "x-forwarded-proto x-forwarded-host mcp-session-id mcp-protocol-version last-event-id content-type accept"
  .concat(" origin authorization cookie connection upgrade expect te set-cookie transfer-encoding content-encoding")
  .concat(" x-http-method-override __proto__ constructor keep-alive")
  .split(" ")
const values = "websocket upgrade 100-continue https 1._GET_stream text/event-stream 2025-11-25 keep-alive".split(" ")
const targets = "//mcp /mcp/ /mcp? /mcp#a http://127.0.0.1/mcp http://[/mcp * /% /\\ mcp /healthz/.. /readyz /healthz"
  .concat(" /.well-known/oauth-protected-resource /.well-known/oauth-protected-resource/mcp")
  .split(" ")

/** Mostly the usual value, so that most requests go far. */
const mostly = (usual: string, others: ReadonlyArray<string>) =>
  oneof({ weight: 7, arbitrary: FastCheck.constant(usual) }, { weight: 1, arbitrary: constantFrom(...others) })

const header: FastCheck.Arbitrary<readonly [string, string]> = oneof(
  { weight: 1, arbitrary: tuple(FastCheck.constant("host"), oneof(value, constantFrom(...hosts))) },
  {
    weight: 1,
    arbitrary: tuple(
      FastCheck.constant("content-length"),
      constantFrom("-1", "NaN", "1e3", "0", "99999999999", "4, 4", "12")
    )
  },
  { weight: 8, arbitrary: tuple(constantFrom(...names), oneof(value, constantFrom(...values))) }
)

const request: FastCheck.Arbitrary<OddRequest> = FastCheck.record({
  method: mostly("POST", ["GET", "DELETE", "PUT", "HEAD", "OPTIONS", "CONNECT", "TRACE", "post"]),
  target: mostly("/mcp", targets),
  headers: FastCheck.array(header, { minLength: 1, maxLength: 3 })
})

/** The time in which most responses arrive. A request whose body never ends gets none. */
const WAIT = "1 second"

/** Sends a request to initialize with these headers. Returns what arrives before the connection closes. */
const respond = (url: string, { headers, method, target }: OddRequest) =>
  Effect.async<string>((resume) => {
    const { host, port } = new URL(url)
    const body = JSON.stringify(initializeBody)
    const names = new Set(headers.map(([name]) => name))
    const usual = Object.entries({
      ...postHeaders,
      host,
      connection: "close",
      "content-length": String(body.length)
    }).filter(([name]) => !names.has(name) || name === "connection")
    const socket = connect(Number(port), "127.0.0.1")
    let text = ""
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += chunk
      // The end of a stream, whose connection stays open.
      if (text.endsWith("\r\n0\r\n\r\n")) socket.end()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(text)))
    const lines = [...usual, ...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("")
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${method === "POST" ? body : ""}`, "latin1")
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutTo({ duration: WAIT, onSuccess: (response) => response, onTimeout: () => "" }))

/** Waits until the server has noticed the ends of all connections. */
const settled = (sessions: number) =>
  Effect.repeat(
    Effect.zipRight(
      Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void))),
      Effect.map(Metric.value(httpSessions), ({ value }) => value)
    ),
    { until: (count) => count === sessions }
  )

describe("odd requests", () => {
  it.live("get no 500 and leave no session", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel.label === "ERROR") logged.push(String(message))
    })
    return Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none", MCP_HTTP_BODY_TIMEOUT_MS: "1000" })
      const opened: Array<string> = []
      const check = (odd: OddRequest) =>
        Effect.gen(function* () {
          const response = yield* respond(url, odd)
          assert.notMatch(response, /^HTTP\/1\.1 5/, JSON.stringify(odd))
          const [, session] = /^mcp-session-id: (\S+)/im.exec(response) ?? []
          if (session !== undefined) opened.push(session)
        })
      const samples = FastCheck.sample(request, { numRuns: RUNS, seed: 7 })
      yield* Effect.forEach(samples, check, { concurrency: 8, discard: true })
      for (const id of opened) yield* send(url, { method: "DELETE", headers: { "mcp-session-id": id } })
      assert.isAbove(opened.length, 10)
      assert.strictEqual(yield* settled(0), 0)
      assert.deepStrictEqual(logged, [])
    }).pipe(Effect.locallyWith(FiberRef.currentLoggers, HashSet.add(logger)), withSandbox(roomy))
  })

  const failing = { MCP_HTTP_AUTH: "none" }

  it.live("that end in a defect get 500 as JSON, one log line, and leave no session", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel.label === "ERROR") logged.push(String(message))
    })
    return Effect.gen(function* () {
      const url = yield* startHttp(failing, { dispatchFor: () => Effect.die(new Error("broken")) })
      const { headers, status, text } = yield* send(url, { json: initializeBody })
      assert.deepStrictEqual([status, headers.get("content-type")], [500, "application/json"])
      assert.deepStrictEqual(JSON.parse(text), {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32603, message: "The server failed to answer. Its log has the cause." }
      })
      assert.strictEqual(yield* settled(0), 0)
      assert.deepStrictEqual(logged, ["an HTTP request failed with a defect"])
    }).pipe(Effect.locallyWith(FiberRef.currentLoggers, HashSet.add(logger)), withSandbox(roomy))
  })

  it.live("whose client disconnects before the response leave no session", () =>
    Effect.gen(function* () {
      const began = yield* Deferred.make<void>()
      const url = yield* startHttp(failing, {
        dispatchFor: () => Effect.zipRight(Deferred.succeed(began, undefined), Effect.never)
      })
      const waiting = yield* Effect.fork(respond(url, { method: "POST", target: "/mcp", headers: [] }))
      yield* Deferred.await(began)
      assert.strictEqual(yield* settled(1), 1)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(yield* settled(0), 0)
    }).pipe(withSandbox(roomy))
  )
})
