import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { fromEnvelope, toEnvelope } from "../../../src/errors/failureEnvelope.ts"
import { renderEnvelope } from "../../../src/errors/renderEnvelope.ts"
import {
  type Ended,
  ended,
  IDENTIFIES_KEPT,
  IDENTIFY_APART_MS,
  IDENTIFY_WAIT_MAX_MS,
  type IdentifyState,
  identified,
  nextConnect,
  noSession,
  refusalOf,
  terminalOf
} from "../../../src/live/connection/identifyRules.ts"
import { runs } from "../../turns.ts"

const { array, boolean, constantFrom, integer, nat, oneof, record, constant } = FastCheck

/** What happens to one attempt to connect. */
const attempts = array(
  record({
    /** The connection is made at all. */
    reached: boolean(),
    /** Discord accepts the RESUME or the IDENTIFY. */
    accepted: boolean(),
    lastedMs: oneof(nat(20_000), integer({ min: 0, max: 3_600_000 })),
    end: oneof(
      constantFrom<Array<Ended>>({ by: "connection" }, { by: "invalid_session" }),
      constantFrom(1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009).map(
        (code): Ended => ({ by: "code", code })
      )
    ),
    /** The process is killed, and starts again after so long. */
    restartMs: oneof({ weight: 3, arbitrary: constant(undefined) }, { weight: 1, arbitrary: nat(20_000) }),
    /** Other identifies of the bot, by a process that does not follow the rules. */
    othersUse: nat(40)
  }),
  { minLength: 1, maxLength: 80 }
)

const DAY_MS = 24 * 60 * 60_000

