import { Effect } from "effect"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath, limitIssues } from "../errors/validationIssues.ts"
import { didYouMean } from "../text/nearestName.ts"
import { counted } from "../text/words.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import type { ReferencedId, StepCall } from "../tools/Tool.ts"
import { idIssues, inspectStep, issueAt } from "./inspectStep.ts"
import { type Plan, STEPS_MAX } from "./Plan.ts"
import { previewCalls } from "./previewCalls.ts"
import { secretsIn } from "./redaction.ts"
import type { Reference } from "./reference.ts"
import { isItemRoot } from "./reference.ts"
import { type Inspection, inspect, type Path, REFERENCES_MAX, tooManyReferences } from "./template.ts"

/** A valid plan: every step can run, and an execution order exists. */
export interface CheckedPlan {
  readonly plan: Plan
  readonly dependencies: StepDependencies
  /** The known calls of the plan. */
  readonly calls: ReadonlyArray<StepCall>
  /** The ids in the calls, with their path in the plan. */
  readonly referencedIds: ReadonlyArray<ReferencedId>
  /** Secrets in the plan whose field names do not identify them as secrets. */
  readonly secrets: ReadonlyArray<string>
}

/** The maximum numbers of steps and of references in a plan. */
export interface PlanLimits {
  readonly steps: number
  readonly references: number
}

/** The limits of a plan that a caller writes. */
const CALLER_LIMITS: PlanLimits = { steps: STEPS_MAX, references: REFERENCES_MAX }

/** Checks a whole plan before its first step. Fails with all problems at once. */
export const checkPlan = Effect.fnUntraced(function* (
  plan: Plan,
  catalogue: Catalogue["Type"],
  defaultGuildId: string | undefined,
  limits = CALLER_LIMITS
) {
  // Steps beyond the limit are reported as too many and are not checked.
  const steps = plan.steps.slice(0, limits.steps)
  // One effect for each step, because a plan has megabytes of text at most, and other clients go on between effects.
  const inspections = yield* Effect.forEach(steps, (step, at) => Effect.sync(() => inspectStep(step, ["steps", at])))
  const count = inspections.reduce((sum, { references }) => sum + references.length, 0)
  if (count > limits.references) {
    return yield* new ValidationError({ validation_issues: [{ path: "steps", ...tooManyReferences }] })
  }
  const planned = yield* Effect.forEach(steps, (step, at) =>
    previewCalls(step, ["steps", at], inspections[at]?.issues.length === 0, catalogue, defaultGuildId)
  )
  const ids = firstIndexes(steps)
  const dependencies = dependenciesOf(ids, inspections)
  const cycles = findCycles(dependencies)
  const output = inspect(plan.output, ["output"])

  const issues = [
    ...countIssues(plan.steps.length, limits.steps),
    ...steps.flatMap(({ id, ...step }, at) => [
      ...idIssues(id, ["steps", at, "id"]),
      ...duplicateIssues(id, at, ids),
      ...(inspections[at]?.issues ?? []),
      ...(inspections[at]?.references ?? []).flatMap((it) => referenceIssues(it, at, plan, ids, cycles)),
      ...(inspections[at]?.foreign ?? []).flatMap((it) => foreignIssues(it, step.for_each !== undefined, ids)),
      ...cycleIssues(id, at, cycles),
      ...(planned[at]?.issues ?? [])
    ]),
    ...output.issues,
    ...outputIssues(plan, output, ids)
  ]
  if (issues.length > 0) return yield* new ValidationError({ validation_issues: limitIssues(issues) })
  return {
    plan,
    dependencies,
    secrets: secretsIn(plan),
    calls: planned.flatMap(({ calls }) => calls),
    referencedIds: planned.flatMap(({ calls }, at) =>
      calls.flatMap((call) => referencedIdsOf(call, ["steps", at, "args"]))
    )
  } satisfies CheckedPlan as CheckedPlan
})

const referencedIdsOf = (call: StepCall, path: Path): ReadonlyArray<ReferencedId> =>
  call.arguments === undefined
    ? []
    : call.referencedIds.map((touched) => ({ ...touched, path: `${formatPath(path)}.${touched.path}` }))

/** The index of the first step with each id. */
type StepIndexes = ReadonlyMap<string, number>

const firstIndexes = (steps: Plan["steps"]): StepIndexes => {
  const indexes = new Map<string, number>()
  for (const [at, { id }] of steps.entries()) if (!indexes.has(id)) indexes.set(id, at)
  return indexes
}

