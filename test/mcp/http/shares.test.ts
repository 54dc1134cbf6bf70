/** Every budget of the server has a share for each client: one client fills it, and another is served. */
// @effect-diagnostics asyncFunction:off
import { createServer } from "node:http"
import { connect, Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FiberRef, HashSet, Logger, Metric, TestClock } from "effect"
import { authenticateBy } from "../../../src/mcp/http/access/authenticate.ts"
import { openClients } from "../../../src/mcp/http/access/Clients.ts"
import { NEW_MAX, UNAUTHENTICATED_MAX, watchConnections } from "../../../src/mcp/http/Connections.ts"
import { ALL_BODIES_MAX_BYTES, BODY_MAX_BYTES } from "../../../src/mcp/http/readBody.ts"
import { ALL_EVENTS_MAX_BYTES, makeKeptEvents, SessionEvents } from "../../../src/mcp/http/SessionEvents.ts"
import { ALL_UNREAD_MAX_BYTES } from "../../../src/mcp/http/sendResponse.ts"
import { httpAuthFailures } from "../../../src/telemetry/metrics.ts"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import { processorMs, turn } from "../../turns.ts"
import {
  clientsFile,
  initializeBody,
  postHeaders,
  send,
  startHttp,
  startHttpInVirtualTime,
  tokenOf,
  withSandbox
} from "./httpServer.ts"

const MB = 1024 * 1024

/** Two clients with a token each. */
const twoClients = Effect.map(clientsFile({ one: {}, two: {} }), ({ path }) => ({ MCP_HTTP_CLIENTS_FILE: path }))

const authorization = (name: string) => ({ authorization: `Bearer ${tokenOf(name)}` })

/** Opens a session of a client. */
const openSession = (url: string, name: string) =>
  Effect.map(
    send(url, { json: initializeBody, headers: authorization(name) }),
    ({ headers }) => headers.get("mcp-session-id") ?? ""
  )

/** Sends a message of a client in its session. */
const post = (url: string, name: string, session: string, message: object) =>
  send(url, {
    json: { jsonrpc: "2.0", id: 1, ...message },
    headers: { ...authorization(name), "mcp-session-id": session }
  })

/** A connection that sends what a test writes, and keeps what it receives. */
interface RawConnection {
  readonly socket: Socket
  text: string
  isClosed: boolean
}

