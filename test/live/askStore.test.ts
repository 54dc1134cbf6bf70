// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Either, FastCheck, Option, TestClock } from "effect"
import { APPROVE, ASKS_MAX, ASKS_OF_CLIENT_MAX, type Ask, DECLINE } from "../../src/live/Ask.ts"
import * as Asks from "../../src/live/Asks.ts"
import { jumps, makeJumps } from "../jumpingClock.ts"
import { nodeContext } from "../nodeContext.ts"
import { effectPropInTurns, runs, turn } from "../turns.ts"

const HOUR_MS = 3_600_000

const question: Asks.NewAsk = {
  channel_id: "1",
  question: "Shall we open the dock?",
  options: [
    { label: "Yes", value: "open" },
    { label: "No", value: "shut" }
  ],
  user_ids: [],
  role_ids: [],
  asker: {},
  openMs: HOUR_MS
}

const person = { id: "7", name: "Ada", roles: ["8"] }

const opened = (asks: Asks.Asks, more: Partial<Asks.NewAsk> = {}) =>
  Effect.tap(asks.open({ ...question, ...more }), ({ ask_id }) => asks.sent(ask_id, "9"))

const inMemory = Effect.provide(Asks.make(undefined), nodeContext)

/** Why an answer does not count, or `counted`. */
const outcome = Either.match({ onLeft: (why: string) => why, onRight: () => "counted" })

