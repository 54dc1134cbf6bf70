// Each life of the process has its own files.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref, TestClock } from "effect"
import * as GatewayStore from "../../../src/live/connection/GatewayStore.ts"
import type { Fault } from "../../../src/sandbox/Fault.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { quiet } from "../../audit/log.ts"
import { nodeContext } from "../../nodeContext.ts"
import { isDeep } from "../../turns.ts"
import { connect, numbersOf, sendMessage, until } from "./connecting.ts"

/** The flag of an application that may read the content of messages. */
const MESSAGE_CONTENT = 1 << 19

const upTo = (end: number): ReadonlyArray<number> => Array.from({ length: end }, (_, number) => number)

describe("a connection to the gateway", () => {
  it.effect("identifies once and receives every event of many disconnects once, in order", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const connection = yield* connect(sandbox)
      yield* connection.isConnected()
      const codes = [4000, 4001, 4002, 4005, 4008, 1000, 1001]
      const times = isDeep ? 100 : 24
      for (let number = 0; number < times; number++) {
        const code = codes[number % 8]
        yield* sendMessage(sandbox, 2 * number)
        yield* sandbox.dropConnections(code === undefined ? {} : { code })
        yield* sendMessage(sandbox, 2 * number + 1)
        yield* connection.isConnected(number + 2)
      }
      const received = yield* until(connection.received, (all) => numbersOf(all).length >= 2 * times)
      assert.deepStrictEqual(numbersOf(received), upTo(2 * times))
      assert.strictEqual(new Set(received.map(({ origin }) => origin)).size, received.length)
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
      const { disconnects, identifies, resumes, state } = yield* connection.status
      assert.deepStrictEqual([disconnects, identifies, resumes, state], [times, 1, times, "connected"])
    }).pipe(Effect.scoped)
  )

  const faults: Readonly<Record<string, Fault["do"]>> = {
    "a duplicate event": { kind: "duplicate" },
    "events in another order": { kind: "reorder" },
    "a RECONNECT": { kind: "reconnect", ms: 1 },
    "a request for a heartbeat": { kind: "heartbeat" },
    "an invalid session that can be resumed": { kind: "invalid_session", resumable: true },
    "a disconnect in the place of an event": { kind: "disconnect", frame: false }
  }
  for (const [what, effect] of Object.entries(faults)) {
    it.effect(`receives every event once after ${what}, without another IDENTIFY`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox.make()
        const connection = yield* connect(sandbox)
        yield* connection.isConnected()
        yield* sandbox.inject({ match: { gateway: "MESSAGE_CREATE" }, do: effect, times: 2 } as Fault) // the effects of the gateway
        for (const number of upTo(10)) yield* sendMessage(sandbox, number)
        yield* sandbox.dropConnections()
        const received = yield* until(
          Effect.zipRight(connection.passWaits, connection.received),
          (all) => numbersOf(all).length >= 10
        )
        assert.sameMembers([...numbersOf(received)], [...upTo(10)])
        assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("resumes at the address of its session each time, also after short connections and a restart", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const sandbox = yield* Sandbox.make()
      // As strict as Discord may be: elsewhere, the session is invalid.
      yield* sandbox.setGateway({ resume_elsewhere: false })
      for (let life = 0; life < 2; life++) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const connection = yield* connect(sandbox, { directory })
            yield* connection.isConnected()
            for (let number = 1; number <= 12; number++) {
              yield* sandbox.dropConnections()
              yield* connection.isConnected(number + 1)
            }
            yield* connection.stop
          })
        )
      }
      const { identifies, resumes } = yield* sandbox.gateway
      assert.strictEqual(identifies.length, 1)
      assert.deepStrictEqual(
        [resumes.length, resumes.every(({ outcome, own }) => own && outcome === "RESUMED")],
        [25, true]
      )
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("says until when Discord allows too few logins, also while it asks again, and connects then", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      yield* sandbox.setGateway({ identify_used: 951 })
      const connection = yield* connect(sandbox)
      const budget = Effect.map(connection.status, ({ unavailable }) => unavailable)
      const first = yield* until(budget, (one) => one?.reason === "identify_budget")
      let left = first?.retry_after_ms ?? 0
      assert.isAtLeast(left, 23 * 3_600_000)
      for (let quarter = 0; quarter < 3; quarter++) {
        yield* TestClock.adjust("15 minutes")
        const now = yield* budget
        assert.strictEqual(now?.reason, "identify_budget")
        assert.isBelow(now?.retry_after_ms ?? 0, left)
        left = now?.retry_after_ms ?? 0
      }
      assert.deepStrictEqual((yield* sandbox.gateway).identifies, [])
      yield* sandbox.setGateway({ identify_used: 0 })
      yield* until(
        Effect.zipRight(TestClock.adjust("1 minute"), connection.status),
        ({ state }) => state === "connected"
      )
    }).pipe(Effect.scoped)
  )

  it.effect("keeps the fields of its state that are not damaged, above all the count of logins", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const session = { id: "s", resume_url: "ws://127.0.0.1:9", seq: 1, ready_at: 1000 }
      const whole = { identifies: [1000], series: 1, session, seen_at: 2000, watched: {}, watched_guilds: {} }
      const channel = "1248328050311954441"
      for (const [field, values] of Object.entries({
        session: [5, { ...session, seq: -1 }, { ...session, ready_at: 1e300 }],
        seen_at: [1e300, -1, "yesterday"],
        series: [-1, 0.5],
        watched: [{ "../..": { asked_at: 1 } }, { [channel]: { asked_at: 1, last_message_id: "no id" } }],
        watched_guilds: [{ all: 1e300 }],
        gap: [{ since: 1e300, watched: {} }, []]
      })) {
        for (const value of values) {
          yield* fs.writeFileString(`${directory}/gateway.json`, JSON.stringify({ ...whole, [field]: value }))
          const state = yield* Effect.flatMap(GatewayStore.make(directory), (store) => store.state)
          const { [field as keyof typeof whole]: _, ...others } = whole
          assert.deepInclude(state, others, `${field} ${JSON.stringify(value)}`)
          assert.notDeepEqual(Object(state)[field], value)
        }
      }
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("connects again if what takes its events has a defect", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const numbers = yield* Ref.make<ReadonlyArray<number>>([])
      let defects = 0
      const connection = yield* connect(sandbox, {
        receive: (events) =>
          Effect.suspend(() =>
            numbersOf(events).includes(1) && defects++ < 2
              ? Effect.dieMessage("a defect of the receiver")
              : Ref.update(numbers, (before) => [...before, ...numbersOf(events)])
          )
      })
      yield* connection.isConnected()
      for (const number of upTo(3)) yield* sendMessage(sandbox, number)
      const received = yield* until(
        Effect.zipRight(connection.passWaits, Ref.get(numbers)),
        (all) => new Set(all).size >= 3
      )
      assert.deepStrictEqual([...received], [...upTo(3)])
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  for (const resume_url of ["no address", "ws://127.0.0.1:9", "http://127.0.0.1:9"]) {
    it.effect(`resumes at the gateway's address if the address of the session is dead: ${resume_url}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox.make()
        const connection = yield* connect(sandbox)
        yield* connection.isConnected()
        yield* sendMessage(sandbox, 0)
        yield* until(connection.received, (all) => numbersOf(all).length === 1)
        yield* connection.store.save(({ session, ...state }) => ({
          ...state,
          ...(session !== undefined && { session: { ...session, resume_url } })
        }))
        yield* sandbox.dropConnections()
        yield* sendMessage(sandbox, 1)
        const received = yield* until(
          Effect.zipRight(connection.passWaits, connection.received),
          (all) => numbersOf(all).length === 2
        )
        assert.deepStrictEqual([...numbersOf(received)], [0, 1])
        assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("resumes for an event that does not arrive, without another IDENTIFY", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const connection = yield* connect(sandbox)
      yield* connection.isConnected()
      yield* sandbox.inject({ match: { gateway: "MESSAGE_CREATE" }, do: { kind: "omit" } })
      yield* sendMessage(sandbox, 0)
      yield* sendMessage(sandbox, 1)
      const received = yield* until(
        Effect.zipRight(TestClock.adjust("1 second"), connection.received),
        (all) => numbersOf(all).length >= 2
      )
      assert.sameMembers([...numbersOf(received)], [0, 1])
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("identifies again when the session is over, after the wait that the rules ask for", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const connection = yield* connect(sandbox)
      for (let count = 1; count <= 4; count++) {
        yield* connection.isConnected(count)
        yield* sandbox.inject({
          match: { gateway: "MESSAGE_CREATE" },
          do: { kind: "invalid_session", resumable: false }
        })
        yield* sendMessage(sandbox, count)
      }
      yield* connection.isConnected(5)
      const { identifies } = yield* sandbox.gateway
      const apart = identifies.slice(1).map(({ at_ms }, at) => at_ms - (identifies[at]?.at_ms ?? 0))
      assert.deepStrictEqual(
        identifies.map(({ outcome }) => outcome),
        Array(5).fill("READY")
      )
      for (const [at, ms] of apart.entries()) assert.isAtLeast(ms, 5000 * 2 ** at)
      assert.strictEqual((yield* connection.status).resumes, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("does not identify while Discord allows fewer than 50 starts, and says until when", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      yield* sandbox.setGateway({ identify_used: 951 })
      const connection = yield* connect(sandbox)
      const { unavailable } = yield* until(
        connection.status,
        ({ unavailable }) => unavailable?.reason === "identify_budget"
      )
      assert.isAbove(unavailable?.retry_after_ms ?? 0, 5000)
      assert.deepStrictEqual((yield* sandbox.gateway).identifies, [])
      yield* sandbox.setGateway({ identify_used: 900 })
      yield* connection.isConnected()
    }).pipe(Effect.scoped)
  )

  for (const [code, reason] of Object.entries({
    4004: "token",
    4010: "disconnected",
    4011: "disconnected",
    4012: "disconnected",
    4013: "intents",
    4014: "intents"
  })) {
    it.effect(`ends for good after ${code}, and says why`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox.make({ applicationFlags: MESSAGE_CONTENT })
        const connection = yield* connect(sandbox, { intents: ["GUILDS", "MESSAGE_CONTENT"] })
        yield* connection.isConnected()
        yield* sandbox.dropConnections({ code: Number(code) })
        const { _tag, ...failure } = yield* connection.end
        assert.deepStrictEqual({ ...failure }, {
          reason,
          close_code: Number(code),
          ...(code === "4014" && { privileged_intents: ["MESSAGE_CONTENT"] })
        } as never) // the fields of this failure
        assert.strictEqual((yield* connection.status).state, "ended")
        assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("ends for good if the application may not have an intent, after one IDENTIFY", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox.make()
      const connection = yield* connect(sandbox, { intents: ["GUILDS", "MESSAGE_CONTENT"] })
      const { privileged_intents, reason } = yield* connection.end
      assert.deepStrictEqual([reason, privileged_intents], ["intents", ["MESSAGE_CONTENT"]])
      assert.strictEqual((yield* sandbox.gateway).identifies.length, 1)
    }).pipe(Effect.scoped)
  )
})