/** Opens a connection, and closes it with the scope. */
const rawConnection = (url: string, isReading = true) =>
  Effect.acquireRelease(
    Effect.async<RawConnection>((resume) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      const connection: RawConnection = { socket, text: "", isClosed: false }
      if (isReading) {
        socket.on("data", (chunk) => {
          connection.text += chunk
          changed()
        })
      } else socket.pause()
      socket.on("error", () => undefined)
      socket.on("close", () => {
        connection.isClosed = true
        changed()
      })
      socket.once("connect", () => resume(Effect.succeed(connection)))
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

/** The head of a request of a client. */
const head = (url: string, name: string, headers: object, line = "POST /mcp") => {
  const lines = Object.entries({ host: new URL(url).host, ...postHeaders, ...authorization(name), ...headers })
  return `${line} HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`
}

/** The conditions that a test waits for. They are checked when a connection has changed. */
const awaited = new Set<() => void>()
const changed = () => {
  for (const check of awaited) check()
}

/** Waits in real time until a condition about connections holds. */
const until = (isTrue: () => boolean) =>
  Effect.async<void>((resume) => {
    const check = () => {
      if (isTrue()) resume(Effect.sync(() => awaited.delete(check)))
    }
    awaited.add(check)
    check()
    return Effect.sync(() => awaited.delete(check))
  })

/** A server that only watches its connections. `passes` lets seconds pass, and looks at the connections. */
const watchedServer = Effect.gen(function* () {
  let nowMs = 0
  const node = createServer()
  const { sweep } = watchConnections(node, 1000, () => nowMs)
  const seen = { connections: 0, requests: 0 }
  node.on("connection", () => {
    seen.connections++
    changed()
  })
  node.on("request", () => {
    seen.requests++
    changed()
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void node.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => node.close().closeAllConnections())
  )
  const passes = (seconds: number) => {
    nowMs += 1000 * seconds
    sweep()
  }
  return { passes, seen, url: `http://127.0.0.1:${Object(node.address()).port}/mcp` }
})

const bufferedBytes = Effect.sync(() => process.memoryUsage().arrayBuffers)

const largeText = "x".repeat(3.5 * MB)

describe("a share for each client", () => {
  it.effect(
    "of the bodies: another client's bodies are read while one client's uploads stall, and these end in time",
    () =>
      Effect.gen(function* () {
        const url = yield* startHttpInVirtualTime(yield* twoClients)
        const session = yield* openSession(url, "two")
        const own = yield* openSession(url, "one")
        const uploads = yield* Effect.replicateEffect(rawConnection(url), 20)
        assert.isAbove(uploads.length * largeText.length, ALL_BODIES_MAX_BYTES)
        const before = yield* bufferedBytes
        for (const { socket } of uploads) {
          socket.write(head(url, "one", { "content-length": BODY_MAX_BYTES }))
          socket.write(`{"x":"${largeText}`)
        }
        const ping = { method: "ping" }
        const large = { method: "ping", params: { text: largeText } }
        const statuses = [
          yield* post(url, "two", session, ping),
          yield* post(url, "two", session, large),
          yield* post(url, "one", own, ping)
        ].map(({ status }) => status)
        assert.deepStrictEqual(statuses, [200, 200, 200])
        // Some are refused at the share of the client. Those that are read bring no more bytes, so that they end.
        for (let second = 0; second < 60; second++) {
          yield* TestClock.adjust("1 second")
          for (let time = 0; time < 20; time++) yield* turn
          assert.isBelow((yield* bufferedBytes) - before, ALL_BODIES_MAX_BYTES)
        }
        yield* until(() => uploads.every(({ text }) => /^HTTP\/1\.1 (408|503) /.test(text)))
        assert.strictEqual((yield* post(url, "one", own, large)).status, 200)
      }).pipe(withSandbox(roomy))
  )

  it.live("of the bodies whose calls run, even if their client has disconnected", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { ids } = sandbox
      const url = yield* startHttp({ ...(yield* twoClients), MCP_RETRY_ENABLED: "false" })
      const own = yield* openSession(url, "one")
      const other = yield* openSession(url, "two")
      yield* sandbox.inject({ match: { path: `/channels/${ids.channels.general}` }, times: 4, do: { kind: "hang" } })
      const call = (text: string) => ({
        method: "tools/call",
        params: { name: "channels_get", arguments: { channel_id: ids.channels.general }, _meta: { text } }
      })
      const calls = yield* Effect.replicateEffect(rawConnection(url), 4)
      for (const [at, { socket }] of calls.entries()) {
        // An id is in use until its response.
        const body = JSON.stringify({ jsonrpc: "2.0", id: `call ${at}`, ...call(largeText) })
        socket.write(head(url, "one", { "content-length": body.length, "mcp-session-id": own }) + body)
      }
      yield* until(() => calls.every(({ text }) => text.startsWith("HTTP/1.1 200 ")))
      for (const { socket } of calls) socket.destroy()
      yield* until(() => calls.every(({ isClosed }) => isClosed))
      assert.strictEqual((yield* post(url, "one", own, call(largeText))).status, 503)
      assert.strictEqual((yield* post(url, "one", own, call("small"))).status, 200)
      assert.strictEqual((yield* post(url, "two", other, call(largeText))).status, 200)
      // The end of a session ends its calls.
      yield* send(url, { method: "DELETE", headers: { ...authorization("one"), "mcp-session-id": own } })
      const again = yield* openSession(url, "one")
      const retried = Effect.map(post(url, "one", again, call(largeText)), ({ status }) => status)
      assert.strictEqual(yield* Effect.repeat(retried, { until: (status) => status === 200, times: 50 }), 200)
    }).pipe(withSandbox(roomy))
  )

  it.live("of the unread responses: one client's unread streams hold a bounded memory, and another's are sent", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ ...(yield* twoClients), MCP_TOOL_SURFACE: "full" })
      const own = yield* openSession(url, "one")
      const other = yield* openSession(url, "two")
      const list = { method: "tools/list" }
      const listBytes = (yield* post(url, "two", other, list)).text.length
      const before = yield* bufferedBytes
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...list })
      const request = head(url, "one", { "content-length": body.length, "mcp-session-id": own }) + body
      const count = Math.ceil((0.75 * ALL_UNREAD_MAX_BYTES) / (4 * listBytes))
      const connections = yield* Effect.replicateEffect(rawConnection(url, false), count)
      for (const { socket } of connections) socket.write(request.repeat(4))
      for (let time = 0; time < 5; time++) assert.strictEqual((yield* post(url, "two", other, list)).status, 200)
      assert.isBelow((yield* bufferedBytes) - before, ALL_UNREAD_MAX_BYTES / 2)
    }).pipe(withSandbox(roomy))
  )

  it.live("of the connections: another client connects while one client or a stranger holds all it can", () =>
    Effect.gen(function* () {
      // The minimum of 256 connections of clients.
      const url = yield* startHttp({ ...(yield* twoClients), MCP_HTTP_MAX_SESSIONS: "10" })
      const session = yield* openSession(url, "two")
      const ping = Effect.map(post(url, "two", session, { method: "ping" }), ({ status }) => status)
      const health = `GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n`
      const strangers = yield* Effect.replicateEffect(rawConnection(url), 2 * UNAUTHENTICATED_MAX)
      for (const { socket } of strangers) socket.write(health)
      assert.strictEqual(yield* ping, 200)
      yield* until(() => strangers.filter(({ isClosed }) => !isClosed).length <= UNAUTHENTICATED_MAX)
      const own = yield* openSession(url, "one")
      const pingOn = ({ socket }: RawConnection, at: number) => {
        // An id is in use until its response.
        const body = JSON.stringify({ jsonrpc: "2.0", id: at, method: "ping" })
        socket.write(head(url, "one", { "content-length": body.length, "mcp-session-id": own }) + body)
      }
      // Each connection has two seconds for its first request.
      const idle = yield* Effect.forEach(Array.from({ length: 300 }).keys(), (at) =>
        Effect.tap(rawConnection(url), (connection) => Effect.sync(() => pingOn(connection, at)))
      )
      // Half of 256. The others are refused; on a slow machine, some are answered and closed after two idle seconds.
      yield* until(() => idle.filter(({ isClosed }) => !isClosed).length <= 128)
      assert.isTrue(idle.every(({ isClosed, text }) => !isClosed || /^HTTP\/1\.1 (503|200) /.test(text)))
      assert.strictEqual(yield* ping, 200)
      // The connections that were used shortly before are still open for the next request.
      const kept = idle.filter(({ isClosed }) => !isClosed)
      yield* until(() => kept.every(({ text }) => text.includes('"result":{}')))
      kept.forEach(pingOn)
      yield* until(() => kept.every(({ text }) => text.split('"result":{}').length === 3))
      // Those that are unused for longer make way for others.
      const retried = Effect.map(post(url, "one", own, { method: "ping" }), ({ status }) => status)
      assert.strictEqual(yield* Effect.repeat(retried, { until: (status) => status !== 503 }), 200)
    }).pipe(withSandbox(roomy))
  )

  it.live("of the connections: a client that opens many at once before their first request keeps them all", () =>
    Effect.gen(function* () {
      const url = yield* startHttp(yield* twoClients)
      const own = yield* openSession(url, "one")
      const burst = yield* Effect.replicateEffect(rawConnection(url), 2 * UNAUTHENTICATED_MAX, {
        concurrency: "unbounded"
      })
      for (const [at, { socket }] of burst.entries()) {
        const body = JSON.stringify({ jsonrpc: "2.0", id: at, method: "ping" })
        socket.write(head(url, "one", { "content-length": body.length, "mcp-session-id": own }) + body)
      }
      yield* until(() => burst.every(({ isClosed, text }) => isClosed || text.includes('"result":{}')))
      assert.deepStrictEqual([...new Set(burst.map(({ text }) => text.slice(0, 13)))], ["HTTP/1.1 200 "])
    }).pipe(withSandbox(roomy))
  )

  for (const [what, isSent, seconds] of [
    ["those whose requests a busy server has not read", false, [10]],
    ["those whose requests are not yet authenticated", true, [1, 1, 1, 1, 1]]
  ] as const) {
    it.scopedLive(`of the connections: ${what} stay open`, () =>
      Effect.gen(function* () {
        const { passes, seen, url } = yield* watchedServer
        const burst = yield* Effect.replicateEffect(rawConnection(url), 2 * UNAUTHENTICATED_MAX)
        if (isSent) for (const { socket } of burst) socket.write(head(url, "one", { "content-length": 0 }))
        yield* until(() => seen.connections === burst.length && seen.requests === (isSent ? burst.length : 0))
        for (const passed of seconds) {
          passes(passed)
          for (let time = 0; time < 20; time++) yield* turn
        }
        assert.isFalse(burst.some(({ isClosed }) => isClosed))
        // Without a request, they are closed by the next check in time.
        passes(1)
        if (!isSent) yield* until(() => burst.filter(({ isClosed }) => !isClosed).length === UNAUTHENTICATED_MAX)
      })
    )
  }

  it("of the connections: those without a request have a bounded number", () => {
    let nowMs = 0
    const node = createServer()
    const { sweep } = watchConnections(node, 1000, () => nowMs)
    const silent = Array.from({ length: NEW_MAX + 2 }, () => new Socket())
    for (const socket of silent) node.emit("connection", socket)
    // A new one closes the oldest. After two seconds, only 128 are kept.
    assert.deepStrictEqual(
      silent.flatMap(({ destroyed }, at) => (destroyed ? [at] : [])),
      [0, 1]
    )
    for (let second = 0; second < 2; second++) {
      nowMs += 1000
      sweep()
    }
    assert.strictEqual(silent.filter(({ destroyed }) => !destroyed).length, UNAUTHENTICATED_MAX)
    for (const socket of silent) socket.destroy()
  })

  it("of the kept messages: a client above its share loses its own oldest, and all keep at most 64 MB", async () => {
    const kept = makeKeptEvents()
    const newSession = (owner: string) => new SessionEvents(kept, owner, () => 0)
    const store = (session: SessionEvents, text: string) =>
      session.storeEvent("stream", { jsonrpc: "2.0", id: 1, result: { text } })
    const quiet = newSession("two")
    const first = await store(quiet, "first")
    await store(quiet, "second")
    const large = "x".repeat(0.9 * MB)
    const one = Array.from({ length: 30 }, () => newSession("one"))
    for (const session of one) await store(session, large)
    // A quarter of 64 MB has 17 of these messages.
    assert.deepStrictEqual(
      [one[12], one[13]].map((session) => session?.after("0.stream").length),
      [0, 1]
    )
    for (const owner of ["three", "four", "five", "six"]) {
      for (let at = 0; at < 20; at++) await store(newSession(owner), large)
    }
    assert.isAtMost(kept.used, ALL_EVENTS_MAX_BYTES)
    assert.isAbove(kept.used, ALL_EVENTS_MAX_BYTES - 2 * MB)
    assert.strictEqual(await quiet.getStreamIdForEventId(first), "stream")
    assert.lengthOf(quiet.after(first), 1)
    quiet.close()
    await store(quiet, "third")
    assert.lengthOf(quiet.after(first), 0)
  })
})

