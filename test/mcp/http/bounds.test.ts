/** The limits of a client: sessions, requests, connections and memory. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { UNREAD_MAX_BYTES } from "../../../src/mcp/http/sendResponse.ts"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import { whileTimePasses } from "../../whileTimePasses.ts"
import {
  clientsFile,
  connectHttp,
  initializeBody,
  postHeaders,
  send,
  startHttp,
  startHttpInVirtualTime,
  tokenOf,
  withSandbox
} from "./httpServer.ts"

/** Without a bound, these lists would hold about 200 MB. */
const UNREAD_LISTS = 1200

/** The limit of the memory that a connection with unread responses may hold. */
const HELD_MAX_BYTES = 20 * UNREAD_MAX_BYTES

const authorization = (name: string) => ({ authorization: `Bearer ${tokenOf(name)}` })

/** Sends raw bytes, and waits until the server closes the connection. */
const raw = (url: string, write: (send: (text: string) => void) => void) =>
  Effect.async<{ readonly text: string; readonly afterMs: number }>((resume) => {
    const started = performance.now()
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed({ text, afterMs: performance.now() - started })))
    write((part) => socket.write(part))
    return Effect.sync(() => socket.destroy())
  })

/** Bytes in buffers, such as bodies and unread responses. Unlike resident memory, they exclude garbage on the heap. */
const bufferedBytes = Effect.sync(() => process.memoryUsage().arrayBuffers)

