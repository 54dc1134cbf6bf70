/**
 * Turns of the event loop. A test that holds the loop delays everything else in its worker that waits for I/O. After a
 * minute, Vitest ends the run with "Timeout calling onTaskUpdate", although every test passed.
 */
// @effect-diagnostics processEnv:off asyncFunction:off globalTimers:off globalTimersInEffect:off
import { setImmediate } from "node:timers/promises"
import { effect, it, type Vitest } from "@effect/vitest"
import { Arbitrary, Effect, FastCheck, GlobalValue, Record, Schema } from "effect"
import { afterEach } from "vitest"

/** How long the check of a property runs before it lets the loop turn, in milliseconds. */
const TURN_MS = 50

/**
 * The longest turn of a test, in milliseconds of CPU time. It is about a second on a quiet machine. Other processes make
 * the same work take several times as much, so the limit is far above. `TURN_MAX_MS=500` finds the longest turns.
 */
const TURN_MAX_MS = Number(process.env.TURN_MAX_MS ?? 15_000)

/**
 * Lets the event loop turn. Fibers yield to each other without it, so a loop of many calls ends each step with it, and
 * real I/O gets on while virtual time passes.
 */
export const turn: Effect.Effect<void> = Effect.promise(() => setImmediate())

/** The processor time of this process so far, in milliseconds. Other processes do not change it. */
export const processorMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Runs an effect in real time. Returns the longest turn of the event loop meanwhile, in milliseconds of processor time. */
export const longestTurnOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    let longest = 0
    let [at, cpu] = [performance.now(), processorMs()]
    const endTurn = () => {
      // The processor time of all threads may be more than the time that passed.
      longest = Math.max(longest, Math.min(performance.now() - at, processorMs() - cpu))
      ;[at, cpu] = [performance.now(), processorMs()]
    }
    const timer = setInterval(endTurn, 1)
    return effect.pipe(
      Effect.zipRight(turn),
      Effect.map(() => {
        endTurn()
        return longest
      }),
      Effect.ensuring(Effect.sync(() => clearInterval(timer)))
    )
  })

/** How many times the cases of a test are checked: `npm test` checks a tenth, `npm run test:deep` checks them 12 times. */
const TIMES = Number(process.env.PROPERTY_RUNS ?? 0.1)

/** Whether every case is checked, as in `npm run test:deep`. */
export const isDeep: boolean = TIMES >= 1

/** A run with fewer cases has these of a property, if a fifth of its cases are as many. */
const RUNS_MIN = 20

/** The number of runs of a property that has `whole` runs with `PROPERTY_RUNS=1`. */
export const runs = (whole: number): number =>
  Math.ceil(isDeep ? whole * TIMES : Math.max(whole * TIMES, Math.min(whole / 5, RUNS_MIN)))

/** The cases of a class that this run checks: all in a deep run, and every n-th otherwise, from the one at `first`. */
export const someOf = <A>(all: ReadonlyArray<A>, every: number, first = 0): ReadonlyArray<A> =>
  isDeep ? all : all.filter((_, at) => at % every === first % every)

/** Checks a property like `FastCheck.assert`, in turns. */
export const checkInTurns = <Values extends [unknown, ...Array<unknown>]>(
  arbitraries: { readonly [At in keyof Values]: FastCheck.Arbitrary<Values[At]> },
  check: (...values: Values) => unknown,
  parameters?: FastCheck.Parameters<[Values]>
): Effect.Effect<void> =>
  Effect.promise(() => assertInTurns(FastCheck.tuple<Values>(...arbitraries), (values) => check(...values), parameters))

/** `it.prop`, in turns. */
export const propInTurns: Vitest.Methods["prop"] = (name, arbitraries, check, options = {}) => {
  const { fastCheck, ...rest } = typeof options === "number" ? { timeout: options } : { fastCheck: {}, ...options }
  type Values = Parameters<typeof check>[0]
  const sources = Record.map({ ...arbitraries }, toArbitrary)
  // The types of the values follow from those of the arbitraries, which the tester of `it` checks.
  const values = (
    Array.isArray(arbitraries) ? FastCheck.tuple(...Object.values(sources)) : FastCheck.record(sources)
  ) as FastCheck.Arbitrary<Values>
  it(name, rest, (context) => assertInTurns(values, (drawn) => check(drawn, context), fastCheck))
}

/** `it.effect.prop`, in turns. */
export const effectPropInTurns: Vitest.Methods["effect"]["prop"] = (name, arbitraries, check, options) =>
  effectProp(name, arbitraries, (...drawn) => Effect.zipRight(turn, check(...drawn)), options)

const effectProp = effect.prop

const toArbitrary = (from: unknown): FastCheck.Arbitrary<unknown> =>
  Schema.isSchema(from) ? Arbitrary.make(from as Schema.Schema<unknown>) : (from as FastCheck.Arbitrary<unknown>) // it is one of the two

const assertInTurns = <A>(
  arbitrary: FastCheck.Arbitrary<A>,
  check: (value: A) => unknown,
  parameters: object = {} // @effect/vitest gives the parameters another type
): Promise<void> => {
  let turnedAt = performance.now()
  const inTurns = async (value: A) => {
    if (performance.now() - turnedAt > TURN_MS) {
      await setImmediate()
      turnedAt = performance.now()
    }
    return check(value) as boolean // or nothing
  }
  return FastCheck.assert(FastCheck.asyncProperty(arbitrary, inTurns), parameters)
}

/** Fails every test that holds the loop for too long. */
export const failLongTurns = (): void => {
  const { endTurn, longest } = measured()
  afterEach(async ({ expect, task }) => {
    await setImmediate()
    endTurn()
    const ms = longest.ms
    longest.ms = 0
    expect(ms, `${task.name}: the longest turn of the event loop, in ms of CPU time`).toBeLessThan(TURN_MAX_MS)
  })
}

const measured = () =>
  GlobalValue.globalValue("test/turns/measured", () => {
    const longest = { ms: 0 }
    let [at, readAt, cpu] = [performance.now(), performance.now(), processorMs()]
    const endTurn = () => {
      const now = performance.now()
      const ms = now - at
      at = now
      // Reading the CPU time takes long. Only a turn that may be too long needs what it was a second before.
      if (now - readAt < READ_MS) return
      const read = processorMs()
      if (ms > READ_MS) longest.ms = Math.max(longest.ms, Math.min(ms, read - cpu))
      ;[readAt, cpu] = [now, read]
    }
    // Runs once in each turn that is longer.
    setInterval(endTurn, 50).unref()
    return { endTurn, longest }
  })

/** How often the CPU time is read, in milliseconds. Turns that are shorter are not too long. */
const READ_MS = 500
