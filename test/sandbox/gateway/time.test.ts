// Each test has its own sandbox.
// @effect-diagnostics strictEffectProvide:off
/** What the gateway and people do in time, by the clock of the context. */
import { assert, describe, it } from "@effect/vitest"
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { Effect, Layer, TestClock } from "effect"
import { ask, at, control, field, mightySandbox, refusal, Sandbox } from "../http.ts"
import { connect, disconnected, identified, identity } from "./clients.ts"

const HOUR = 60 * 60_000

const fresh = Effect.provide(Layer.fresh(mightySandbox))

const question = {
  content: "May I?",
  components: [{ type: 1, components: [{ type: 2, style: 3, label: "Approve", custom_id: "yes" }] }]
}

/** Posts a question and clicks it. Returns the path of the answer, and that of the original answer. */
const clicked = Effect.gen(function* () {
  const { ids, people } = yield* Sandbox
  const client = yield* identified()
  const channel_id = ids.channels.general
  yield* ask("POST", `/channels/${channel_id}/messages`, question)
  yield* people({ as: ids.members.ada, click: { channel_id, label: "Approve" } })
  yield* TestClock.adjust(0)
  const { d } = yield* client.until("INTERACTION_CREATE")
  return {
    callback: `/interactions/${d.id}/${d.token}/callback`,
    original: `/webhooks/${ids.bot}/${d.token}/messages/@original`
  }
})

describe("an interaction", () => {
  it.scoped("can be answered for three seconds", () =>
    Effect.gen(function* () {
      const { awaitActs } = yield* Sandbox
      const { callback } = yield* clicked
      yield* TestClock.adjust(3001)
      assert.deepStrictEqual(refusal(yield* ask("POST", callback, { type: 6 })).slice(0, 2), [404, 10062])
      assert.isUndefined((yield* awaitActs(1))[0]?.answer)
    }).pipe(fresh)
  )

  it.scoped("can be edited for fifteen minutes", () =>
    Effect.gen(function* () {
      const { callback, original } = yield* clicked
      yield* TestClock.adjust(3000)
      assert.strictEqual((yield* ask("POST", callback, { type: 6 })).status, 204)
      yield* TestClock.adjust(15 * 60_000 - 3000)
      assert.strictEqual((yield* ask("PATCH", original, { content: "In time." })).status, 200)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", original, { content: "Late." })).slice(0, 2), [404, 10015])
    }).pipe(fresh)
  )
})

describe("a connection", () => {
  it.scoped("is closed with 4009 without a heartbeat for twice the interval", () =>
    Effect.gen(function* () {
      const silent = yield* identified()
      const beating = yield* identified()
      for (let beats = 0; beats < 4; beats++) {
        yield* TestClock.adjust(41_250)
        yield* beating.send(Op.Heartbeat, null)
        assert.strictEqual((yield* beating.until(Op.HeartbeatAck)).op, Op.HeartbeatAck)
      }
      assert.strictEqual(yield* silent.closed, 4009)
    }).pipe(fresh)
  )
})

describe("a session", () => {
  it.scoped("can be resumed for three minutes after its connection closed", () =>
    Effect.gen(function* () {
      const { token } = yield* Sandbox
      const { resumeUrl, sessionId, terminate } = yield* identified()
      const resumed = Effect.gen(function* () {
        const client = yield* connect("v=10&encoding=json", resumeUrl)
        yield* client.until(Op.Hello)
        yield* client.send(Op.Resume, { token, session_id: sessionId, seq: 3 })
        return { ...client, first: yield* client.next }
      })
      yield* terminate
      yield* disconnected(sessionId)
      yield* TestClock.adjust(180_000)
      const again = yield* resumed
      assert.strictEqual(again.first.t, "RESUMED")
      yield* again.terminate
      yield* disconnected(sessionId)
      yield* TestClock.adjust(180_001)
      assert.strictEqual((yield* resumed).first.op, Op.InvalidSession)
    }).pipe(fresh)
  )
})

describe("identifies", () => {
  it.scoped("are counted by day, and at most one in five seconds starts a session", () =>
    Effect.gen(function* () {
      const limit = Effect.map(ask("GET", "/gateway/bot"), ({ body }) => field("session_start_limit")(body))
      const identify = Effect.gen(function* () {
        const client = yield* connect()
        yield* client.until(Op.Hello)
        yield* client.send(Op.Identify, yield* identity())
        return (yield* client.next).t
      })
      assert.strictEqual(yield* identify, "READY")
      yield* TestClock.adjust(4999)
      assert.strictEqual(yield* identify, null)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* identify, "READY")
      assert.strictEqual(at(yield* limit, "remaining"), 997)
      yield* TestClock.adjust(24 * HOUR)
      assert.deepStrictEqual(yield* limit, { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 })
    }).pipe(fresh)
  )
})

describe("people of a sandbox", () => {
  it.effect("act by the clock of the context", () =>
    Effect.gen(function* () {
      const { awaitActs, ids, people } = yield* Sandbox
      yield* people({ as: ids.members.ada, after_ms: HOUR, write: { content: "An hour later." } })
      yield* TestClock.adjust(HOUR - 1)
      assert.deepStrictEqual(yield* awaitActs(0), [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        (yield* awaitActs(1)).map(({ at_ms }) => at_ms),
        [HOUR]
      )
    }).pipe(fresh)
  )

  it.effect("wait at most an hour, and repeat an act at most 10,000 times", () =>
    Effect.gen(function* () {
      const act = { as: "1", write: { content: "x" } }
      const { body } = yield* control("POST", "/people", [
        { ...act, after_ms: HOUR + 1 },
        { ...act, times: 10_001 }
      ])
      assert.deepStrictEqual(field("path")(field("problems")(body)), ["0.script.0.after_ms", "1.script.0.times"])
    }).pipe(fresh)
  )
})