describe("the store of questions", () => {
  it.effect("gives each client its share, and drops nobody's open questions", () =>
    Effect.gen(function* () {
      const asks = yield* inMemory
      const clients = ["a", "b", "c", "d"]
      for (const clientId of clients) {
        const first = yield* opened(asks, { asker: { clientId } })
        yield* asks.answer(first.ask_id, person, { value: "open" })
        for (let number = 0; number < ASKS_OF_CLIENT_MAX; number++)
          yield* asks.open({ ...question, asker: { clientId } })
        // The answered one freed a place.
        assert.isTrue(Option.isNone(yield* asks.find(first.ask_id, { clientId })))
        assert.deepInclude(yield* Effect.flip(opened(asks, { asker: { clientId } })), { limit: ASKS_OF_CLIENT_MAX })
        yield* turn
      }
      assert.deepInclude(yield* Effect.flip(opened(asks, { asker: { clientId: "e" } })), {
        _tag: "AsksFull",
        limit: ASKS_MAX
      })
      assert.strictEqual((yield* asks.select(({ status }) => status === "pending")).length, ASKS_MAX)
      const [own] = yield* asks.list({ clientId: "a" })
      assert.isTrue(Option.isNone(yield* asks.find(own?.ask_id ?? "", { clientId: "b" })))
      assert.isTrue(Option.isNone(yield* asks.cancel(own?.ask_id ?? "", { clientId: "b" })))
      assert.isTrue(Option.isSome(yield* asks.cancel(own?.ask_id ?? "", { clientId: "a" })))
      yield* opened(asks, { asker: { clientId: "e" } })
      assert.strictEqual((yield* asks.select(() => true)).length, ASKS_MAX)
    })
  )

  it.effect("forgets a question seven days after it expires", () =>
    Effect.gen(function* () {
      const asks = yield* inMemory
      const { ask_id } = yield* opened(asks)
      yield* TestClock.adjust(Duration.sum(Duration.days(7), Duration.minutes(59)))
      yield* opened(asks)
      assert.isTrue(Option.isSome(yield* asks.find(ask_id, {})))
      yield* TestClock.adjust("1 minute")
      yield* opened(asks)
      assert.isTrue(Option.isNone(yield* asks.find(ask_id, {})))
    })
  )

  it.effect("ends a question by the clock that says so first, also if the wall clock is set", () =>
    Effect.gen(function* () {
      const clock = makeJumps()
      yield* clock.onWall(
        Effect.gen(function* () {
          const asks = yield* inMemory
          const first = yield* opened(asks)
          clock.ms = jumps.back
          yield* TestClock.adjust("59 minutes")
          assert.isTrue(Option.isSome(yield* asks.find(first.ask_id, {})))
          yield* TestClock.adjust("1 minute")
          assert.strictEqual(outcome(yield* asks.answer(first.ask_id, person, { value: "open" })), "expired")
          // A question that is asked now is open for an hour, even if the wall clock is set back.
          const second = yield* opened(asks)
          yield* TestClock.adjust("59 minutes")
          assert.strictEqual(outcome(yield* asks.answer(second.ask_id, person, { value: "open" })), "counted")
          const third = yield* opened(asks)
          clock.ms = jumps.forward
          assert.deepStrictEqual(
            (yield* asks.expire).map(({ ask_id }) => ask_id),
            [first.ask_id, third.ask_id]
          )
          clock.ms = 0
          assert.strictEqual(outcome(yield* asks.answer(third.ask_id, person, { value: "open" })), "expired")
        })
      )
    })
  )

  it.effect("keeps the other questions if one in its file is damaged", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const asks = yield* Asks.make(directory)
      const { ask_id } = yield* opened(asks)
      const damaged = yield* opened(asks)
      const path = `${directory}/asks.json`
      const text = yield* fs.readFileString(path)
      yield* fs.writeFileString(path, text.replace(`"ask_id":"${damaged.ask_id}"`, '"ask_id":7'))
      const again = yield* Asks.make(directory)
      assert.deepStrictEqual(
        (yield* again.select(() => true)).map((one) => one.ask_id),
        [ask_id]
      )
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("starts empty with a file that is no JSON", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${directory}/asks.json`, '[{"ask_id":')
      const asks = yield* Asks.make(directory)
      assert.deepStrictEqual(yield* asks.select(() => true), [])
      const { ask_id } = yield* opened(asks)
      const again = yield* Asks.make(directory)
      assert.isTrue(Option.isSome(yield* again.find(ask_id, {})))
      assert.strictEqual((yield* fs.stat(`${directory}/asks.json`)).mode & 0o777, 0o600)
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )
})

/** What happens to questions: the number of the question, of the person, and of the option. */
const acts = FastCheck.oneof(
  FastCheck.record({
    act: FastCheck.constantFrom("answer" as const, "cancel" as const, "use" as const),
    of: FastCheck.nat(3),
    by: FastCheck.nat(2),
    option: FastCheck.nat(2)
  }),
  FastCheck.record({ act: FastCheck.constant("pass" as const), minutes: FastCheck.integer({ min: 1, max: 40 }) }),
  FastCheck.record({ act: FastCheck.constantFrom("open" as const, "restart" as const, "expire" as const) })
)

const people = [person, { id: "17", roles: ["8"] }, { id: "27", roles: [] }]
const values = [APPROVE, DECLINE, "no option"]

/** A question as the rules say it: who may end it how, and when. */
interface Model {
  readonly ask: Ask
  readonly openUntil: number
  end?: "cancelled" | "used" | "expired" | { readonly by: string; readonly value: string }
}

describe("any sequence of answers, cancellations, uses, restarts and time", () => {
  effectPropInTurns(
    "ends a question once, by those who may, and permits one run of an approved call",
    [FastCheck.array(acts, { minLength: 5, maxLength: 30 })],
    ([sequence]) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = yield* fs.makeTempDirectoryScoped()
        let asks = yield* Asks.make(directory)
        let nowMs = 0
        const models: Array<Model> = []
        const open = Effect.gen(function* () {
          const ask = yield* opened(asks, {
            options: [APPROVE, DECLINE].map((value) => ({ label: value, value })),
            role_ids: ["8"],
            approves: { tool: "messages_delete", subject: "digest", used: false }
          })
          models.push({ ask, openUntil: nowMs + HOUR_MS })
        })
        yield* open
        for (const step of sequence) {
          if (step.act === "open") yield* open
          if (step.act === "restart") asks = yield* Asks.make(directory)
          if (step.act === "expire") yield* asks.expire
          if (step.act === "pass") {
            nowMs += step.minutes * 60_000
            yield* TestClock.adjust(Duration.minutes(step.minutes))
          }
          for (const model of models) if (nowMs >= model.openUntil) model.end ??= "expired"
          if (!("of" in step)) continue
          const model = models[step.of % models.length]
          const who = people[step.by]
          if (model === undefined || who === undefined) continue
          const { ask_id } = model.ask
          const { end } = model
          if (step.act === "answer") {
            const value = values[step.option] ?? ""
            const counts = end === undefined && step.by < 2 && step.option < 2
            assert.strictEqual(Either.isRight(yield* asks.answer(ask_id, who, { value })), counts)
            if (counts) model.end = { by: who.id, value }
          }
          if (step.act === "cancel") {
            assert.strictEqual(Option.isSome(yield* asks.cancel(ask_id, {})), end === undefined)
            model.end ??= "cancelled"
          }
          if (step.act === "use") {
            const permits = typeof end === "object" && end.value === APPROVE && nowMs < model.openUntil
            assert.isTrue(Either.isLeft(yield* asks.useApproval(ask_id, {}, "of another call")))
            assert.strictEqual(Either.isRight(yield* asks.useApproval(ask_id, {}, "digest")), permits)
            if (permits) model.end = "used"
          }
        }
        for (const { ask, end } of models) {
          const last = Option.getOrUndefined(yield* asks.find(ask.ask_id, {}))
          if (typeof end === "object") assert.deepInclude(last?.answer, { value: end.value })
          else assert.strictEqual(last?.status, end === undefined ? "pending" : end === "used" ? "answered" : end)
        }
      }).pipe(Effect.scoped, Effect.provide(nodeContext)),
    { fastCheck: { numRuns: runs(30) } }
  )
})
