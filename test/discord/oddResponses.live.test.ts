import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { complaints, connectLive } from "./live.ts"
import { create, ended, read, reply } from "./session.ts"

/** Sends these bytes in response to every request, and closes the connection. */
const bytesServer = (bytes: string | Buffer) =>
  Effect.gen(function* () {
    const server = createServer((socket) => {
      socket.on("error", () => {})
      socket.once("data", () => socket.end(bytes))
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
        })
    )
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api`
  })

const status = (line: string) => `HTTP/1.1 ${line}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`

const odd: Readonly<Record<string, string | Buffer>> = {
  "status 000": status("000 Nothing"),
  "status 000 without a body": "HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n",
  "status 007": status("007 Bond"),
  "status 099": status("099 Low"),
  "status 100 and no more": "HTTP/1.1 100 Continue\r\n\r\n",
  "status 101": "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  "status 102 and no more": "HTTP/1.1 102 Processing\r\n\r\n",
  "status 199": status("199 Odd"),
  "status 299 without JSON": "HTTP/1.1 299 Odd\r\ncontent-length: 2\r\n\r\nhi",
  "status 304": "HTTP/1.1 304 Not Modified\r\n\r\n",
  "status 302 without a location": status("302 Found"),
  "status 600": status("600 High"),
  "status 999": status("999 High"),
  "status 1000": status("1000 Long"),
  "a negative status": status("-1 Minus"),
  "no status": "HTTP/1.1\r\n\r\n",
  "HTTP/0.9": "<html>hello</html>",
  "HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  garbage: Buffer.from([0, 255, 254, 1, 2, 3, 13, 10, 13, 10]),
  nothing: "",
  "half a status line": "HTTP/1.1 20",
  "headers that break off": "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n",
  "headers of a megabyte": `HTTP/1.1 200 OK\r\nx: ${"x".repeat(1024 * 1024)}\r\n\r\n{}`,
  "a header with a NUL": "HTTP/1.1 200 OK\r\nx: \u0000\r\ncontent-length: 2\r\n\r\n{",
  "a header that is no ASCII": Buffer.from("HTTP/1.1 200 OK\r\nx-ä: \xff\r\ncontent-length: 2\r\n\r\n{", "latin1"),
  "two lengths": "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
  "a length that is no number": "HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\n{}",
  "a broken chunk": "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
  "bytes after the body": "HTTP/1.1 502 Bad\r\ncontent-length: 0\r\n\r\nHTTP/1.1 999 x\r\n\r\n"
}

describe("a response that no HTTP client can parse", () => {
  for (const [name, bytes] of Object.entries(odd)) {
    it.scopedLive(
      `such as ${name} is Discord's failure, not a bug of the server, and a write has an unknown outcome`,
      () =>
        Effect.gen(function* () {
          const reported = yield* complaints
          const url = yield* bytesServer(bytes)
          const call = yield* connectLive(url, { retryEnabled: false, timeoutDefaultMs: 2000 })
          for (const one of [read(), create]) {
            const end = Object(ended(yield* Effect.exit(call(one))))
            assert.include(
              ["DiscordUnexpectedResponse", "DiscordRestUnavailable", "DiscordTimeoutError"],
              end._tag,
              JSON.stringify(end)
            )
            const isRead = one.method === "GET"
            // A 502 had no effect; a timeout and all others may have had one.
            if (name !== "bytes after the body") assert.strictEqual(end.outcome_unknown, !isRead)
          }
          assert.deepStrictEqual(reported, [])
        })
    )
  }

  it.scopedLive("is not confused with a valid one that has odd but legal headers", () =>
    Effect.gen(function* () {
      const url = yield* bytesServer(
        'HTTP/1.1 200 OK\r\nset-cookie: a\r\nset-cookie: b\r\nx-ratelimit-limit: many\r\ncontent-length: 10\r\n\r\n{"id":"1"}'
      )
      const call = yield* connectLive(url)
      assert.deepStrictEqual(ended(yield* Effect.exit(call(read()))), reply())
    })
  )
})
