/** The bytes of files in memory over all calls, with the real file source and a tool that sends files. */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, Queue, TestClock } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import { BYTES_IN_FLIGHT } from "../../src/discord/FileMemory.ts"
import { FileSource } from "../../src/discord/FileSource.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { call, overDiscord, settingsOf } from "../dispatch/app.ts"
import { turn } from "../turns.ts"
import { KIB, loopback, source } from "./files.ts"
import { rawServer } from "./rawServer.ts"
import { answer, makeWire } from "./wire.ts"

const MB = 1024 * 1024

const message = answer(200, {
  id: "1",
  channel_id: "111111111111111111",
  content: "",
  author: { id: "2", username: "tide", discriminator: "0", global_name: null, avatar: null },
  timestamp: "2026-01-01T00:00:00+00:00",
  edited_timestamp: null,
  attachments: [],
  embeds: [],
  mentions: [],
  mention_roles: [],
  type: 0
})

/** A directory with sparse files of these sizes, named by their megabytes. */
const disk = (...sizes: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const dir = mkdtempSync(join(tmpdir(), "in-flight-"))
      for (const size of sizes) {
        const file = openSync(join(dir, `${size}`), "w")
        ftruncateSync(file, size * MB)
        closeSync(file)
      }
      return dir
    }),
    (dir) => Effect.sync(() => rmSync(dir, { recursive: true }))
  )

/** A server whose Discord responds when the test says so, and the bytes it holds meanwhile. */
const serving = (dir: string) =>
  Effect.gen(function* () {
    const open = yield* Deferred.make<void>()
    const arrivals = yield* Queue.unbounded<void>()
    let held = 0
    let most = 0
    const wire = makeWire((request, onPhase) => {
      const bytes = request.files.reduce((sum, { data }) => sum + data.length, 0)
      held += bytes
      most = Math.max(most, held)
      return Queue.offer(arrivals, undefined).pipe(
        Effect.zipRight(Deferred.await(open)),
        Effect.zipRight(message(request, onPhase)),
        Effect.ensuring(
          Effect.sync(() => {
            held -= bytes
          })
        )
      )
    })
    const settings = yield* settingsOf({ MCP_DRY_RUN: "false", MCP_FILES_DIR: dir })
    const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings))
    const send = (channel: number, ...paths: ReadonlyArray<string>) =>
      Effect.provide(
        call("messages_send", { channel_id: `11111111111111111${channel}`, files: paths.map((path) => ({ path })) }),
        server
      )
    /** Completes when Discord has so many more requests. */
    const arrived = (count: number) => Queue.takeN(arrivals, count)
    return { send, open: Deferred.succeed(open, undefined), arrived, most: () => most, sent: wire.sent }
  })

describe("the files of all calls", () => {
  it.scopedLive("stay within 64 MB: calls beyond it wait, and all are sent", () =>
    Effect.gen(function* () {
      const { arrived, most, open, send, sent } = yield* serving(yield* disk(1, 12))
      const calls = yield* Effect.forEach(
        Array.from({ length: 8 }, (_, n) => n),
        (n) => Effect.fork(send(n, "12"))
      )
      yield* arrived(5)
      // Small files still fit. Their calls start later, so a sixth large file would arrive before them.
      const small = yield* Effect.forEach([8, 9, 10], (n) => Effect.zipLeft(Effect.fork(send(n, "1")), arrived(1)))
      assert.strictEqual(sent.length, 5 + small.length)
      yield* open
      const ends = yield* Effect.forEach([...calls, ...small], Fiber.join)
      assert.deepStrictEqual(
        ends.map(({ isError }) => isError === true),
        Array(11).fill(false)
      )
      assert.strictEqual(sent.length, 11)
      assert.isAtMost(most(), BYTES_IN_FLIGHT)
    })
  )

  it.scopedLive("are rejected before anything is read if one is larger than the limit", () =>
    Effect.gen(function* () {
      const { send, sent } = yield* serving(yield* disk(100))
      const before = process.memoryUsage().arrayBuffers
      const ends = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => n % 10),
        (n) => send(n, "100"),
        { concurrency: "unbounded" }
      )
      for (const { structured } of ends) assert.strictEqual(structured.code, "VALIDATION_FAILED")
      assert.strictEqual(sent.length, 0)
      assert.isBelow(process.memoryUsage().arrayBuffers - before, 200 * MB)
    })
  )

  it.scopedLive("are rejected with the limit if those of one call can never fit", () =>
    Effect.gen(function* () {
      const { send, sent } = yield* serving(yield* disk(20))
      const { structured } = yield* send(1, "20", "20", "20", "20")
      assert.strictEqual(structured.code, "VALIDATION_FAILED")
      assert.include(JSON.stringify(structured), `${BYTES_IN_FLIGHT} bytes in total`)
      assert.strictEqual(sent.length, 0)
    })
  )
})

