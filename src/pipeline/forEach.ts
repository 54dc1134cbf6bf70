import { Effect, Either } from "effect"
import type { Envelope } from "../errors/Envelope.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolRunner } from "../tools/ToolRunner.ts"
import type { Child, Outcome } from "./Child.ts"
import { ANY_ROOM, fill } from "./fill.ts"
import { issueAt, tooManyItems } from "./inspectStep.ts"
import { isOfItem, itemScope } from "./itemScope.ts"
import { ITEMS_MAX, type PlanStep } from "./Plan.ts"
import type { Run } from "./Run.ts"
import { invalid, runCall, unmet } from "./runCall.ts"
import { inspect, type Path } from "./template.ts"

/**
 * Runs a step once for each item of a list. Its result has an entry for each, in the
 * list's order; the step has failed if one of them has, with the error that matters most.
 */
export const forEach = (step: PlanStep, at: number, run: Run): Effect.Effect<Outcome, never, ToolRunner | Permit> => {
  const path: Path = ["steps", at]
  const once = conditionOnce(step, path, run)
  if (once !== undefined) return Effect.succeed(once)
  const list = itemsOf(step, [...path, "for_each"], run)
  if (Either.isLeft(list)) return Effect.succeed(list.left)
  const items = list.right
  let done = 0
  return Effect.map(
    Effect.forEach(
      items,
      (item, index) =>
        runCall(step, path, new Map([...run.results, ...itemScope(item, index)]), run).pipe(
          Effect.tap(() =>
            ++done === items.length
              ? Effect.void
              : run.tell(at, done / items.length, `${step.id}: ${done} of ${items.length}`)
          ),
          run.inTurn
        ),
      { concurrency: run.atOnce }
    ),
    summed
  )
}

/** A condition that does not speak of the item is one for the step: how the step ends if it does not hold. */
const conditionOnce = (step: PlanStep, path: Path, run: Run): Child | undefined =>
  inspect(step.if, []).references.some(({ reference }) => isOfItem(reference.root))
    ? undefined
    : unmet(step, path, run.results)

/** The list a step runs over, or why there is none. */
const itemsOf = (step: PlanStep, path: Path, run: Run): Either.Either<ReadonlyArray<unknown>, Child> =>
  Either.flatMap(Either.mapLeft(fill(step.for_each, path, run.results, ANY_ROOM), invalid), (list) => {
    if (!Array.isArray(list)) return Either.left(invalid([issueAt(path, "is no list", "not_a_list")]))
    return list.length > ITEMS_MAX ? Either.left(invalid([tooManyItems(list.length, path)])) : Either.right(list)
  })

const summed = (children: ReadonlyArray<Child>): Outcome => {
  const [first] = children
  const isUnrun = (child: Child) => child.status === "skipped" && child.because.why === "stopped"
  if (first !== undefined && children.every(isUnrun)) return first
  const attempts = Math.max(0, ...children.map((child) => child.attempts))
  const result = { items: children.map(({ attempts: _, ...child }) => child) }
  const error = mattering(children.flatMap((child) => (child.status === "failed" ? [child.error] : [])))
  return error === undefined ? { status: "ok", result, attempts } : { status: "failed", error, result, attempts }
}

/** Of many errors the first that says that trying again makes sense; else the first. */
const mattering = (errors: ReadonlyArray<Envelope>): Envelope | undefined =>
  errors.find(({ retriable }) => retriable) ?? errors[0]
