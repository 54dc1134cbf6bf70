import { Effect } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { didYouMean } from "../errors/nearestName.ts"
import { formatPath, limitIssues } from "../errors/validationIssues.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import type { ReferencedId, StepCall } from "../tools/Tool.ts"
import { foreseeCalls } from "./foreseeCalls.ts"
import { idIssues, inspectStep, issueAt } from "./inspectStep.ts"
import { isOfItem } from "./itemScope.ts"
import { type Plan, STEPS_MAX } from "./Plan.ts"
import type { Reference } from "./reference.ts"
import { circles, type Needs } from "./schedule.ts"
import { secretsIn } from "./secretsIn.ts"
import { type Inspection, inspect, type Path, REFERENCES_MAX, tooManyReferences } from "./template.ts"

/** A plan that makes sense: every step can run, in an order there is. */
export interface CheckedPlan {
  readonly plan: Plan
  readonly needs: Needs
  /** The calls it will make, as far as they are known. */
  readonly calls: ReadonlyArray<StepCall>
  /** The ids in them, with their place in the plan. */
  readonly touches: ReadonlyArray<ReferencedId>
  /** Secrets that stand in it under names that do not say so. */
  readonly secrets: ReadonlyArray<string>
}

/** Checks a plan as a whole, before its first step; every problem is told at once. */
export const checkPlan = Effect.fnUntraced(function* (
  plan: Plan,
  catalogue: Catalogue["Type"],
  defaultGuildId: string | undefined
) {
  // A plan that is too long is complained about as that; what is past the limit is not looked at.
  const steps = plan.steps.slice(0, STEPS_MAX)
  const inspections = steps.map((step, at) => inspectStep(step, ["steps", at]))
  const count = inspections.reduce((sum, { references }) => sum + references.length, 0)
  if (count > REFERENCES_MAX) {
    return yield* new ValidationError({ validation_issues: [{ path: "steps", ...tooManyReferences }] })
  }
  const foreseen = yield* Effect.forEach(steps, (step, at) =>
    foreseeCalls(step, ["steps", at], inspections[at]?.issues.length === 0, catalogue, defaultGuildId)
  )
  const ids = firstPlaces(steps)
  const needs = needsOf(ids, inspections)
  const round = circles(needs)
  const output = inspect(plan.output, ["output"])

  const issues = [
    ...countIssues(plan.steps.length),
    ...steps.flatMap(({ id }, at) => [
      ...idIssues(id, ["steps", at, "id"]),
      ...duplicateIssues(id, at, ids),
      ...(inspections[at]?.issues ?? []),
      ...(inspections[at]?.references ?? []).flatMap((it) => referenceIssues(it, at, plan, ids, round)),
      ...circleIssues(id, at, round),
      ...(foreseen[at]?.issues ?? [])
    ]),
    ...output.issues,
    ...outputIssues(plan, output, ids)
  ]
  if (issues.length > 0) return yield* new ValidationError({ validation_issues: limitIssues(issues) })
  return {
    plan,
    needs,
    secrets: secretsIn(plan),
    calls: foreseen.flatMap(({ calls }) => calls),
    touches: foreseen.flatMap(({ calls }, at) => calls.flatMap((call) => touchesOf(call, ["steps", at, "args"])))
  } satisfies CheckedPlan as CheckedPlan
})

const touchesOf = (call: StepCall, path: Path): ReadonlyArray<ReferencedId> =>
  call.arguments === undefined
    ? []
    : call.referencedIds.map((touched) => ({ ...touched, path: `${formatPath(path)}.${touched.path}` }))

/** Where each id stands first. */
type Places = ReadonlyMap<string, number>

const firstPlaces = (steps: Plan["steps"]): Places => {
  const places = new Map<string, number>()
  for (const [at, { id }] of steps.entries()) if (!places.has(id)) places.set(id, at)
  return places
}

const needsOf = (ids: Places, inspections: ReadonlyArray<Inspection>): Needs =>
  new Map(
    [...ids].map(([id, at]) => {
      const roots = (inspections[at]?.references ?? []).map(({ reference }) => reference.root)
      return [id, [...new Set(roots)].filter((root) => ids.has(root))]
    })
  )

const countIssues = (count: number): ReadonlyArray<ValidationIssue> => {
  if (count === 0) return [issueAt(["steps"], "must have at least 1 step", "no_steps")]
  return count > STEPS_MAX
    ? [issueAt(["steps"], `must have at most ${STEPS_MAX} steps, has ${count}`, "too_many_steps")]
    : []
}

const duplicateIssues = (id: string, at: number, ids: Places): ReadonlyArray<ValidationIssue> =>
  ids.get(id) === at ? [] : [issueAt(["steps", at, "id"], `is the id of steps[${ids.get(id)}] too`, "duplicate_id")]

const circleIssues = (
  id: string,
  at: number,
  round: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<ValidationIssue> =>
  round
    .filter(([first]) => first === id)
    .map((circle) => issueAt(["steps", at], `waits for itself: ${circle.join(" → ")}`, "cycle"))

/** What is wrong with what a reference names. */
const referenceIssues = (
  { path, reference }: Inspection["references"][number],
  at: number,
  { mode, steps }: Plan,
  ids: Places,
  round: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<ValidationIssue> => {
  const { root, text } = reference
  if (isOfItem(root)) {
    return steps[at]?.for_each !== undefined && path[2] !== "for_each"
      ? []
      : [issueAt(path, `{{${text}}} means something only beside for_each`, "no_item")]
  }
  const target = ids.get(root)
  if (target === undefined) return [unknownStep(path, reference, ids)]
  // Whoever waits for itself also refers to a later step; which one is to move, only the circle tells.
  return mode === "serial" && target > at && !round.flat().includes(root)
    ? [issueAt(path, `{{${text}}} refers to a later step: put ${root} first, or set mode to parallel`, "later_step")]
    : []
}

const unknownStep = (path: Path, { root, text }: Reference, ids: Places): ValidationIssue =>
  issueAt(path, `{{${text}}} refers to no step${didYouMean(root, [...ids.keys()])}`, "unknown_step")

const outputIssues = (
  { output }: Plan,
  { issues, references }: Inspection,
  ids: Places
): ReadonlyArray<ValidationIssue> =>
  output !== undefined && references.length === 0 && issues.length === 0
    ? [issueAt(["output"], "must refer to a step, such as {{find.items}}", "not_a_template")]
    : references.flatMap(({ path, reference }) => (ids.has(reference.root) ? [] : [unknownStep(path, reference, ids)]))