describe("the bounds of a server over HTTP", () => {
  it.live("end the oldest idle session of a client with more than a tenth of all sessions", () =>
    Effect.gen(function* () {
      const { path } = yield* clientsFile({ one: {}, two: {} })
      const url = yield* startHttp({ MCP_HTTP_CLIENTS_FILE: path, MCP_HTTP_MAX_SESSIONS: "20" })
      const open = (name: string) =>
        Effect.map(
          send(url, { json: initializeBody, headers: authorization(name) }),
          ({ headers }) => headers.get("mcp-session-id") ?? ""
        )
      const ping = (name: string, id: string) =>
        Effect.map(
          send(url, {
            json: { jsonrpc: "2.0", id: 1, method: "ping" },
            headers: { ...authorization(name), "mcp-session-id": id }
          }),
          ({ status }) => status
        )
      const other = yield* open("two")
      const ids = [yield* open("one"), yield* open("one"), yield* open("one")]
      assert.deepStrictEqual(
        [yield* ping("one", ids[0] ?? ""), yield* ping("one", ids[1] ?? ""), yield* ping("one", ids[2] ?? "")],
        [404, 200, 200]
      )
      assert.strictEqual(yield* ping("two", other), 200)
    }).pipe(withSandbox(roomy))
  )

  it.effect("reject a new session with 503 if none is idle, and end idle sessions after the timeout", () =>
    Effect.gen(function* () {
      const url = yield* startHttpInVirtualTime({
        MCP_HTTP_AUTH: "none",
        MCP_HTTP_MAX_SESSIONS: "1",
        MCP_HTTP_SESSION_IDLE_MS: "1000"
      })
      const { client, transport } = yield* connectHttp(url)
      // The official client holds a stream open.
      const refused = yield* send(url, { json: initializeBody })
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "5"])
      yield* Effect.promise(() => client.close())
      // The server notices the end of the stream in real time, and counts the idle time in virtual time.
      yield* whileTimePasses(
        Effect.repeat(send(url, { json: initializeBody }), { until: ({ status }) => status === 200 })
      )
      const gone = yield* send(url, {
        json: { jsonrpc: "2.0", id: 1, method: "ping" },
        headers: { "mcp-session-id": transport.sessionId ?? "" }
      })
      assert.strictEqual(gone.status, 404)
    }).pipe(withSandbox(roomy))
  )

  it.live("reject requests over the rate of a client with 429, and accept those of others", () =>
    Effect.gen(function* () {
      const { path } = yield* clientsFile({ one: {}, two: {} })
      const url = yield* startHttp({ MCP_HTTP_CLIENTS_FILE: path, MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE: "5" })
      const status = (name: string) =>
        Effect.map(send(url, { json: initializeBody, headers: authorization(name) }), ({ headers, status }) => [
          status,
          headers.get("retry-after")
        ])
      const answers = yield* Effect.replicateEffect(status("one"), 7)
      assert.deepStrictEqual(
        answers.map(([code]) => code),
        [200, 200, 200, 200, 200, 429, 429]
      )
      assert.strictEqual(answers[6]?.[1], "12")
      assert.deepStrictEqual((yield* status("two"))[0], 200)
    }).pipe(withSandbox(roomy))
  )

  it.live("close half-open connections, slow headers and slow bodies in time, and reject 10,000 headers", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({
        MCP_HTTP_AUTH: "none",
        MCP_HTTP_HEADERS_TIMEOUT_MS: "1000",
        MCP_HTTP_BODY_TIMEOUT_MS: "1000"
      })
      const host = new URL(url).host
      const [silent, slowHeaders, slowBody, many] = yield* Effect.all(
        [
          raw(url, () => undefined),
          raw(url, (write) => write(`POST /mcp HTTP/1.1\r\nhost: ${host}\r\n`)),
          raw(url, (write) =>
            write(
              `POST /mcp HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 100\r\n\r\n{`
            )
          ),
          raw(url, (write) => write(`GET /mcp HTTP/1.1\r\n${"a: b\r\n".repeat(10_000)}\r\n`))
        ],
        { concurrency: 4 }
      )
      // Without these settings Node waits for 60 s and more. A busy machine is seconds late.
      for (const { afterMs } of [silent, slowHeaders, slowBody]) assert.isBelow(afterMs, 30_000)
      assert.match(slowHeaders.text, /^HTTP\/1\.1 408 /)
      assert.match(slowBody.text, /^HTTP\/1\.1 408 /)
      assert.match(many.text, /^HTTP\/1\.1 431 /)
    }).pipe(withSandbox(roomy))
  )

  it.live("reject bodies of 100 MB, with and without their length, without more memory", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none" })
      const host = new URL(url).host
      const before = yield* bufferedBytes
      const declared = yield* raw(url, (write) =>
        write(`POST /mcp HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${100 * 1024 * 1024}\r\n\r\n`)
      )
      assert.match(declared.text, /^HTTP\/1\.1 413 /)
      const part = "x".repeat(64 * 1024)
      const streamed = yield* raw(url, (write) => {
        write(`POST /mcp HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\n`)
        for (let at = 0; at < 200; at++) write(`10000\r\n${part}\r\n`)
      })
      assert.match(streamed.text, /^HTTP\/1\.1 413 /)
      assert.isBelow((yield* bufferedBytes) - before, 80 * 1024 * 1024)
    }).pipe(withSandbox(roomy))
  )

  it.live("end a stream whose client has closed its half of the connection, so that it can be opened again", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none" })
      const session = (yield* send(url, { json: initializeBody })).headers.get("mcp-session-id") ?? ""
      /** Opens the stream of the session, and closes the sending half when the response has begun. */
      const halfOpen = Effect.async<string>((resume) => {
        const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
        let text = ""
        socket.on("error", () => undefined)
        socket.on("data", (chunk) => {
          text += chunk
          socket.end()
        })
        socket.on("close", () => resume(Effect.succeed(text)))
        socket.write(
          `GET /mcp HTTP/1.1\r\nhost: ${new URL(url).host}\r\naccept: text/event-stream\r\nmcp-session-id: ${session}\r\n\r\n`
        )
        return Effect.sync(() => socket.destroy())
      })
      for (let time = 0; time < 3; time++) assert.match(yield* halfOpen, /^HTTP\/1\.1 200 /)
    }).pipe(withSandbox(roomy))
  )

  it.live("hold little for a client that does not read its responses, and serve others", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none", MCP_TOOL_SURFACE: "full" })
      const { client, transport } = yield* connectHttp(url)
      // The first list loads every tool.
      const listBytes = JSON.stringify(yield* Effect.promise(() => client.listTools())).length
      const before = yield* bufferedBytes
      // Requests many lists over one connection, and reads no response.
      const body = (sent: number) => JSON.stringify({ jsonrpc: "2.0", id: 10_000 + sent, method: "tools/list" })
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1").pause()
          socket.on("error", () => undefined)
          const headers = Object.entries({ ...postHeaders, "mcp-session-id": transport.sessionId ?? "" })
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join("")
          const head = `POST /mcp HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${headers}content-length: ${body(0).length}`
          for (let sent = 0; sent < UNREAD_LISTS; sent++) socket.write(`${head}\r\n\r\n${body(sent)}`)
          return socket
        }),
        (socket) => Effect.sync(() => socket.destroy())
      )
      const channel = yield* Effect.promise(() =>
        client.callTool({ name: "channels_get", arguments: { channel_id: ids.channels.general } })
      )
      assert.isUndefined(channel.isError)
      yield* Effect.promise(() => client.listTools())
      // A connection with more than four requests without a complete response is closed.
      assert.isAbove(UNREAD_LISTS * listBytes, 2 * HELD_MAX_BYTES)
      assert.isBelow((yield* bufferedBytes) - before, HELD_MAX_BYTES)
    }).pipe(withSandbox(roomy))
  )
})
