import { Effect, Either, Predicate } from "effect"
import type { ValidationError } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { didYouMean } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import { formatPath, MAX_ISSUES } from "../errors/validationIssues.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { issuesInside, pathInside } from "../tools/language/inside.ts"
import { isDispatcher } from "../tools/meta.ts"
import type { Step, Tool, Written } from "../tools/Tool.ts"
import { ANY_ROOM, fill } from "./fill.ts"
import { issueAt } from "./inspectStep.ts"
import { isOfItem, itemScope } from "./itemScope.ts"
import { PIPELINE, type PlanStep } from "./Plan.ts"
import type { Scope } from "./reference.ts"
import { hasReference, inspect, type Path } from "./template.ts"

/** What a step will call, and what is wrong with it as far as it is known. */
export interface Foreseen {
  readonly calls: ReadonlyArray<Step>
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
  const written = writtenOf(step, Number(path[1]))
  const known = scopesOf(step)
  const values = valuesIn(step.args)
  if (known.length * values > VALUES_MAX) {
    const message = `makes more than ${VALUES_MAX} values of its items: use fewer items, or smaller arguments`
    return refused([issueAt([...path, "for_each"], message, "too_large")])
  }
  const each: Array<Prepared> = []
  let since = 0
  for (const { scope, which } of known) {
    each.push(yield* prepare(tool, step, [...path, "args"], scope, which, defaultGuildId))
    since += values
    if (since > VALUES_AT_ONCE) {
      since = 0
      // A macrotask: other calls go on meanwhile.
      yield* Effect.sleep(0)
    }
    // What is wrong with a hundred items is wrong with the first few, too.
    if (each.flatMap(complaints).length > MAX_ISSUES) break
  }
  if (each.length > 0) {
    return {
      calls: each.flatMap((one) => calls(one, written)),
      issues: each.flatMap(complaints)
    }
  }
  const outline = yield* Effect.either(
    Effect.mapBoth(tool.outline(step.args, hasReference, defaultGuildId), {
      onFailure: inPlan([...path, "args"]),
      onSuccess: standing([...path, "args"])
    })
  )
  return { calls: calls(outline, written), issues: complaints(outline) }
})

/** The step as it stands in the plan: of a tool that runs others, what it runs. */
const writtenOf = ({ args, for_each, tool }: PlanStep, at: number): Written => {
  const inner: unknown = isDispatcher(tool) ? (args.args ?? {}) : args
  return {
    at,
    args: Predicate.isReadonlyRecord(inner) ? inner : { args: inner },
    ...(typeof for_each === "string" && { for_each }),
    ...(Array.isArray(for_each) && { for_each: `${for_each.length} items` })
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
const calls = (prepared: Prepared, written: Written): ReadonlyArray<Step> =>
  Either.match(prepared, { onLeft: () => [], onRight: (call) => [{ ...call, written }] })

type Prepared = Either.Either<Step, ReadonlyArray<ValidationIssue>>

const complaints = (prepared: Prepared): ReadonlyArray<ValidationIssue> =>
  Either.match(prepared, { onLeft: (issues) => issues, onRight: () => [] })

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

/** What the references of a step mean before the plan runs: one scope for each call; none where they mean nothing yet. */
const scopesOf = (step: PlanStep): ReadonlyArray<{ readonly scope: Scope; readonly which: string }> => {
  const roots = inspect(step.args, []).references.map(({ reference }) => reference.root)
  if (step.for_each === undefined) return roots.length === 0 ? [{ scope: new Map(), which: "" }] : []
  const list = hasReference(step.for_each) || roots.some((root) => !isOfItem(root)) ? [] : step.for_each
  const items = Either.getOrElse(fill(list, [], new Map(), ANY_ROOM), () => [])
  return Array.isArray(items)
    ? items.map((item, index) => ({ scope: itemScope(item, index), which: ` (item ${index})` }))
    : []
}

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
  (step: Step): Step => ({ ...step, inside: pathInside(formatPath(path), step.inside ?? "") })