describe("a stranger", () => {
  it.effect("with a wrong token is counted, and logged at most once in 10 seconds, without the token", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => logged.push(String(message)))
    return Effect.gen(function* () {
      const url = yield* startHttpInVirtualTime(yield* twoClients)
      const attempt = send(url, { json: initializeBody, headers: authorization("guessed") })
      const counted = Effect.map(
        Metric.value(Metric.tagged(httpAuthFailures, "reason", "rejected")),
        ({ count }) => count
      )
      const before = yield* counted
      for (let time = 0; time < 20; time++) assert.strictEqual((yield* attempt).status, 401)
      yield* TestClock.adjust("10 seconds")
      yield* attempt
      assert.strictEqual((yield* counted) - before, 21)
      const lines = logged.filter((line) => line.startsWith("requests without a valid token"))
      assert.deepStrictEqual(lines, [
        "requests without a valid token: 1, the latest from 127.0.0.1",
        "requests without a valid token: 20, the latest from 127.0.0.1"
      ])
      assert.notInclude(logged.join("\n"), tokenOf("guessed"))
    }).pipe(Effect.locallyWith(FiberRef.currentLoggers, HashSet.add(logger)), withSandbox(roomy))
  })

  it.live("costs no more with ten thousand clients", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 10_000 }, (_, at) => `client-${at}`)
      const { path } = yield* clientsFile(Object.fromEntries(names.map((name) => [name, {}])))
      const clients = yield* openClients(path, { tools: [], categories: [], guilds: undefined })
      const authenticate = authenticateBy({ clients })
      const started = processorMs()
      for (let time = 0; time < 2000; time++) yield* Effect.flip(authenticate(`Bearer ${tokenOf(`guess-${time}`)}`))
      // A look at every client would take 16 seconds.
      assert.isBelow(processorMs() - started, 4000)
      const { client } = yield* authenticate(`Bearer ${tokenOf("client-9999")}`)
      assert.strictEqual(client?.name, "client-9999")
    }).pipe(withSandbox(roomy))
  )

  it.live("cannot switch its connection to another protocol", () =>
    Effect.gen(function* () {
      const url = yield* startHttp(yield* twoClients)
      const connection = yield* rawConnection(url)
      connection.socket.write(
        "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
      )
      yield* until(() => connection.text.includes('{"status":"ok"}'))
      assert.match(connection.text, /^HTTP\/1\.1 200 /)
    }).pipe(withSandbox(roomy))
  )
})
