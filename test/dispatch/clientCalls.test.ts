import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { Caller } from "../../src/telemetry/Caller.ts"
import { type Budgets, CALLS, CALLS_PER_MINUTE, make, PLANNED_CALLS, WAITS } from "../../src/tools/ClientCalls.ts"

const as = (clientId: string) => Effect.provideService(Caller, { clientId })

/** Fills a budget of one client with calls that last, and returns what the next call of each client ends with. */
const nextOfEach = (count: number, call: (budgets: Budgets) => Budgets["wait"]) =>
  Effect.gen(function* () {
    const budgets = make()
    const run = call(budgets)
    for (let n = 0; n < count; n++) yield* Effect.fork(run(Effect.never).pipe(as("worst")))
    yield* Effect.yieldNow()
    const next = (client: string) => Effect.either(run(Effect.succeed("ok")).pipe(as(client)))
    return { worst: yield* next("worst"), other: yield* next("other") }
  }).pipe(Effect.scoped)

const shares = [
  { what: "calls at once", scope: "client", limit: CALLS.share, call: ({ run }: Budgets) => run },
  { what: "waits", scope: "waits", limit: WAITS.share, call: ({ wait }: Budgets) => wait }
] as const

describe("the budgets of a client", () => {
  for (const { call, limit = 0, scope, what } of shares) {
    it.effect(`bound its ${what}, and leave those of another client`, () =>
      Effect.gen(function* () {
        const { other, worst } = yield* nextOfEach(limit, call)
        assert.deepStrictEqual(other, Either.right("ok"))
        assert.deepInclude(Either.getOrThrow(Either.flip(worst)), { _tag: "BulkheadFullError", scope, limit })
      })
    )
  }

  it.effect("bound its calls in a minute, and say when the next one can be made", () =>
    Effect.gen(function* () {
      const { run } = make()
      const call = (client: string) => Effect.either(run(Effect.succeed("ok")).pipe(as(client)))
      for (let n = 0; n < CALLS_PER_MINUTE; n++) assert.isTrue(Either.isRight(yield* call("worst")))
      const refused = Either.getOrThrow(Either.flip(yield* call("worst")))
      assert.deepInclude(refused, { scope: "client_rate", limit: CALLS_PER_MINUTE, retry_after_ms: 10 })
      assert.deepStrictEqual(yield* call("other"), Either.right("ok"))
      yield* TestClock.adjust(10)
      assert.deepStrictEqual(yield* call("worst"), Either.right("ok"))
    })
  )

  it.effect("bound the calls of its plans, until they end", () =>
    Effect.gen(function* () {
      const { hold } = make()
      const [first, second] = [yield* as("worst")(hold()), yield* as("worst")(hold())]
      assert.isUndefined(first.plan(PLANNED_CALLS.share ?? 0))
      assert.deepInclude(second.plan(1), { scope: "planned", limit: PLANNED_CALLS.share ?? 0 })
      assert.isUndefined((yield* as("other")(hold())).plan(1))
      first.end()
      assert.isUndefined(second.plan(1))
    })
  )
})
