import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { DiscordAuthError, DiscordCloudflareBlocked } from "../../src/errors/DiscordMcpError.ts"
import {
  CHANNEL,
  callback,
  connect,
  create,
  ended,
  finish,
  OTHER_CHANNEL,
  plain,
  read,
  reply,
  request,
  send,
  webhook
} from "./session.ts"
import { answer, cloudflare, cut, hang, later, limited, ok, refusal, type Step, script } from "./wire.ts"

const everyKind = [read(), read(OTHER_CHANNEL), send(), create, webhook, callback]

const paths = (sent: ReadonlyArray<{ readonly path: string }>) => sent.map(({ path }) => path)

const refusals = (count: number) => Array(count).fill(refusal(401, 0)) as [Step]

const upstream = { status: 401, method: "GET", route: "/channels/:id" }
const invalidToken = plain(new DiscordAuthError({ subject: "bot" }))

const blocked = (retry_after_ms: number) => plain(new DiscordCloudflareBlocked({ retry_after_ms }))
const ban = answer(429, "error code: 1015", { "retry-after": "30" })

/** Responds to two requests when the test says so, and to all others at once. */
const onCue = Effect.gen(function* () {
  const first = yield* Deferred.make<Step>()
  const second = yield* Deferred.make<Step>()
  const waiting =
    (cue: Deferred.Deferred<Step>): Step =>
    (request, onPhase) =>
      Effect.flatMap(Deferred.await(cue), (step) => step(request, onPhase))
  const answer = (cue: Deferred.Deferred<Step>) => (step: Step) =>
    Effect.zipRight(Deferred.succeed(cue, step), TestClock.adjust(0))
  return {
    step: script(waiting(first), waiting(second), ok),
    answerFirst: answer(first),
    answerSecond: answer(second)
  }
})

describe("an invalid bot token", () => {
  it.scoped("stops all requests after a token lookup confirms it", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(refusal(401, 0))
      const [end] = yield* finish(call(read()), 0)
      assert.deepStrictEqual(end, plain(new DiscordAuthError({ subject: "bot", upstream, attempts: 1 })))
      for (const one of everyKind) assert.deepStrictEqual(yield* finish(call(one), 0), [invalidToken, 0])
      yield* TestClock.adjust(59_999)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [invalidToken, 0])
      assert.deepStrictEqual(paths(sent), [`/channels/${CHANNEL}`, "/users/@me"])
    })
  )

  it.scoped("stops waiting calls too", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(later(100, refusal(401, 0)))
      const waiting = yield* Effect.replicateEffect(Effect.fork(Effect.exit(call(read()))), 5)
      yield* TestClock.adjust(200)
      const [first, ...others] = (yield* Effect.forEach(waiting, Fiber.join)).map(ended)
      assert.propertyVal(first, "_tag", "DiscordAuthError")
      assert.deepStrictEqual(others, Array(4).fill(invalidToken))
      assert.deepStrictEqual(paths(sent), [`/channels/${CHANNEL}`, "/users/@me"])
    })
  )

  for (const [name, step] of Object.entries({
    "is accepted elsewhere": ok,
    "is answered by a 500": refusal(500, 0),
    "is answered by a proxy's 401": answer(401, "<html>"),
    "is cut": cut(),
    hangs: hang
  })) {
    it.scoped(`is not assumed after one 401 if the token lookup ${name}: requests continue`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(refusal(401, 0), step, ok))
        const [end] = yield* finish(call(read()), 10_000)
        const subject = step === ok ? "route" : "bot"
        assert.deepStrictEqual(end, plain(new DiscordAuthError({ subject, upstream, attempts: 1 })))
        assert.deepStrictEqual((yield* finish(call(read()), 0))[0], reply())
        assert.strictEqual(sent.length, 3)
      })
    )
  }

  it.scoped("is detected as valid by one lookup a minute, without a restart", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(...refusals(3), later(100, ok), ok))
      yield* finish(call(read()), 0)
      yield* TestClock.adjust(60_000)
      // Still rejected: one lookup, and none for another minute.
      for (const one of everyKind) assert.deepStrictEqual(yield* finish(call(one), 0), [invalidToken, 0])
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust(60_000)
      const fibers = yield* Effect.forEach(everyKind, (one) => Effect.fork(Effect.exit(call(one))))
      yield* TestClock.adjust(5000)
      const ends = (yield* Effect.forEach(fibers, Fiber.join)).map(ended)
      assert.deepStrictEqual(
        ends,
        everyKind.map(() => reply())
      )
      assert.strictEqual(paths(sent).filter((path) => path === "/users/@me").length, 3)
    })
  )

  it.scoped("is detected by GET /users/@me itself without another lookup", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(refusal(401, 0))
      yield* finish(call(request({ route: "/users/@me", path: {} })), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [invalidToken, 0])
      assert.strictEqual(sent.length, 1)
    })
  )

  it.scoped("is forgotten after a restart", () =>
    Effect.gen(function* () {
      const before = yield* connect(refusal(401, 0))
      yield* finish(before.call(read()), 0)
      const now = yield* connect(ok)
      assert.deepStrictEqual(yield* finish(now.call(read()), 0), [reply(), 0])
    })
  )

  it.scoped("is looked up once for three concurrent 401s, which are three typed failures", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(later(100, refusal(401, 0)))
      const calls = [read(), read(OTHER_CHANNEL), create].map((one) => Effect.fork(Effect.exit(call(one))))
      const fibers = yield* Effect.all(calls)
      yield* TestClock.adjust(200)
      assert.strictEqual(paths(sent).filter((path) => path === "/users/@me").length, 1)
      const ends = (yield* Effect.forEach(fibers, Fiber.join)).map(ended)
      assert.deepStrictEqual(
        ends,
        ["GET /channels/:id", "GET /channels/:id", "POST /guilds/:id/roles"].map((one) => {
          const [method = "", route = ""] = one.split(" ")
          return plain(new DiscordAuthError({ subject: "bot", upstream: { status: 401, method, route }, attempts: 1 }))
        })
      )
    })
  )

  it.scoped("is not assumed after a 401 of a webhook or an interaction: the bot continues", () =>
    Effect.gen(function* () {
      for (const [one, code, subject] of [
        [webhook, 50027, "webhook"],
        [callback, 50027, "webhook"],
        [callback, 0, "interaction"]
      ] as const) {
        const { call } = yield* connect(script(refusal(401, code), ok))
        const [end] = yield* finish(call(one), 0)
        assert.propertyVal(end, "subject", subject)
        assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
      }
    })
  )

  it.scoped("is not assumed after a 403 with Discord's code for an invalid token", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(refusal(403, 50014), ok))
      yield* finish(call(read()), 0)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [reply(), 0])
    })
  )
})

