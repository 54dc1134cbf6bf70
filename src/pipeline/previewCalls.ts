import { Array as Arr, Effect, Either, Predicate } from "effect"
import type { ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath, MAX_ISSUES } from "../errors/validationIssues.ts"
import { didYouMean } from "../text/nearestName.ts"
import { quoted } from "../text/words.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { ClientCalls } from "../tools/ClientCalls.ts"
import { prefixIssues, prefixPath } from "../tools/dsl/checks.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import type { StepCall, StepSource, Tool } from "../tools/Tool.ts"
import { PIPELINE } from "../tools/Tool.ts"
import { fill, fillItems, NO_LIMIT } from "./fill.ts"
import { issueAt } from "./inspectStep.ts"
import type { PlanStep } from "./Plan.ts"
import type { Bindings } from "./reference.ts"
import { isItemRoot, itemBindings } from "./reference.ts"
import { hasReference, inspect, type Path } from "./template.ts"

/** The known calls of a step, and the issues found in them. */
export interface PlannedCalls {
  readonly calls: ReadonlyArray<StepCall>
  readonly issues: ReadonlyArray<ValidationIssue>
}

/**
 * Determines the calls of a step before the plan runs. Calls are complete if the arguments are
 * literal, for each item of a literal list. Other calls are outlines. For a step with invalid
 * templates, only the tool is checked.
 */
export const previewCalls = Effect.fnUntraced(function* (
  step: PlanStep,
  path: Path,
  hasValidTemplates: boolean,
  catalogue: Catalogue["Type"],
  defaultGuildId: string | undefined
) {
  const nested = nestingIssues(step, path)
  if (nested.length > 0) return rejected(nested)
  const tool = yield* catalogue.find(step.tool)
  if (tool === undefined) {
    const message = `there is no tool named ${quoted(step.tool)}${didYouMean(step.tool, catalogue.names)}`
    return rejected([issueAt([...path, "tool"], message, "unknown_tool")])
  }
  // An invalid template would be reported a second time as an invalid argument.
  if (!hasValidTemplates) return rejected([])
  const bindingSets = bindingSetsOf(step)
  const values = valuesIn(step.args)
  if (bindingSets.length * values > VALUES_MAX) {
    const message = `makes more than ${VALUES_MAX} values of its items: use fewer items, or smaller arguments`
    return rejected([issueAt([...path, "for_each"], message, "too_large")])
  }
  const calls: Array<StepCall> = []
  const issues: Array<ValidationIssue> = []
  const budgets = yield* ClientCalls
  const sourceOf = sourcesOf(step, Number(path[1]))
  const source = sourceOf(step.args)
  const at = [...path, "args"]
  for (const { isWhole, bindings, which } of bindingSets) {
    const preparing = Effect.suspend(() => {
      if (isWhole) return withSource(prepare(tool, step, at, bindings, which, defaultGuildId), () => source)
      const args = asArguments(fillItems(step.args, bindings))
      return withSource(outline(tool, args, at, which, defaultGuildId), () => sourceOf(args))
    })
    Either.match(yield* budgets.runPart(preparing), {
      onLeft: (found) => issues.push(...found),
      onRight: (call) =>
        call.tool.duration === "steps" ? issues.push(nestedPlan([...path, "tool"], call.tool.name)) : calls.push(call)
    })
    // The first few items show the same issues as all items.
    if (issues.length > MAX_ISSUES) break
  }
  return { calls, issues }
})

const withSource = (preparing: Effect.Effect<Prepared>, source: () => StepSource): Effect.Effect<Prepared> =>
  Effect.map(
    preparing,
    Either.map((call) => ({ ...call, written: source() }))
  )

/** Describes calls of the step as written in the plan. For a dispatcher, describes the inner call. */
const sourcesOf = ({ for_each, tool }: PlanStep, at: number): ((args: PlanStep["args"]) => StepSource) => {
  // Once for the step: each of its calls has the same list.
  const items = inspect(for_each, []).references.map(({ reference }) => reference.root)
  return (args) => sourceOf(asArguments(isDispatcher(tool) ? (args.args ?? {}) : args), items, for_each, at)
}

const sourceOf = (
  written: PlanStep["args"],
  items: ReadonlyArray<string>,
  for_each: PlanStep["for_each"],
  at: number
): StepSource => {
  const from_steps = Object.entries(written).flatMap(([argument, value]) => {
    const roots = inspect(value, []).references.map(({ reference }) => reference.root)
    const steps = Arr.dedupe(roots.flatMap((root) => (isItemRoot(root) ? items : root)))
    return steps.length === 0 ? [] : [{ argument, steps }]
  })
  return {
    at,
    args: written,
    ...(typeof for_each === "string" && { for_each }),
    ...(from_steps.length > 0 && { from_steps })
  }
}

