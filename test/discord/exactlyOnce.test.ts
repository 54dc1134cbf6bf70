import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DiscordTimeoutError, describe as tell } from "../../src/errors/DiscordMcpError.ts"
import { makeInbox } from "./inbox.ts"
import { connect, finish, plain, read, remove, reply, send } from "./session.ts"
import { answer, cloudflare, cut, hang, hangInBody, limited, ok, refusal, type Step, script } from "./wire.ts"

const faults: Readonly<Record<string, Step>> = {
  "a 502": answer(502, "<html>"),
  "a 500": refusal(500, 0),
  "a timeout": hang,
  "a timeout in the body": hangInBody,
  "a cut connection": cut()
}

const quick = { timeoutDefaultMs: 1000 }

describe("a message is created exactly once", () => {
  for (const [first, one] of Object.entries(faults)) {
    it.scoped(`after ${first}, which hides that it was created`, () =>
      Effect.gen(function* () {
        const inbox = makeInbox()
        const { call, sent } = yield* connect(script(inbox.butThen(one), inbox.post), quick)
        const [end] = yield* finish(call(send()), 60_000)
        assert.deepStrictEqual(end, reply(2))
        assert.strictEqual(inbox.created(), 1)
        assert.strictEqual(sent.length, 2)
      })
    )

    // Each kind of failure comes first, and each comes second after a 502.
    for (const [second, other] of first === "a 502" ? Object.entries(faults) : []) {
      it.scoped(`after ${first} and then ${second}, with the same nonce in all three attempts`, () =>
        Effect.gen(function* () {
          const inbox = makeInbox()
          const { call } = yield* connect(script(inbox.butThen(one), inbox.butThen(other), inbox.post), quick)
          const [end] = yield* finish(call(send()), 60_000)
          assert.deepStrictEqual(end, reply(3))
          assert.strictEqual(inbox.created(), 1)
          assert.strictEqual(inbox.nonces.length, 3)
          assert.strictEqual(new Set(inbox.nonces).size, 1)
        })
      )
    }
  }

  it.scoped("and two calls create two messages, each with its own nonce of at most 25 characters", () =>
    Effect.gen(function* () {
      const inbox = makeInbox()
      const { call } = yield* connect(inbox.post)
      yield* finish(call(send()), 0)
      yield* finish(call(send()), 0)
      assert.strictEqual(inbox.created(), 2)
      for (const nonce of inbox.nonces) assert.match(nonce, /^[0-9a-z]{16,25}$/)
    })
  )

  for (const [last, { attempts, step }] of Object.entries({
    "a 429": { step: limited(0.3), attempts: 3 },
    "a 502": { step: answer(502, "<html>"), attempts: 3 },
    "an IP ban that ends": { step: answer(429, "error code: 1015", { "retry-after": "5" }), attempts: 2 }
  })) {
    it.scoped(
      `a call that may have succeeded and ends with ${last} is not retriable, because the next call has another nonce`,
      () =>
        Effect.gen(function* () {
          const inbox = makeInbox()
          const { call } = yield* connect(script(inbox.butThen(hang), step), quick)
          const [end] = yield* finish(call(send()), 60_000)
          const doubt = new DiscordTimeoutError({ phase: "headers", outcome_unknown: true, attempts })
          assert.deepStrictEqual(end, plain(doubt))
          assert.isFalse(tell(doubt).retriable)
          assert.strictEqual(inbox.created(), 1)
        })
    )
  }
})

describe("a DELETE", () => {
  const unknownMessage = refusal(404, 10008)

  for (const [name, fault] of Object.entries({
    "a timeout": hang,
    "a 500": refusal(500, 0),
    "a cut connection": cut()
  })) {
    it.scoped(`is a success, already applied, if it succeeded despite ${name} and then finds nothing`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(script(fault, unknownMessage), quick)
        const [end] = yield* finish(call(remove()), 60_000)
        assert.deepStrictEqual(end, { body: undefined, attempts: 2, alreadyApplied: true })
        assert.strictEqual(sent.length, 2)
      })
    )
  }

  for (const [name, step] of Object.entries({
    "at once": unknownMessage,
    "after a 502, which no one carried out": script(answer(502, "<html>"), unknownMessage),
    "after a 429, which was refused": script(limited(0.3), unknownMessage)
  })) {
    it.scoped(`fails as not found if it finds nothing ${name}`, () =>
      Effect.gen(function* () {
        const { call } = yield* connect(step)
        const [end] = yield* finish(call(remove()), 60_000)
        assert.propertyVal(end, "_tag", "DiscordNotFoundError")
      })
    )
  }

  it.scoped("does not make another request a success that way", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(script(hang, unknownMessage), quick)
      const [end] = yield* finish(call(send()), 60_000)
      assert.propertyVal(end, "_tag", "DiscordNotFoundError")
    })
  )

  it.scoped("without content has no body", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(204))
      assert.deepStrictEqual(yield* finish(call(remove()), 0), [
        { body: undefined, attempts: 1, alreadyApplied: false },
        0
      ])
    })
  )
})

describe("other responses", () => {
  it.scoped("an index that is not ready is polled with a minimum wait, for GET only", () =>
    Effect.gen(function* () {
      const notReady = answer(202, { message: "Index not yet available", code: 110000, retry_after: 0 })
      const { call, sent } = yield* connect(script(notReady, ok), { retryBaseDelayMs: 50 })
      assert.deepStrictEqual(yield* finish(call(read())), [reply(2), 250])
      assert.strictEqual(sent.length, 2)

      const writing = yield* connect(notReady)
      const [end] = yield* finish(writing.call(send()))
      assert.propertyVal(end, "_tag", "DiscordIndexNotReady")
      assert.strictEqual(writing.sent.length, 1)
    })
  )

  it.scoped("pages of a ban are not retried", () =>
    Effect.gen(function* () {
      for (const page of Object.values(cloudflare)) {
        const { call, sent } = yield* connect(page)
        const [end, ms] = yield* finish(call(send()), 0)
        assert.propertyVal(end, "_tag", "DiscordCloudflareBlocked")
        assert.strictEqual(ms, 0)
        assert.strictEqual(sent.length, 1)
      }
    })
  )
})
