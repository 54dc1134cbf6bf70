import { Effect, Either, Predicate } from "effect"
import type { ValidationError } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { didYouMean } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import { formatPath, MAX_ISSUES } from "../errors/validationIssues.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { issuesInside, pathInside } from "../tools/dsl/inside.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import type { StepCall, StepSource, Tool } from "../tools/Tool.ts"
import { ANY_ROOM, fill } from "./fill.ts"
import { fillItems } from "./fillItems.ts"
import { issueAt } from "./inspectStep.ts"
import { isOfItem, itemScope } from "./itemScope.ts"
import { PIPELINE, type PlanStep } from "./Plan.ts"
import type { Scope } from "./reference.ts"
import { hasReference, inspect, type Path } from "./template.ts"

/** What a step will call, and what is wrong with it as far as it is known. */
export interface Foreseen {
  readonly calls: ReadonlyArray<StepCall>
  readonly issues: ReadonlyArray<ValidationIssue>
}

/**
 * The calls of a step before the plan runs: whole where its arguments are written
 * out, for each item of a list that is written out too; else as far as they are known.
 * Of a step that is not readable only its tool is looked at.
 */
export const foreseeCalls = Effect.fnUntraced(function* (
  step: PlanStep,
  path: Path,
  isReadable: boolean,
  catalogue: Catalogue["Type"],
  defaultGuildId: string | undefined
) {
  const nested = nestingIssues(step, path)
  if (nested.length > 0) return refused(nested)
  const tool = yield* catalogue.find(step.tool)
  if (tool === undefined) {
    const message = `there is no tool named ${quoted(step.tool)}${didYouMean(step.tool, catalogue.names)}`
    return refused([issueAt([...path, "tool"], message, "unknown_tool")])
  }
  // What is wrong with a template would be told again as an argument that does not fit.
  if (!isReadable) return refused([])
  const scopes = scopesOf(step)
  const values = valuesIn(step.args)
  if (scopes.length * values > VALUES_MAX) {
    const message = `makes more than ${VALUES_MAX} values of its items: use fewer items, or smaller arguments`
    return refused([issueAt([...path, "for_each"], message, "too_large")])
  }
  const calls: Array<StepCall> = []
  const issues: Array<ValidationIssue> = []
  let since = 0
  for (const { isWhole, scope, which } of scopes) {
    const at = [...path, "args"]
    const args = isWhole ? step.args : asArguments(fillItems(step.args, scope))
    const prepared = isWhole
      ? prepare(tool, step, at, scope, which, defaultGuildId)
      : outlined(tool, args, at, which, defaultGuildId)
    Either.match(yield* prepared, {
      onLeft: (found) => issues.push(...found),
      onRight: (call) => calls.push({ ...call, written: writtenOf({ ...step, args }, Number(path[1])) })
    })
    since += values
    if (since > VALUES_AT_ONCE) {
      since = 0
      // A macrotask: other calls go on meanwhile.
      yield* Effect.sleep(0)
    }
    // What is wrong with a hundred items is wrong with the first few, too.
    if (issues.length > MAX_ISSUES) break
  }
  return { calls, issues }
})

/** The step as it stands in the plan: of a tool that runs others, what it runs. */
const writtenOf = ({ args, for_each, tool }: PlanStep, at: number): StepSource => {
  const inner: unknown = isDispatcher(tool) ? (args.args ?? {}) : args
  return {
    at,
    args: asArguments(inner),
    ...(typeof for_each === "string" && { for_each })
  }
}

/** Values of the arguments of all items of one step at most, and how many are checked in one go. */
const VALUES_MAX = 50_000
const VALUES_AT_ONCE = 1000

const valuesIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, it) => sum + valuesIn(it), 1)
    : 1

const refused = (issues: ReadonlyArray<ValidationIssue>): Foreseen => ({ calls: [], issues })
type Prepared = Either.Either<StepCall, ReadonlyArray<ValidationIssue>>

/** What a plan must not run: one that is not written out, and another plan, in whatever it is wrapped. */
const nestingIssues = ({ args, tool }: PlanStep, path: Path): ReadonlyArray<ValidationIssue> => {
  const carried = isDispatcher(tool) && args.tool !== undefined
  const [name, at] = carried ? [args.tool, [...path, "args", "tool"]] : [tool, [...path, "tool"]]
  if (hasReference(name)) {
    return [issueAt(at, "must be written out: what a plan runs is known before it runs", "templated_tool")]
  }
  return name === PIPELINE
    ? [issueAt(at, "a plan cannot hold another plan: put its steps into this one", "nested_pipeline")]
    : []
}

/** What is known of one call of a step before the plan runs: `isWhole`, all that its references mean. */
interface Known {
  readonly scope: Scope
  readonly which: string
  readonly isWhole: boolean
}

/** One for each call that a step will make, as far as the plan tells how many these are. */
const scopesOf = (step: PlanStep): ReadonlyArray<Known> => {
  const roots = inspect(step.args, []).references.map(({ reference }) => reference.root)
  const one = { scope: new Map<string, unknown>(), which: "" }
  if (step.for_each === undefined) return [{ ...one, isWhole: roots.length === 0 }]
  if (!Array.isArray(step.for_each) || step.for_each.length === 0) return [{ ...one, isWhole: false }]
  const isWhole = !hasReference(step.for_each) && roots.every(isOfItem)
  const items = isWhole ? Either.getOrElse(fill(step.for_each, [], new Map(), ANY_ROOM), () => []) : step.for_each
  return Array.isArray(items)
    ? items.map((item, index) => ({ scope: itemScope(item, index), which: ` (item ${index})`, isWhole }))
    : []
}

const asArguments = (value: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isReadonlyRecord(value) ? value : { args: value }

/** A call as far as it is known: the risk is the highest that the rest leaves possible. */
const outlined = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  path: Path,
  which: string,
  defaultGuildId: string | undefined
): Effect.Effect<Prepared> =>
  Effect.either(
    Effect.mapBoth(tool.outline(args, hasReference, defaultGuildId), {
      onFailure: (error) => inPlan(path)(error).map((issue) => ({ ...issue, message: `${issue.message}${which}` })),
      onSuccess: standing(path)
    })
  )

const prepare = (
  tool: Tool,
  { args }: PlanStep,
  path: Path,
  scope: Scope,
  which: string,
  defaultGuildId: string | undefined
): Effect.Effect<Prepared> =>
  Effect.either(
    Effect.mapError(
      Effect.flatMap(fill(args, path, scope), (filled) =>
        Effect.mapBoth(tool.prepare(filled, defaultGuildId), { onFailure: inPlan(path), onSuccess: standing(path) })
      ),
      (issues) => issues.map((issue) => ({ ...issue, message: `${issue.message}${which}` }))
    )
  )

/** What a tool says of its arguments, said of the place they have in the plan. */
const inPlan =
  (path: Path) =>
  (error: ValidationError): ReadonlyArray<ValidationIssue> =>
    issuesInside(formatPath(path))(error).validation_issues

/** A call with the place that its arguments have in the plan; those of another tool's stand deeper. */
const standing =
  (path: Path) =>
  (step: StepCall): StepCall => ({
    ...step,
    ...(step.resolveRisk && {
      resolveRisk: Effect.catchTag(step.resolveRisk, "ValidationError", issuesInside(formatPath(path)))
    }),
    argumentsField: pathInside(formatPath(path), step.argumentsField ?? "")
  })