/** The maximum number of argument values of all items of a step. */
const VALUES_MAX = 50_000

const valuesIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, it) => sum + valuesIn(it), 1)
    : 1

const rejected = (issues: ReadonlyArray<ValidationIssue>): PlannedCalls => ({ calls: [], issues })
type Prepared = Either.Either<StepCall, ReadonlyArray<ValidationIssue>>

/** Rejects a templated tool name, and a plan within a plan, even through a dispatcher. */
const nestingIssues = ({ args, tool }: PlanStep, path: Path): ReadonlyArray<ValidationIssue> => {
  const isDispatched = isDispatcher(tool) && args.tool !== undefined
  const [name, at] = isDispatched ? [args.tool, [...path, "args", "tool"]] : [tool, [...path, "tool"]]
  if (hasReference(name)) {
    return [issueAt(at, "must be literal: the tools of a plan are known before it runs", "templated_tool")]
  }
  return name === PIPELINE ? [nestedPlan(at, PIPELINE)] : []
}

const nestedPlan = (path: Path, tool: string): ValidationIssue =>
  issueAt(
    path,
    `a plan cannot contain another plan: ${tool === PIPELINE ? "put its steps into this one" : `call ${tool} by itself`}`,
    "nested_pipeline"
  )

/** The known parts of one call before the plan runs. `isWhole`: all references are known. */
interface Known {
  readonly bindings: Bindings
  readonly which: string
  readonly isWhole: boolean
}

/** Returns one entry per call of the step, or one entry if the number of calls is unknown. */
const bindingSetsOf = (step: PlanStep): ReadonlyArray<Known> => {
  const roots = inspect(step.args, []).references.map(({ reference }) => reference.root)
  const one = { bindings: new Map<string, unknown>(), which: "" }
  if (step.for_each === undefined) return [{ ...one, isWhole: roots.length === 0 }]
  if (!Array.isArray(step.for_each) || step.for_each.length === 0) return [{ ...one, isWhole: false }]
  const isWhole = !hasReference(step.for_each) && roots.every(isItemRoot)
  const items = isWhole ? Either.getOrElse(fill(step.for_each, [], new Map(), NO_LIMIT), () => []) : step.for_each
  return Array.isArray(items)
    ? items.map((item, index) => ({ bindings: itemBindings(item, index), which: ` (item ${index})`, isWhole }))
    : []
}

const asArguments = (value: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isReadonlyRecord(value) ? value : { args: value }

/** Outlines an incomplete call. Its risk is the highest that the unknown arguments allow. */
const outline = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  path: Path,
  which: string,
  defaultGuildId: string | undefined
): Effect.Effect<Prepared> =>
  Effect.either(
    Effect.mapBoth(tool.outline(args, hasReference, defaultGuildId), {
      onFailure: (error) => inPlan(path)(error).map((issue) => ({ ...issue, message: `${issue.message}${which}` })),
      onSuccess: withPosition(path)
    })
  )

const prepare = (
  tool: Tool,
  { args }: PlanStep,
  path: Path,
  bindings: Bindings,
  which: string,
  defaultGuildId: string | undefined
): Effect.Effect<Prepared> =>
  Effect.either(
    Effect.mapError(
      Effect.flatMap(fill(args, path, bindings), (filled) =>
        Effect.mapBoth(tool.prepare(filled, defaultGuildId), { onFailure: inPlan(path), onSuccess: withPosition(path) })
      ),
      (issues) => issues.map((issue) => ({ ...issue, message: `${issue.message}${which}` }))
    )
  )

/** Prefixes the paths of a tool's issues with their position in the plan. */
const inPlan =
  (path: Path) =>
  (error: ValidationError): ReadonlyArray<ValidationIssue> =>
    prefixIssues(formatPath(path))(error).validation_issues

/** Adds the position of the arguments in the plan to a call. */
const withPosition =
  (path: Path) =>
  (step: StepCall): StepCall => ({
    ...step,
    ...(step.resolveRisk && {
      resolveRisk: Effect.catchTag(step.resolveRisk, "ValidationError", prefixIssues(formatPath(path)))
    }),
    argumentsField: prefixPath(formatPath(path), step.argumentsField ?? "")
  })
