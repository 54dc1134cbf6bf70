import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import { ValidationError } from "../../src/errors/DiscordMcpError.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { bulkheadInFlight } from "../../src/telemetry/metrics.ts"
import { isDeep } from "../turns.ts"
import { complaints, connectLive } from "./live.ts"
import { shown } from "./metric.ts"
import { json, rawServer } from "./rawServer.ts"
import { ended, plain, read, remove, reply, request, send, webhook } from "./session.ts"

const roomy = { "GET /channels/:id/messages": { limit: 1000, windowMs: 1000 } }

/** A sandbox and a service that uses it. */
const live = (overrides = {}) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(SandboxModule.layer({ limits: roomy, globalPerSecond: 10_000 }))
    const sandbox = Context.get(context, SandboxModule.Sandbox)
    const call = yield* connectLive(sandbox.url, overrides)
    return { sandbox, call, general: sandbox.ids.channels.general }
  })

const list = (channel_id: string) => request({ route: "/channels/{channel_id}/messages", path: { channel_id } })

const elapsed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    yield* effect
    return (yield* Clock.currentTimeMillis) - start
  })

describe("over HTTP", () => {
  it.scopedLive("five parallel reads of one channel at a second each take about one round trip", () =>
    Effect.gen(function* () {
      const { call, general, sandbox } = yield* live()
      yield* call(list(general))
      yield* sandbox.inject({ times: 5, do: { kind: "latency", ms: 1000 } })
      const ms = yield* elapsed(Effect.all(Effect.replicate(call(list(general)), 5), { concurrency: "unbounded" }))
      assert.isAtLeast(ms, 990)
      // One after the other, they would take 5 seconds.
      assert.isBelow(ms, 4000)
    })
  )

  it.scopedLive("a message created despite a fault exists once", () =>
    Effect.gen(function* () {
      const { call, general, sandbox } = yield* live({ timeoutDefaultMs: 500 })
      for (const action of [{ kind: "cut" }, { kind: "hang", at: "body" }] as const) {
        yield* sandbox.inject({ after_effect: true, do: action })
        const { attempts } = yield* call(send(`behind ${action.kind}`, general))
        assert.strictEqual(attempts, 2, action.kind)
      }
      const contents = (yield* sandbox.messages(general)).slice(0, 2).map(({ content }) => content)
      assert.deepStrictEqual(contents, ["behind hang", "behind cut"])
    })
  )

  it.scopedLive("an upload that gets a 502 is sent again completely", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((response, n) =>
        n === 1 ? response.writeHead(502).end("<html>") : json(response, 200, { id: "1" })
      )
      const call = yield* connectLive(server.url)
      const data = new TextEncoder().encode("the whole file ".repeat(10_000))
      const upload = { ...send("with a file"), files: [{ name: "notes.txt", data, contentType: "text/plain" }] }
      assert.deepStrictEqual(ended(yield* Effect.exit(call(upload))), reply(2))
      const texts = server.arrived.map(({ body, headers }) =>
        // Only the boundary differs between forms.
        body.toString("latin1").replaceAll(String(headers["content-type"]).split("boundary=")[1] ?? "", "--")
      )
      assert.strictEqual(texts[0], texts[1])
      assert.include(texts[1], 'filename="notes.txt"')
      assert.include(texts[1], "the whole file ".repeat(10_000))
      assert.include(texts[1], '"enforce_nonce":true')
    })
  )
})

