import { Effect, Either } from "effect"
import type { Envelope } from "../errors/Envelope.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolRunner } from "../tools/ToolRunner.ts"
import { fill, NO_LIMIT } from "./fill.ts"
import { issueAt, tooManyItems } from "./inspectStep.ts"
import { isItemRoot, itemBindings } from "./itemBindings.ts"
import type { CallOutcome, StepOutcome } from "./Outcome.ts"
import { ITEMS_MAX, type PlanStep } from "./Plan.ts"
import type { PlanRun } from "./PlanRun.ts"
import { checkCondition, invalid, runCall } from "./runCall.ts"
import { inspect, type Path } from "./template.ts"

/**
 * Runs a step once for each item of a list. The result has one entry per item in order.
 * The step fails if an item fails, with the most relevant error.
 */
export const forEach = (
  step: PlanStep,
  at: number,
  run: PlanRun
): Effect.Effect<StepOutcome, never, ToolRunner | Permit> => {
  const path: Path = ["steps", at]
  const once = stepCondition(step, path, run)
  if (once !== undefined) return Effect.succeed(once)
  const list = itemsOf(step, [...path, "for_each"], run)
  if (Either.isLeft(list)) return Effect.succeed(list.left)
  const items = list.right
  let done = 0
  return Effect.map(
    Effect.forEach(
      items,
      (item, index) =>
        runCall(step, path, new Map([...run.results, ...itemBindings(item, index)]), run).pipe(
          Effect.tap(() =>
            ++done === items.length
              ? Effect.void
              : run.reportProgress(at, done / items.length, `${step.id}: ${done} of ${items.length}`)
          ),
          run.withSlot
        ),
      { concurrency: run.concurrency }
    ),
    combine
  )
}

/** Checks a condition without item references once for the step. Returns the outcome if the condition is false. */
const stepCondition = (step: PlanStep, path: Path, run: PlanRun): CallOutcome | undefined =>
  inspect(step.if, []).references.some(({ reference }) => isItemRoot(reference.root))
    ? undefined
    : checkCondition(step, path, run.results)

/** Returns the list of a step, or the outcome if there is no list. */
const itemsOf = (step: PlanStep, path: Path, run: PlanRun): Either.Either<ReadonlyArray<unknown>, CallOutcome> =>
  Either.flatMap(Either.mapLeft(fill(step.for_each, path, run.results, NO_LIMIT), invalid), (list) => {
    if (!Array.isArray(list)) return Either.left(invalid([issueAt(path, "is not a list", "not_a_list")]))
    return list.length > ITEMS_MAX ? Either.left(invalid([tooManyItems(list.length, path)])) : Either.right(list)
  })

const combine = (outcomes: ReadonlyArray<CallOutcome>): StepOutcome => {
  const [first] = outcomes
  const wasNotRun = (outcome: CallOutcome) => outcome.status === "skipped" && outcome.because.why === "stopped"
  if (first !== undefined && outcomes.every(wasNotRun)) return first
  const attempts = Math.max(0, ...outcomes.map((outcome) => outcome.attempts))
  const result = { items: outcomes.map(({ attempts: _, ...outcome }) => outcome) }
  const error = mostRelevant(outcomes.flatMap((outcome) => (outcome.status === "failed" ? [outcome.error] : [])))
  return error === undefined ? { status: "ok", result, attempts } : { status: "failed", error, result, attempts }
}

/** Returns the first retriable error, or else the first error. */
const mostRelevant = (errors: ReadonlyArray<Envelope>): Envelope | undefined =>
  errors.find(({ retriable }) => retriable) ?? errors[0]
