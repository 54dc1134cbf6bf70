import { HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, TestClock } from "effect"
import type { Fault } from "../../src/sandbox/Fault.ts"
import { ask, control, field, refusal, Sandbox, sandboxAndClient } from "./http.ts"

layer(sandboxAndClient(), { excludeTestServices: true })("faults", (it) => {
  it.effect("respond with any status and body, `times` times, to matching requests", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, support } = sandbox.ids.channels
      const path = "/channels/*/messages"
      yield* sandbox.inject({
        match: { method: "get", path },
        times: 2,
        do: { kind: "status", status: 503, text: "down" }
      })
      yield* sandbox.inject({
        match: { method: "GET", path },
        do: {
          kind: "status",
          status: 500,
          body: { message: "500: Internal Server Error", code: 0 },
          headers: { via: "1.1 x" }
        }
      })
      const list = (channel: string) => ask("GET", `/channels/${channel}/messages?limit=1`)
      assert.strictEqual((yield* ask("GET", `/channels/${general}`)).status, 200)
      const first = yield* list(general)
      assert.deepStrictEqual([first.status, first.body, first.headers["content-type"]], [503, "down", "text/plain"])
      assert.strictEqual((yield* list(support)).status, 503)
      const third = yield* list(general)
      assert.deepStrictEqual([third.status, third.headers.via, field("code")(third.body)], [500, "1.1 x", 0])
      assert.strictEqual((yield* list(general)).status, 200)
    })
  )

  it.effect("start after `after` requests, and end after `times` requests or never", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const statuses = (count: number) =>
        Effect.map(Effect.replicateEffect(ask("GET", "/users/@me"), count), (all) => all.map(({ status }) => status))
      yield* sandbox.inject({ after: 2, times: 2, do: { kind: "status", status: 503 } })
      assert.deepStrictEqual(yield* statuses(5), [200, 200, 503, 503, 200])
      yield* sandbox.inject({ after: 1, times: "forever", do: { kind: "status", status: 502 } })
      assert.deepStrictEqual(yield* statuses(4), [200, 502, 502, 502])
      yield* sandbox.clearFaults
    })
  )

  it.effect("run in sequence in a script, while several scripts run in parallel", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const status = (path: string) => Effect.map(ask("GET", path), (got) => got.status)
      const failing = (code: number, operation: string, after = 0) =>
        ({ match: { operation }, after, do: { kind: "status", status: code } }) as const
      yield* sandbox.fail({
        script: [
          failing(500, "GET /channels/:id"),
          failing(501, "GET /users/@me"),
          failing(502, "GET /channels/:id", 1)
        ]
      })
      // The second fault starts when the first one is used up, not at the first request of its operation.
      assert.strictEqual(yield* status("/users/@me"), 200)
      assert.strictEqual(yield* status(`/channels/${general}`), 500)
      assert.strictEqual(yield* status(`/channels/${general}`), 200)
      assert.strictEqual(yield* status("/users/@me"), 501)
      yield* sandbox.fail({ script: [failing(503, "GET /channels/:id")] })
      // The first script lets this request pass, so the second one applies.
      assert.strictEqual(yield* status(`/channels/${general}`), 503)
      assert.strictEqual(yield* status(`/channels/${general}`), 502)
      assert.strictEqual(yield* status(`/channels/${general}`), 200)
    })
  )

  it.effect("distinguish operations with similar paths", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      yield* sandbox.inject({
        match: { operation: "GET /channels/:channel_id/messages/:message_id" },
        do: { kind: "status", status: 500 }
      })
      assert.strictEqual((yield* ask("GET", `/channels/${general}/messages/pins`)).status, 200)
      const { firstInGeneral } = sandbox.ids.messages
      assert.strictEqual((yield* ask("GET", `/channels/${general}/messages/${firstInGeneral}`)).status, 500)
    })
  )

  it.effect("cause a defect if they can never apply", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const dies = (fault: Fault) => Effect.map(Effect.exit(sandbox.inject(fault)), Exit.isFailure)
      assert.isTrue(yield* dies({ match: { operation: "POST /channel/:id" }, do: { kind: "cut" } }))
      assert.isTrue(yield* dies({ times: 0, do: { kind: "cut" } }))
      assert.isTrue(yield* dies({ do: { kind: "status", status: 99 } }))
      assert.strictEqual((yield* ask("GET", "/users/@me")).status, 200)
    })
  )

  it.effect("can be removed", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ times: 1_000_000, do: { kind: "status", status: 502 } })
      assert.strictEqual((yield* ask("GET", "/users/@me")).status, 502)
      yield* sandbox.clearFaults
      assert.strictEqual((yield* ask("GET", "/users/@me")).status, 200)
    })
  )

  it.effect("execute the request first if `after_effect` is set", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const newest = Effect.map(sandbox.messages(general), (messages) => messages[0]?.content)
      const effects = ["status", "reset at headers", "reset at body", "cut"] as const
      const actions = {
        status: { kind: "status", status: 500 },
        "reset at headers": { kind: "reset", at: "headers" },
        "reset at body": { kind: "reset", at: "body" },
        cut: { kind: "cut" }
      } as const
      for (const name of effects) {
        yield* sandbox.inject({ after_effect: true, do: actions[name] })
        yield* Effect.exit(ask("POST", `/channels/${general}/messages`, { content: `kept: ${name}` }))
        assert.strictEqual(yield* newest, `kept: ${name}`)
        yield* sandbox.inject({ do: actions[name] })
        yield* Effect.exit(ask("POST", `/channels/${general}/messages`, { content: `lost: ${name}` }))
        assert.strictEqual(yield* newest, `kept: ${name}`)
      }
    })
  )

  it.effect("break the connection before the headers or in the body", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const client = yield* HttpClient.HttpClient
      const get = client.execute(HttpClientRequest.get(`${sandbox.url}/v10/users/@me`))
      const read = Effect.flatMap(get, (response) => response.text)
      const already = (yield* sandbox.requests).length

      yield* sandbox.inject({ do: { kind: "reset", at: "headers" } })
      assert.strictEqual((yield* Effect.flip(get)).reason, "Transport")
      for (const effect of [{ kind: "reset", at: "body" }, { kind: "cut" }] as const) {
        yield* sandbox.inject({ times: 2, do: effect })
        assert.strictEqual((yield* Effect.scoped(get)).status, 200)
        assert.strictEqual((yield* Effect.flip(read)).reason, "Decode")
      }
      const seen = (yield* sandbox.requests).slice(already)
      assert.deepStrictEqual(
        seen.map((it) => it.status),
        [undefined, 200, 200, 200, 200]
      )
      assert.isFalse(seen.some((it) => it.aborted))
    })
  )

  it.effect("break responses without a body too", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const id = (yield* sandbox.messages(general))[0]?.id
      yield* sandbox.inject({ after_effect: true, do: { kind: "cut" } })
      const failed = yield* Effect.flip(ask("DELETE", `/channels/${general}/messages/${id}`))
      assert.strictEqual(failed._tag, "ResponseError")
      assert.notStrictEqual((yield* sandbox.messages(general))[0]?.id, id)
    })
  )

  it.effect("hang until the client disconnects, and record it", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const already = (yield* sandbox.requests).length
      for (const [index, at] of (["headers", "body"] as const).entries()) {
        yield* sandbox.inject({ after_effect: true, do: { kind: "hang", at } })
        const fiber = yield* Effect.fork(ask("POST", `/channels/${general}/messages`, { content: `hung at ${at}` }))
        yield* sandbox.awaitRequests(already + index + 1)
        assert.strictEqual((yield* sandbox.messages(general))[0]?.content, `hung at ${at}`)
        yield* Fiber.interrupt(fiber)
        yield* sandbox.awaitAborted(index + 1)
      }
      assert.deepStrictEqual(
        (yield* sandbox.requests).slice(already).map(({ aborted, status }) => [aborted, status]),
        [
          [true, undefined],
          [true, 200]
        ]
      )
    })
  )

  it.effect("hang before the headers by default, and break off after a time if they have one", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ do: { kind: "hang", ms: 20 } })
      const failed = yield* Effect.flip(ask("GET", "/users/@me"))
      assert.strictEqual(failed._tag, "RequestError")
      assert.strictEqual((yield* sandbox.requests).at(-1)?.status, undefined)
    })
  )

  it.effect("send a 429 with Discord's headers in each scope", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const limited = Effect.fnUntraced(function* (
        scope: "user" | "global" | "shared",
        headers?: Record<string, string>
      ) {
        yield* sandbox.inject({ do: { kind: "rate_limit", scope, retry_after: 64.57, ...(headers && { headers }) } })
        return yield* ask("GET", `/channels/${general}/messages`)
      })
      const names = [
        "retry-after",
        "x-ratelimit-scope",
        "x-ratelimit-global",
        "x-ratelimit-remaining",
        "x-ratelimit-reset-after"
      ]
      const headersOf = (got: { readonly headers: Readonly<Record<string, string>> }) =>
        names.map((name) => got.headers[name])

      const user = yield* limited("user")
      assert.deepStrictEqual(user.body, { message: "You are being rate limited.", retry_after: 64.57, global: false })
      assert.deepStrictEqual(headersOf(user), ["65", "user", undefined, "0", "64.570"])
      const global = yield* limited("global")
      assert.deepStrictEqual([global.status, field("global")(global.body)], [429, true])
      assert.deepStrictEqual(headersOf(global), ["65", "global", "true", undefined, undefined])
      const shared = headersOf(yield* limited("shared"))
      assert.deepStrictEqual(shared.slice(0, 3), ["65", "shared", undefined])
      assert.isAbove(Number(shared[3]), 0)
      assert.isBelow(Number(shared[4]), 2)
      assert.strictEqual((yield* limited("user", { "retry-after": "0" })).headers["retry-after"], "0")
    })
  )

  it.effect("send Cloudflare's pages", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ do: { kind: "cloudflare", page: "1015", retry_after: 66_271 } })
      const banned = yield* ask("GET", "/users/@me")
      assert.deepStrictEqual(
        [banned.status, banned.body, banned.headers["retry-after"]],
        [429, "error code: 1015", "66271"]
      )
      yield* sandbox.inject({ do: { kind: "cloudflare", page: "1020" } })
      const denied = yield* ask("GET", "/users/@me")
      assert.deepStrictEqual([denied.status, denied.headers["content-type"]], [403, "text/html"])
      yield* sandbox.inject({ do: { kind: "cloudflare", page: "banned" } })
      const blocked = yield* ask("GET", "/users/@me")
      assert.deepStrictEqual(refusal(blocked).slice(0, 2), [429, 0])
      assert.isFalse(
        Object.keys(blocked.headers).some((name) => name.startsWith("x-ratelimit") || name === "retry-after")
      )
    })
  )

  it.effect("are injected over HTTP, and an invalid script gets a 400 with all problems", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* control("DELETE", "/faults")
      const good = yield* control("POST", "/faults", [
        { match: { path: "/users/**" }, times: 2, do: { kind: "status", status: 418 } },
        { do: { kind: "latency", ms: 0 } }
      ])
      assert.deepStrictEqual([good.status, field("injected")(good.body)], [200, 2])
      assert.strictEqual((yield* ask("GET", "/users/@me/guilds")).status, 418)
      assert.deepStrictEqual((yield* control("DELETE", "/faults")).body, { cleared: 2 })

      const script = yield* control("POST", "/faults", { script: [{ do: { kind: "cut" } }, { do: { kind: "cut" } }] })
      assert.deepStrictEqual([script.status, field("injected")(script.body)], [200, 1])
      yield* control("DELETE", "/faults")
      const unknown = yield* control("POST", "/faults", [
        { match: { operation: "GET /nowhere" }, do: { kind: "cut" } },
        { do: { kind: "cut" } }
      ])
      assert.deepStrictEqual(
        [unknown.status, field("message")(field("problems")(unknown.body))],
        [400, ["The sandbox has no operation GET /nowhere"]]
      )
      const listed = yield* control("POST", "/faults", [{ do: { kind: "cut" } }, { script: [] }])
      assert.deepStrictEqual([listed.status, field("path")(field("problems")(listed.body))], [400, ["1.script.0"]])

      const bad = yield* control("POST", "/faults", { time: 2, do: { kind: "hang", at: "start" } })
      assert.strictEqual(bad.status, 400)
      assert.sameMembers([...new Set([field("path")(field("problems")(bad.body))].flat())], ["do.at", "time"])
      assert.strictEqual((yield* control("POST", "/faults", { do: { kind: "flood" } })).status, 400)
      const two = [{ do: { kind: "flood" } }, { match: { operation: "GET /nothing" }, do: { kind: "cut" } }]
      const both = [field("path")(field("problems")((yield* control("POST", "/faults", two)).body))].flat()
      assert.includeMembers(both, ["0.do.kind", "match.operation"])
      assert.strictEqual((yield* control("GET", "/nothing")).status, 404)

      const about = yield* control("GET", "")
      assert.deepStrictEqual(
        [field("sandbox")(about.body), field("requests")(about.body)],
        ["effect-discord-mcp", (yield* sandbox.requests).length]
      )
      const requests = yield* control("GET", "/requests")
      const last = Array.isArray(requests.body) ? requests.body.at(-1) : undefined
      assert.strictEqual(field("path")(last), "/users/@me/guilds")
      assert.strictEqual(field("authorization")(field("headers")(last)), "Bot ***")
    })
  )
})

layer(sandboxAndClient())("latency", (it) => {
  it.effect("delays the normal response by the clock of the context", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ do: { kind: "latency", ms: 60_000 } })
      const fiber = yield* Effect.fork(ask("GET", "/users/@me"))
      yield* sandbox.awaitRequests(1)
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined((yield* sandbox.requests)[0]?.status)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
    })
  )

  it.effect("ends when the client disconnects", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ do: { kind: "latency", ms: 60_000 } })
      const fiber = yield* Effect.fork(ask("GET", "/users/@me"))
      yield* sandbox.awaitRequests(2)
      yield* Fiber.interrupt(fiber)
      yield* sandbox.awaitAborted(1)
      assert.deepInclude((yield* sandbox.requests)[1], { aborted: true })
    })
  )
})
