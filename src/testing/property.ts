// @effect-diagnostics anyUnknownInErrorContext:off
import { Cause, Data, Effect, Exit, FastCheck, Random, Runtime } from "effect"
import { truncate } from "../text/words.ts"

/** The number of values to check a property with, and their selection. */
export interface PropertyOptions {
  /** Seed of the random values. Default: a new one for each run. */
  readonly seed?: number
  /** Path of a counterexample. Only this counterexample is checked. */
  readonly path?: string
  /** Default 100. */
  readonly runs?: number
}

/** A property failed. Contains the smallest counterexample, and the seed and path that reproduce it. */
export class PropertyFailed extends Data.TaggedError("PropertyFailed")<{
  readonly property: string
  readonly seed: number
  readonly path: string
  readonly counterexample: unknown
  /** Number of values checked, and number of times that a smaller counterexample was found. */
  readonly runs: number
  readonly shrinks: number
  readonly why: string
}> {
  override get message(): string {
    const { counterexample, path, property, runs, seed, shrinks, why } = this
    return [
      `"${property}" does not hold (${runs} tried, ${shrinks} times made smaller).`,
      `Counterexample: ${truncate(FastCheck.stringify(counterexample), MAX_CHARS)}`,
      `Failed with: ${truncate(why, MAX_CHARS)}`,
      `To see it again: { seed: ${seed}, path: "${path}" }`
    ].join("\n")
  }
}

/**
 * Checks a property for many values. The property fails if its effect fails, its assertion throws,
 * or its result is `false`. The failure has the seed and the path that reproduce its
 * counterexample.
 */
export const property = <const From extends Arbitraries, Held>(
  name: string,
  arbitraries: From,
  holds: (...values: ValuesOf<From>) => Held,
  { path, runs = 100, seed: fixedSeed }: PropertyOptions = {}
): Effect.Effect<void, PropertyFailed, NeedsOf<Held>> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<NeedsOf<Held>>()
    const seed = fixedSeed ?? (yield* Random.nextIntBetween(-(2 ** 31), 2 ** 31))
    const result = yield* Effect.promise((signal) => {
      const tried = FastCheck.asyncProperty(FastCheck.tuple(...arbitraries), (values) =>
        signal.aborted
          ? // An interrupted check needs no smaller counterexample.
            Promise.resolve(true)
          : Runtime.runPromiseExit(runtime)(
              attempt(() => holds(...(values as unknown as ValuesOf<From>))), // one value of each arbitrary
              { signal }
            ).then(toPromise)
      )
      return FastCheck.check(tried, { seed, numRuns: runs, ...(path !== undefined && { path, endOnFailure: true }) })
    })
    if (!result.failed) return
    return yield* new PropertyFailed({
      property: name,
      seed,
      path: result.counterexamplePath ?? "",
      counterexample: result.counterexample?.[0],
      runs: result.numRuns,
      shrinks: result.numShrinks,
      why: result.counterexample === null ? TOO_MANY_SKIPS : reasonOf(result.errorInstance)
    })
  })

type Arbitraries = ReadonlyArray<FastCheck.Arbitrary<unknown>>

type ValuesOf<From extends Arbitraries> = {
  readonly [At in keyof From]: From[At] extends FastCheck.Arbitrary<infer Value> ? Value : never
}

type NeedsOf<Held> = Held extends Effect.Effect<unknown, unknown, infer Needs> ? Needs : never

/** Maximum length of the counterexample and of the reason, in characters. */
const MAX_CHARS = 4000

const TOO_MANY_SKIPS = "almost no value meets the preconditions: generate values that do"

const attempt = <Held>(holds: () => Held): Effect.Effect<boolean, unknown, NeedsOf<Held>> =>
  Effect.suspend(() => {
    const held = holds()
    return Effect.isEffect(held) ? (held as Effect.Effect<unknown, unknown, NeedsOf<Held>>) : Effect.succeed(held) // `NeedsOf` reads its requirements from its type
  }).pipe(Effect.map((held) => held !== false))

/** Rejects with the original error, because fast-check recognizes its precondition failure by identity. */
const toPromise = (exit: Exit.Exit<boolean, unknown>): Promise<boolean> | boolean =>
  Exit.isSuccess(exit) ? exit.value : Promise.reject(Cause.squash(exit.cause))

/** Returns the reason without the stack of `property`. */
const reasonOf = (thrown: unknown): string => Cause.pretty(Cause.fail(thrown)).split("\n    at ")[0] ?? ""