describe("cancelling", () => {
  it.scopedLive("a running request closes its connection", () =>
    Effect.gen(function* () {
      const { call, general, sandbox } = yield* live()
      for (const at of ["headers", "body"] as const) {
        const seen = (yield* sandbox.requests).length
        yield* sandbox.inject({ do: { kind: "hang", at } })
        const fiber = yield* Effect.fork(call(list(general)))
        yield* sandbox.awaitRequests(seen + 1)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
        yield* sandbox.awaitAborted(seen + 1)
      }
    })
  )

  it.scopedLive("hundreds of calls leaves no listener, timer, slot or socket", () =>
    Effect.gen(function* () {
      const reported = yield* complaints
      const { call, sandbox } = yield* live({ bulkheadLimit: 1000 })
      const resources = () => {
        const all = process.getActiveResourcesInfo()
        return [all.filter((it) => it === "TCPSocketWrap").length, all.filter((it) => it === "Timeout").length]
      }
      const cancelFifty = (batch: number) =>
        Effect.gen(function* () {
          // One channel each, so that none waits for the response of another.
          const ids = Array.from({ length: 50 }, (_, n) => String(10n ** 17n + BigInt(batch * 50 + n)))
          const fibers = yield* Effect.forEach(ids, (id) => Effect.fork(call(read(id))))
          yield* sandbox.awaitRequests((batch + 1) * 50)
          yield* Fiber.interruptAll(fibers)
          yield* sandbox.awaitAborted((batch + 1) * 50)
        })
      yield* sandbox.inject({ times: 1000, do: { kind: "hang", at: "headers" } })
      yield* cancelFifty(0)
      const [sockets = 0, timers = 0] = resources()
      for (let batch = 1; batch < (isDeep ? 20 : 8); batch++) yield* cancelFifty(batch)
      const [socketsNow = 0, timersNow = 0] = resources()
      assert.isAtMost(socketsNow, sockets + 2)
      assert.isAtMost(timersNow, timers + 2)
      assert.strictEqual(yield* shown(bulkheadInFlight), 0)
      assert.deepStrictEqual(reported, [])
    })
  )

  it.scopedLive("the end of the service ends all running calls without an unhandled error", () =>
    Effect.gen(function* () {
      const reported = yield* complaints
      const server = yield* rawServer((response) => response.writeHead(502).write("<html>"))
      const ends = yield* Effect.scoped(
        Effect.gen(function* () {
          const call = yield* connectLive(server.url, { retryEnabled: false, bulkheadLimit: 1000 })
          const ids = Array.from({ length: 50 }, (_, n) => String(10n ** 17n + BigInt(n)))
          const fibers = yield* Effect.forEach(ids, (id) => Effect.fork(Effect.exit(call(read(id)))))
          yield* Effect.repeat(Effect.yieldNow(), { until: () => server.arrived.length === 50 })
          return fibers
        })
      ).pipe(Effect.flatMap((fibers) => Effect.forEach(fibers, Fiber.join)))
      for (const end of ends.map(ended)) assert.propertyVal(end, "_tag", "DiscordRestUnavailable")
      assert.deepStrictEqual(reported, [])
    })
  )
})

describe("a sent request", () => {
  const sent = (one: Parameters<Effect.Effect.Success<ReturnType<typeof connectLive>>>[0]) =>
    Effect.gen(function* () {
      const server = yield* rawServer((response) => json(response, 200, { id: "1" }))
      const call = yield* connectLive(server.url)
      yield* call(one)
      const [only] = server.arrived
      assert.strictEqual(server.arrived.length, 1)
      return only ?? assert.fail("nothing was sent")
    })

  it.scopedLive("has the bot's token, and the user agent that Discord requires", () =>
    Effect.gen(function* () {
      const { headers } = yield* sent(read())
      assert.strictEqual(headers.authorization, "Bot sandbox-token")
      assert.match(headers["user-agent"] ?? "", /^DiscordBot \(https:\/\/\S+, [\d.]+\) effect-discord-mcp\/test$/)
    })
  )

  it.scopedLive("has no bot token if its path has a token", () =>
    Effect.gen(function* () {
      const { headers, url } = yield* sent(webhook)
      assert.isUndefined(headers.authorization)
      assert.strictEqual(url, "/api/v10/webhooks/666666666666666666/secret")
    })
  )

  it.scopedLive("has encoded ids and codes, which stay one path segment", () =>
    Effect.gen(function* () {
      const { url } = yield* sent(
        request({
          route: "/invites/{invite_code}",
          path: { invite_code: "../users/@me?x=1#y" },
          query: { with_counts: true, a: "b&c" }
        })
      )
      assert.strictEqual(url, "/api/v10/invites/..%2Fusers%2F%40me%3Fx%3D1%23y?with_counts=true&a=b%26c")
    })
  )

  for (const code of ["", ".", "..", "\ud800"]) {
    it.scopedLive(`is rejected for the code ${JSON.stringify(code)}, which would change the path`, () =>
      Effect.gen(function* () {
        const server = yield* rawServer((response) => json(response, 200, { id: "1" }))
        const call = yield* connectLive(server.url)
        const end = ended(
          yield* Effect.exit(call(request({ route: "/invites/{invite_code}/x", path: { invite_code: code } })))
        )
        const issue = { path: "invite_code", message: "contains characters that cannot be sent", code: "unsendable" }
        assert.deepStrictEqual(end, plain(new ValidationError({ validation_issues: [issue] })))
        assert.strictEqual(server.arrived.length, 0)
      })
    )
  }

  it.scopedLive("has an encoded reason for the audit log", () =>
    Effect.gen(function* () {
      const { headers } = yield* sent({ ...remove(), reason: "spam: größer\r\nX-Injected: 1" })
      assert.strictEqual(headers["x-audit-log-reason"], "spam%3A%20gr%C3%B6%C3%9Fer%0D%0AX-Injected%3A%201")
      assert.isUndefined(headers["x-injected"])
    })
  )

  it.scopedLive("is rejected for a reason that no header can contain", () =>
    Effect.gen(function* () {
      const call = yield* connectLive("http://127.0.0.1:9/api")
      const end = ended(yield* Effect.exit(call({ ...remove(), reason: "half a character: \ud800" })))
      const issue = { path: "reason", message: "contains characters that cannot be sent", code: "unsendable" }
      assert.deepStrictEqual(end, plain(new ValidationError({ validation_issues: [issue] })))
    })
  )
})