const dependenciesOf = (ids: StepIndexes, inspections: ReadonlyArray<Inspection>): StepDependencies =>
  new Map(
    [...ids].map(([id, at]) => {
      const roots = (inspections[at]?.references ?? []).map(({ reference }) => reference.root)
      return [id, [...new Set(roots)].filter((root) => ids.has(root))]
    })
  )

const countIssues = (count: number, max: number): ReadonlyArray<ValidationIssue> => {
  if (count === 0 && max === STEPS_MAX) return [issueAt(["steps"], "must have at least 1 step", "no_steps")]
  return count > max
    ? [issueAt(["steps"], `must have at most ${counted(max, "step")}, has ${count}`, "too_many_steps")]
    : []
}

const duplicateIssues = (id: string, at: number, ids: StepIndexes): ReadonlyArray<ValidationIssue> =>
  ids.get(id) === at ? [] : [issueAt(["steps", at, "id"], `is the id of steps[${ids.get(id)}] too`, "duplicate_id")]

const cycleIssues = (
  id: string,
  at: number,
  cycles: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<ValidationIssue> =>
  cycles
    .filter(([first]) => first === id)
    .map((cycle) => issueAt(["steps", at], `waits for itself: ${cycle.join(" → ")}`, "cycle"))

/** Checks the target of a reference. */
const referenceIssues = (
  { path, reference }: Inspection["references"][number],
  at: number,
  { mode, steps }: Plan,
  ids: StepIndexes,
  cycles: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<ValidationIssue> => {
  const { root, text } = reference
  if (isItemRoot(root)) {
    return steps[at]?.for_each !== undefined && path[2] !== "for_each"
      ? []
      : [issueAt(path, `{{${text}}} is valid only in a step with for_each`, "no_item")]
  }
  const target = ids.get(root)
  if (target === undefined) return [unknownStep(path, reference, ids)]
  // A cycle always has a reference to a later step. The issue of the cycle is more precise.
  return mode === "serial" && target > at && !cycles.flat().includes(root)
    ? [issueAt(path, `{{${text}}} refers to a later step: put ${root} first, or set mode to parallel`, "later_step")]
    : []
}

const unknownStep = (path: Path, { root, text }: Reference, ids: StepIndexes): ValidationIssue => {
  // Other languages write `steps.find.items`.
  const rest = text.slice(root.length + 1)
  const hint = ids.has(rest.split(/[.[]/, 1)[0] ?? "") ? `; write {{${rest}}}` : didYouMean(root, [...ids.keys()])
  return issueAt(path, `{{${text}}} refers to no step${hint}`, "unknown_step")
}

/** Rejects `${find.id}`, which would be sent as it is. */
const foreignIssues = (
  { path, root, text }: Inspection["foreign"][number],
  isItem: boolean,
  ids: StepIndexes
): ReadonlyArray<ValidationIssue> =>
  ids.has(root) || (isItem && isItemRoot(root))
    ? [issueAt(path, `\${${text}} is plain text here: write {{${text.replace(/^steps\./, "")}}}`, "foreign_reference")]
    : []

const outputIssues = (
  { output }: Plan,
  { issues, references }: Inspection,
  ids: StepIndexes
): ReadonlyArray<ValidationIssue> =>
  output !== undefined && references.length === 0 && issues.length === 0
    ? [issueAt(["output"], "must refer to a step, such as {{find.items}}", "not_a_template")]
    : references.flatMap(({ path, reference }) => (ids.has(reference.root) ? [] : [unknownStep(path, reference, ids)]))

/** Dependencies between steps. */

/** The ids of the steps that each step refers to. */
type StepDependencies = ReadonlyMap<string, ReadonlyArray<string>>

/** Finds every cycle of steps, each once: `["a", "b", "a"]`. */
const findCycles = (needs: StepDependencies): ReadonlyArray<ReadonlyArray<string>> => {
  const seen = new Set<string>()
  return [...needs.keys()].flatMap((id) => {
    const path = seen.has(id) ? undefined : cycleThrough(id, needs)
    for (const one of path ?? []) seen.add(one)
    return path === undefined ? [] : [path]
  })
}

/** Finds the shortest path from a step through its dependencies back to itself. */
const cycleThrough = (id: string, needs: StepDependencies): ReadonlyArray<string> | undefined => {
  const seen = new Set<string>()
  let paths: ReadonlyArray<ReadonlyArray<string>> = [[id]]
  while (paths.length > 0) {
    const longer = paths.flatMap((path) => (needs.get(path.at(-1) ?? "") ?? []).map((next) => [...path, next]))
    const back = longer.find((path) => path.at(-1) === id)
    if (back !== undefined) return back
    paths = longer.filter((path) => {
      const end = path.at(-1) ?? ""
      return !seen.has(end) && seen.add(end)
    })
  }
  return undefined
}