describe("a ban of this IP address", () => {
  for (const [name, page] of Object.entries(cloudflare)) {
    it.scoped(`detected by ${name} stops every route until it ends, then allows one trial`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(page, ok))
        const [end, ms] = yield* finish(call(read()), 0)
        assert.propertyVal(end, "_tag", "DiscordCloudflareBlocked")
        assert.strictEqual(ms, 0)
        const left = name.includes("1015") ? 66_271_000 : 60_000
        for (const one of everyKind) assert.deepStrictEqual(yield* finish(call(one), 0), [blocked(left), 0])
        yield* TestClock.adjust(left - 1)
        assert.propertyVal((yield* finish(call(send()), 0))[0], "_tag", "DiscordCloudflareBlocked")
        assert.strictEqual(sent.length, 1)
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* finish(call(send()), 0), [reply(), 0])
        assert.strictEqual(sent.length, 2)
      })
    )
  }

  it.scoped("allows exactly one trial at its end; other calls are rejected meanwhile; its success lifts the ban", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(ban, later(100, ok), ok))
      yield* finish(call(read()), 30_000)
      const fibers = yield* Effect.forEach(everyKind, (one) => Effect.fork(Effect.exit(call(one))))
      yield* TestClock.adjust(0)
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust(100)
      const ends = (yield* Effect.forEach(fibers, Fiber.join)).map(ended)
      assert.deepStrictEqual(ends, [reply(), ...Array(5).fill(blocked(1000))])
      for (const one of everyKind) assert.deepStrictEqual((yield* finish(call(one), 5000))[0], reply())
    })
  )

  it.scoped("starts again if the trial is banned too", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(ban)
      yield* finish(call(read()), 30_000)
      yield* finish(call(read()), 0)
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust(29_000)
      assert.deepStrictEqual(yield* finish(call(read()), 0), [blocked(1000), 0])
      assert.strictEqual(sent.length, 2)
    })
  )

  for (const [name, step] of Object.entries({
    "a 404": refusal(404, 10003),
    "a 500": refusal(500, 0),
    "a 429 of Discord's": limited(0.3)
  })) {
    it.scoped(`is over if Discord responds to its trial, even with ${name}`, () =>
      Effect.gen(function* () {
        const { call } = yield* connect(script(ban, step, ok), { retryEnabled: false })
        yield* finish(call(read()), 30_000)
        yield* finish(call(read()), 0)
        assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [reply(), 0])
      })
    )
  }

  for (const [name, step] of Object.entries({ "is cut": cut(), "times out": hang })) {
    it.scoped(`is not over if its trial ${name}, but the next call is the next trial`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(ban, step, later(100, ok)), {
          retryEnabled: false,
          timeoutDefaultMs: 1000
        })
        yield* finish(call(read()), 30_000)
        yield* finish(call(read()), 1000)
        const trial = yield* Effect.fork(finish(call(read()), 0))
        yield* TestClock.adjust(0)
        assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [blocked(1000), 0])
        assert.strictEqual(sent.length, 3)
        yield* Fiber.interrupt(trial)
      })
    )
  }

  it.scoped("allows the next trial if one is cancelled", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* connect(script(ban, hang, ok))
      yield* finish(call(read()), 30_000)
      const trial = yield* Effect.fork(call(read()))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(trial)
      assert.deepStrictEqual(yield* finish(call(read(OTHER_CHANNEL)), 0), [reply(), 0])
      assert.strictEqual(sent.length, 3)
    })
  )

  it.scoped("is not over because a request sent before it gets a late response", () =>
    Effect.gen(function* () {
      for (const late of [ok, refusal(404, 10003)]) {
        const { answerFirst, answerSecond, step } = yield* onCue
        const { call, sent } = yield* connect(step)
        yield* Effect.fork(Effect.exit(call(read())))
        yield* Effect.fork(Effect.exit(call(send())))
        yield* TestClock.adjust(0)
        yield* answerFirst(ban)
        yield* answerSecond(late)
        assert.deepStrictEqual(yield* finish(call(create), 0), [blocked(30_000), 0])
        assert.strictEqual(sent.length, 2)
      }
    })
  )

  it.scoped("lasts as long as the longest of several responses says", () =>
    Effect.gen(function* () {
      const { answerFirst, answerSecond, step } = yield* onCue
      const { call } = yield* connect(step)
      yield* Effect.fork(Effect.exit(call(read())))
      yield* Effect.fork(Effect.exit(call(send())))
      yield* TestClock.adjust(0)
      yield* answerFirst(answer(429, "error code: 1015", { "retry-after": "3600" }))
      yield* answerSecond(ban)
      assert.deepStrictEqual(yield* finish(call(create), 0), [blocked(3_600_000), 0])
    })
  )
})
