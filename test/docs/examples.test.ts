import { readdirSync, readFileSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, TestClock } from "effect"
import * as errors from "../../docs/examples/errors.ts"
import { Down, makeClient, readText } from "../../docs/examples/resilience.ts"
import { sent } from "../../docs/examples/toolResult.ts"
import { DiscordPermissionError } from "../../src/errors/DiscordMcpError.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"

describe("the examples of the pages", () => {
  it("render an error as an envelope and as text", () => {
    assert.strictEqual(errors.envelope.code, "DISCORD_RATE_LIMITED")
    assert.isTrue(errors.envelope.retriable)
    assert.include(errors.text, "Wait 5000 ms, then retry.")
  })

  it.effect("decode a tool result, and handle its error by tag", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sent({ content: [], structuredContent: { id: "1" } }), "sent as 1")
      const refusal = new DiscordPermissionError({
        missing_permissions: ["SEND_MESSAGES"],
        upstream: { status: 403, discord_code: 50013, method: "POST", route: "/channels/:id/messages" }
      })
      const answer = yield* sent({ isError: true, content: [], structuredContent: toEnvelope(refusal) })
      assert.strictEqual(answer, "ask an admin for SEND_MESSAGES")
    })
  )

  it.effect("return the results of calls through ./resilience", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      assert.strictEqual(yield* client.call("a service", Effect.succeed(42)), 42)
    })
  )

  it.live("read an address, and wait as long as the service asks", () =>
    Effect.gen(function* () {
      const statuses = [503, 200]
      const url = yield* listening((_, response) => {
        response.writeHead(statuses.shift() ?? 500, { "retry-after": "0" }).end("the tide")
      })
      const client = yield* makeClient
      assert.strictEqual(yield* client.call("a service", readText(url)), "the tide")
      assert.deepStrictEqual(statuses, [])
      assert.deepStrictEqual(yield* Effect.flip(readText(url)), new Down({ waitMs: 0 }))
    }).pipe(Effect.scoped)
  )

  it.effect("open the circuit after ten failed calls of fifteen, and send no more", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      let sent = 0
      const down = Effect.suspend(() => {
        sent++
        return Effect.fail(new Down({}))
      })
      const tags: Array<string> = []
      for (let n = 0; n < 15; n++) {
        const fiber = yield* Effect.fork(Effect.flip(client.call("a service", down)))
        yield* TestClock.adjust("5 seconds")
        tags.push((yield* Fiber.join(fiber))._tag)
      }
      assert.deepStrictEqual(tags, [...Array(10).fill("Down"), ...Array(5).fill("CircuitOpenError")])
      assert.strictEqual(sent, 10 * 3)
    })
  )

  it.effect("reject 80 of 100 concurrent calls, and return the other 20", () =>
    Effect.gen(function* () {
      const client = yield* makeClient
      // Each key may hold half of the slots, so the calls go to several services.
      const fiber = yield* Effect.fork(
        Effect.forEach(
          Array.from({ length: 100 }),
          (_, n) => Effect.either(client.call(`service ${n % 10}`, Effect.delay(Effect.succeed(n), 1000))),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust(1000)
      const ends = yield* Fiber.join(fiber)
      assert.strictEqual(ends.filter(Either.isRight).length, 20)
      const refused = ends.flatMap(Either.match({ onLeft: ({ _tag }) => [_tag], onRight: () => [] }))
      assert.deepStrictEqual(refused, Array(80).fill("BulkheadFullError"))
    })
  )
})

/** Starts a server for the scope, and returns its address. */
const listening = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const server = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => `http://127.0.0.1:${Object(server.address()).port}/`))

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const files = (directory: string, ending: string) =>
  readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${directory}/${name}`)

describe("TypeScript in the pages", () => {
  it("is a compiled example or a copy of a tool definition", () => {
    const rows = read("src/tools/messages/tools.ts").replaceAll(/^ {2}/gm, "")
    const loose = ["README.md", "CONTRIBUTING.md", ...files("docs", ".md")].flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/<!-- generated:[\s\S]*?<!-- \/generated -->/g, "")
          .matchAll(/( *)```ts\n([\s\S]*?)```/g)
      ]
        .map(([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), "").trim())
        .filter((code) => !rows.includes(code))
        .map((code) => `${path}: ${code}`)
    )
    assert.deepStrictEqual(loose, [])
  })

  it("imports every example in a test", () => {
    const tests = files("test", ".test.ts").map(read).join("\n")
    const examples = files("docs/examples", ".ts")
    const others = examples.map(read).join("\n")
    assert.isAbove(examples.length, 2)
    assert.deepStrictEqual(
      examples.filter((path) => !tests.includes(`../${path}"`) && !others.includes(`/${basename(path)}"`)),
      []
    )
  })
})