describe("the identify rules", () => {
  it.prop(
    "never identify twice in 5 seconds, never with fewer than 50 starts left, and resume whenever there is a session",
    { attempts },
    ({ attempts }) => {
      let nowMs = 1_000_000_000_000
      let state: IdentifyState = noSession
      let failures = 0
      let dayMs = nowMs
      let used = 0
      const identifies: Array<number> = []
      for (const { accepted, end, lastedMs, othersUse, reached, restartMs } of attempts) {
        const sessionBefore = state.session
        const next = nextConnect(state, failures, nowMs)
        assert.strictEqual(next.do, sessionBefore === undefined ? "identify" : "resume")
        assert.isAtMost(next.waitMs, IDENTIFY_WAIT_MAX_MS)
        nowMs += next.waitMs
        if (nowMs - dayMs >= DAY_MS) [dayMs, used] = [nowMs, 0]
        used += othersUse
        if (next.do === "identify") {
          const refusal = refusalOf({
            total: 1000,
            remaining: Math.max(0, 1000 - used),
            reset_after: dayMs + DAY_MS - nowMs
          })
          if (refusal !== undefined) {
            assert.strictEqual(refusal.reason, "identify_budget")
            nowMs += refusal.retry_after_ms ?? 0
            failures++
            continue
          }
          assert.isAtLeast(1000 - used, IDENTIFIES_KEPT)
        }
        if (reached && next.do === "identify") {
          // As on the disk, which the next process reads.
          state = JSON.parse(JSON.stringify(identified(state, nowMs)))
          assert.isAtLeast(nowMs - (identifies.at(-1) ?? 0), IDENTIFY_APART_MS)
          identifies.push(nowMs)
          used++
        }
        if (reached && accepted) {
          const session = sessionBefore ?? { id: String(nowMs), resume_url: "wss://resume", seq: 1, ready_at: nowMs }
          nowMs += lastedMs
          state = { ...state, session, seen_at: nowMs }
        }
        if (restartMs !== undefined) {
          nowMs += restartMs
          failures = 0
          state = JSON.parse(JSON.stringify(state))
          continue
        }
        state = ended(state, reached ? end : { by: "connection" })
        failures = reached && accepted && lastedMs >= 10_000 ? 0 : failures + 1
      }
      for (const [at, ms] of identifies.entries()) {
        const inWindow = identifies.filter((other) => other >= ms && other < ms + DAY_MS)
        assert.isBelow(inWindow.length, 1000, `${at}`)
      }
    },
    { fastCheck: { numRuns: runs(1000) } }
  )

  it("waits longer before each IDENTIFY of a series, from 5 seconds to 15 minutes, also across restarts", () => {
    let state: IdentifyState = noSession
    let nowMs = 0
    const waits = Array.from({ length: 12 }, () => {
      const { waitMs } = nextConnect(state, 0, nowMs)
      nowMs += waitMs
      state = identified(JSON.parse(JSON.stringify(state)), nowMs)
      return waitMs / 1000
    })
    assert.deepStrictEqual(waits, [0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  })

  it("allows no more than 150 IDENTIFY a day to a process that crashes after each", () => {
    let state: IdentifyState = noSession
    let [nowMs, count] = [0, 0]
    for (;;) {
      nowMs += nextConnect(state, 0, nowMs).waitMs
      if (nowMs >= DAY_MS) break
      state = identified(state, nowMs)
      count++
    }
    assert.isAtMost(count, 150)
  })

  it("ends the series after a session of 15 minutes", () => {
    const series = identified(identified(noSession, 0), 5000)
    const session = { id: "a", resume_url: "wss://a", seq: 1, ready_at: 5000 }
    const seriesAfter = (ms: number) =>
      ended({ ...series, session, seen_at: 5000 + ms }, { by: "invalid_session" }).series
    assert.deepStrictEqual([seriesAfter(15 * 60_000 - 1), seriesAfter(15 * 60_000)], [2, 0])
  })

  it("does not wait less because the clock was set back", () => {
    const state = identified(noSession, 1_000_000)
    assert.strictEqual(nextConnect(state, 0, 500_000).waitMs, 5000)
  })

  it("resumes five times at once, and then waits longer each time, at most 30 seconds", () => {
    const state = { ...noSession, session: { id: "a", resume_url: "wss://a", seq: 1, ready_at: 0 } }
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000].map((failures) => nextConnect(state, failures, 0).waitMs / 1000),
      [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30]
    )
  })

  /** What the message names, and what the operator is asked to do. */
  const terminal: Readonly<Record<number, readonly [cause: RegExp, hint: RegExp]>> = {
    4004: [/does not accept the bot's token/, /^Ask the operator to put a valid bot token into DISCORD_TOKEN/],
    4010: [/the one shard that this server makes \(close code 4010\)/, /a bot that is in fewer guilds.*2,500 guilds/],
    4011: [/too many guilds for the one shard .*\(close code 4011\)/, /a bot that is in fewer guilds.*2,500 guilds/],
    4012: [/the API version that this server uses \(close code 4012\)/, /Ask the operator to update the server/],
    4013: [/does not know an intent .*\(close code 4013\)/, /^Ask the operator to correct MCP_GATEWAY_INTENTS/],
    4014: [/the privileged GUILD_MEMBERS, MESSAGE_CONTENT/, /switch on these intents in the Discord Developer Portal/]
  }
  const privileged = ["GUILD_MEMBERS", "MESSAGE_CONTENT"]

  it.each(Object.entries(terminal))("names the cause of %s and what the operator can do", (key, [cause, hint]) => {
    const code = Number(key)
    const failure = terminalOf({ by: "code", code }, privileged)
    if (failure === undefined) return assert.fail("the code does not end the connection for good")
    const envelope = toEnvelope(failure)
    assert.match(envelope.message, cause)
    assert.match(envelope.recovery_hint, hint)
    assert.include(envelope.recovery_hint, "Do not retry until then.")
    assert.notInclude(envelope.recovery_hint, "log")
    assert.strictEqual(envelope.retriable, false)
    assert.deepStrictEqual(failure.privileged_intents, code === 4014 ? privileged : undefined)
    assert.deepStrictEqual(Either.getOrThrow(fromEnvelope(envelope)), failure)
    const withoutPrivileged = terminalOf({ by: "code", code }, []) ?? failure
    assert.notMatch(renderEnvelope(toEnvelope(withoutPrivileged)), /: *$/m)
  })

  it("ends for good after the codes after which Discord forbids to reconnect, and after no other", () => {
    const codes = [1000, 1001, 1006, ...Array.from({ length: 16 }, (_, index) => 4000 + index)]
    assert.deepStrictEqual(
      codes.flatMap((code) => terminalOf({ by: "code", code }, [])?.close_code ?? []),
      Object.keys(terminal).map(Number)
    )
    assert.deepStrictEqual(
      [terminalOf({ by: "connection" }, []), terminalOf({ by: "invalid_session" }, [])],
      [undefined, undefined]
    )
  })
})
