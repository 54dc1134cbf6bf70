// @effect-diagnostics anyUnknownInErrorContext:off
import { Cause, Data, Effect, Exit, FastCheck, Random, Runtime } from "effect"
import { truncate } from "../errors/truncate.ts"

/** How often a property is tried, and with which values. */
export interface PropertyOptions {
  /** Where the random values come from. Default: another one each time. */
  readonly seed?: number
  /** Of a failure: the way to its counterexample, so that this one alone is tried. */
  readonly path?: string
  /** Default 100. */
  readonly runs?: number
}

/** A property that does not hold, with the smallest counterexample found and what it takes to see it again. */
export class PropertyFailed extends Data.TaggedError("PropertyFailed")<{
  readonly property: string
  readonly seed: number
  readonly path: string
  readonly counterexample: unknown
  /** How many values were tried, and how often a smaller one was found. */
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
 * Holds a property for many values. It fails by an effect that fails, by an
 * assertion that throws, or by `false`; the failure names the seed and the path
 * that bring the very same counterexample again.
 */
export const property = <const From extends Arbitraries, Held>(
  name: string,
  arbitraries: From,
  holds: (...values: ValuesOf<From>) => Held,
  { path, runs = 100, seed: given }: PropertyOptions = {}
): Effect.Effect<void, PropertyFailed, NeedsOf<Held>> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<NeedsOf<Held>>()
    const seed = given ?? (yield* Random.nextIntBetween(-(2 ** 31), 2 ** 31))
    const told = yield* Effect.promise((signal) => {
      const tried = FastCheck.asyncProperty(FastCheck.tuple(...arbitraries), (values) =>
        signal.aborted
          ? // Whoever gave up waits for no smaller counterexample.
            Promise.resolve(true)
          : Runtime.runPromiseExit(runtime)(
              attempt(() => holds(...(values as unknown as ValuesOf<From>))), // one of each arbitrary
              { signal }
            ).then(verdict)
      )
      return FastCheck.check(tried, { seed, numRuns: runs, ...(path !== undefined && { path, endOnFailure: true }) })
    })
    if (!told.failed) return
    return yield* new PropertyFailed({
      property: name,
      seed,
      path: told.counterexamplePath ?? "",
      counterexample: told.counterexample?.[0],
      runs: told.numRuns,
      shrinks: told.numShrinks,
      why: told.counterexample === null ? TOO_MANY_SKIPS : reasonOf(told.errorInstance)
    })
  })

type Arbitraries = ReadonlyArray<FastCheck.Arbitrary<unknown>>

type ValuesOf<From extends Arbitraries> = {
  readonly [At in keyof From]: From[At] extends FastCheck.Arbitrary<infer Value> ? Value : never
}

type NeedsOf<Held> = Held extends Effect.Effect<unknown, unknown, infer Needs> ? Needs : never

/** The longest that is shown of a counterexample and of why it is one, in characters. */
const MAX_CHARS = 4000

const TOO_MANY_SKIPS = "preconditions that hardly any value meets: generate values that do"

const attempt = <Held>(holds: () => Held): Effect.Effect<boolean, unknown, NeedsOf<Held>> =>
  Effect.suspend(() => {
    const held = holds()
    return Effect.isEffect(held) ? (held as Effect.Effect<unknown, unknown, NeedsOf<Held>>) : Effect.succeed(held) // what it needs is read off its type
  }).pipe(Effect.map((held) => held !== false))

/** What was thrown itself, and not a failure of a fiber: a precondition is known by it. */
const verdict = (exit: Exit.Exit<boolean, unknown>): Promise<boolean> | boolean =>
  Exit.isSuccess(exit) ? exit.value : Promise.reject(Cause.squash(exit.cause))

/** Without the stack, which is of the property and not of what it found. */
const reasonOf = (thrown: unknown): string => Cause.pretty(Cause.fail(thrown)).split("\n    at ")[0] ?? ""
