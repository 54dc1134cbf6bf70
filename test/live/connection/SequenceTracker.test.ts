import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import type { Dispatch } from "../../../src/live/connection/GatewayShard.ts"
import type { Session } from "../../../src/live/connection/identifyRules.ts"
import { SequenceTracker } from "../../../src/live/connection/SequenceTracker.ts"
import { runs } from "../../turns.ts"

const URL_ = "wss://gateway.example.com"
const session: Session = { id: "a", resume_url: URL_, seq: 0, ready_at: 0 }

const event = (s: number): Dispatch => ({ t: "MESSAGE_CREATE", s, d: { id: String(s) } })

const numbersOf = (events: ReadonlyArray<{ readonly data: unknown }>) =>
  events.map(({ data }) => Number(Object(data).id))

describe("the numbers of a session", () => {
  it.prop(
    "give each event once, and resume before the first that is missing, in any order and with duplicates",
    [
      FastCheck.array(FastCheck.integer({ min: 1, max: 40 }), { maxLength: 120 }),
      FastCheck.array(FastCheck.nat(119), { maxLength: 4 })
    ],
    ([order, reconnects]) => {
      const tracker = new SequenceTracker()
      tracker.begin(session)
      const given: Array<number> = []
      let current: Session | undefined = session
      for (const [at, s] of order.entries()) {
        if (reconnects.includes(at)) tracker.begin(current)
        const accepted = tracker.accept([event(s)], URL_, 0)
        given.push(...numbersOf(accepted.events))
        current = accepted.session
        const seen = new Set(order.slice(0, at + 1))
        let upTo = 0
        while (seen.has(upTo + 1)) upTo++
        assert.strictEqual(current?.seq, upTo)
      }
      assert.sameMembers(given, [...new Set(order)])
    },
    { fastCheck: { numRuns: runs(500) } }
  )

  it("say which event is missing, until it arrives or is passed over", () => {
    const tracker = new SequenceTracker()
    tracker.begin(session)
    tracker.accept([event(1), event(3), event(4), event(7)], URL_, 0)
    assert.strictEqual(tracker.missingAfter, 1)
    tracker.accept([event(2)], URL_, 0)
    assert.strictEqual(tracker.missingAfter, 4)
    assert.strictEqual(tracker.skipMissing()?.seq, 7)
    assert.isUndefined(tracker.missingAfter)
    assert.deepStrictEqual(tracker.accept([event(5), event(6)], URL_, 0).events, [])
  })

  it("begin again with READY, at the address of the session, if it is as well protected", () => {
    for (const [address, expected] of [
      ["wss://resume.example.com", "wss://resume.example.com"],
      ["ws://resume.example.com", URL_],
      ["no address", URL_],
      [undefined, URL_]
    ]) {
      const tracker = new SequenceTracker()
      tracker.begin(undefined)
      const ready = { t: "READY", s: 1, d: { session_id: "b", resume_gateway_url: address } }
      const accepted = tracker.accept([ready, event(2)], URL_, 7)
      assert.deepStrictEqual(accepted.session, { id: "b", resume_url: expected ?? "", seq: 2, ready_at: 7 })
      assert.deepStrictEqual([accepted.ready, numbersOf(accepted.events), tracker.isUsable], [true, [2], true])
    }
  })

  it("begin with 1 after a READY without a number", () => {
    for (const s of [undefined, null, "1", -3, 1.5]) {
      const tracker = new SequenceTracker()
      tracker.begin(undefined)
      const ready = { t: "READY", s: s as number, d: { session_id: "b" } } // another server sends any
      const accepted = tracker.accept([ready, event(2)], URL_, 7)
      assert.deepStrictEqual([accepted.session?.seq, numbersOf(accepted.events)], [2, [2]])
    }
  })

  it("count again what arrives after it was forgotten", () => {
    const tracker = new SequenceTracker()
    tracker.begin(session)
    assert.deepStrictEqual(numbersOf(tracker.accept([event(3)], URL_, 0).events), [3])
    assert.deepStrictEqual(numbersOf(tracker.accept([event(3)], URL_, 0).events), [])
    tracker.forget()
    tracker.begin(session)
    assert.deepStrictEqual(numbersOf(tracker.accept([event(3)], URL_, 0).events), [3])
  })
})
