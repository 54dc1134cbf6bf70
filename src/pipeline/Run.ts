import { Effect } from "effect"
import { Progress } from "../tools/dsl/Progress.ts"
import { AT_ONCE, type Plan } from "./Plan.ts"

/** What the steps of one running plan share. */
export interface Run {
  /** What the steps that are done have given, by id. */
  readonly results: Map<string, unknown>
  /** The step whose failure stopped the plan: nothing starts any more, what runs may finish. */
  stoppedBy: string | undefined
  /** Characters of all results so far. */
  keptChars: number
  /** How many calls run at once, and the turn to be one of them. */
  readonly atOnce: number
  readonly inTurn: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Tells the caller how much of a step is done, `1` being all of it. */
  readonly tell: (step: number, share: number, message: string) => Effect.Effect<void>
}

/** Results kept for references, in characters: past that no further call is made. */
export const KEPT_CHARS_MAX = 20_000_000

/** Begins a run. */
export const make = Effect.fnUntraced(function* ({ max_concurrency, mode, steps }: Plan) {
  const atOnce = max_concurrency ?? (mode === "parallel" ? AT_ONCE : 1)
  const turns = yield* Effect.makeSemaphore(atOnce)
  const voice = yield* Effect.makeSemaphore(1)
  const { report } = yield* Progress
  const shares = steps.map(() => 0)
  return {
    results: new Map(),
    stoppedBy: undefined,
    keptChars: 0,
    atOnce,
    inTurn: turns.withPermits(1),
    // One after the other: a client takes progress only if each report is past the one before.
    tell: (step, share, message) =>
      Effect.suspend(() => {
        shares[step] = share
        const done = Math.round(shares.reduce((sum, one) => sum + one, 0) * 1000) / 1000
        return report({ done, total: steps.length, message })
      }).pipe(voice.withPermits(1))
  } satisfies Run as Run
})