describe("the downloads of clients", () => {
  const policy = { ...loopback, maxBytes: 25 * MB }

  /** A server that declares the bytes of its path, and sends them at once only if the path says so. */
  const internet = Effect.map(
    rawServer((response, _, request) => {
      const [, how, size] = request.url.split("/")
      response.writeHead(200, { "content-length": String(size) }).flushHeaders()
      if (how === "fast") response.end(Buffer.alloc(Number(size)))
    }),
    (server) => ({ ...server, url: server.url.replace("/api", "") })
  )

  /** Gets an element for each response of a server whose headers the HTTP client has read. */
  const headersFrom = (origin: string) =>
    Effect.gen(function* () {
      const headers = yield* Queue.unbounded<void>()
      const onHeaders = (message: unknown) => {
        if (Object(message).request.origin === origin) headers.unsafeOffer(undefined)
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => subscribe("undici:request:headers", onHeaders)),
        () => Effect.sync(() => unsubscribe("undici:request:headers", onHeaders))
      )
      return headers
    })

  /** A file source, and a load of files from the server. */
  const loading = Effect.gen(function* () {
    const { url } = yield* internet
    const headers = yield* headersFrom(new URL(url).origin)
    const files = Context.get(yield* Layer.build(source(policy)), FileSource)
    const load = (clientId: string, ...paths: ReadonlyArray<string>) => {
      const inputs = paths.map((path) => ({ url: `${url}/${path}` }))
      const sizes = Effect.forEach(inputs, (input) => Effect.map(files.load(input, "file"), ({ data }) => data.length))
      return Effect.scoped(
        files.withReservation(inputs, sizes, (sizes) => sizes.reduce((sum, size) => sum + size, 0))
      ).pipe(Effect.provideService(Caller, { clientId }))
    }
    /** Completes when the loads have the headers of so many further responses, and hold what they declare. */
    const requested = (count: number) => Effect.zipRight(Queue.takeN(headers, count), turn)
    return { load, requested }
  })

  it.scopedLive("that never end hold only the share of their client", () =>
    Effect.gen(function* () {
      const { load, requested } = yield* loading
      const slow = yield* Effect.replicateEffect(Effect.fork(load("slow", `slow/${20 * MB}`)), 4)
      yield* requested(4)
      assert.deepStrictEqual(yield* load("other", `fast/${20 * MB}`), [20 * MB])
      assert.deepStrictEqual(yield* load("other", `fast/${5 * MB}`, `fast/${5 * MB}`), [5 * MB, 5 * MB])
      yield* Fiber.interruptAll(slow)
      assert.deepStrictEqual(yield* load("slow", `fast/${20 * MB}`), [20 * MB])
    })
  )

  it.scopedLive("hold what their servers declare, so slow small files delay no file of the same client", () =>
    Effect.gen(function* () {
      const { load, requested } = yield* loading
      const slow = yield* Effect.replicateEffect(Effect.fork(load("slow", `slow/${KIB}`)), 7)
      yield* requested(7)
      assert.deepStrictEqual(yield* load("slow", `fast/${25 * MB}`), [25 * MB])
      yield* Fiber.interruptAll(slow)
    })
  )

  it.scopedLive("of several clients never delay a small file of another", () =>
    Effect.gen(function* () {
      const { load, requested } = yield* loading
      const slow = yield* Effect.forEach(["a", "b", "c"], (client) => Effect.fork(load(client, `slow/${25 * MB}`)))
      yield* requested(3)
      assert.deepStrictEqual(yield* load("d", `fast/${MB}`), [MB])
      yield* Fiber.interruptAll(slow)
    })
  )

  it.scopedLive("of one call stay within the share of the client", () =>
    Effect.gen(function* () {
      const { load } = yield* loading
      const exit = yield* Effect.exit(load("a", `fast/${20 * MB}`, `fast/${20 * MB}`))
      assert.include(String(exit), `is larger than ${12 * MB} bytes`)
    })
  )

  it.scoped("that stand still fail after five seconds, and release their memory", () =>
    Effect.gen(function* () {
      const { load, requested } = yield* loading
      const slow = yield* Effect.fork(load("a", `slow/${25 * MB}`))
      yield* requested(1)
      yield* TestClock.adjust(4999)
      assert.isNull(yield* Fiber.poll(slow).pipe(Effect.map(Option.getOrNull)))
      yield* TestClock.adjust(1)
      assert.include(String(yield* Fiber.await(slow)), "arrives too slowly")
      assert.deepStrictEqual(yield* load("a", `fast/${20 * MB}`), [20 * MB])
    })
  )
})
