import { Effect, Either, Exit } from "effect"
import { Permit } from "../discord/Permit.ts"
import { envelopeOfCause } from "../dispatch/CallResult.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { toEnvelope } from "../errors/failureEnvelope.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { hasFailed } from "../errors/PipelineReport.ts"
import { ClientCalls } from "../tools/ClientCalls.ts"
import { prefixErrorPaths } from "../tools/dsl/checks.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import { ToolRunner } from "../tools/Tool.ts"
import { splitNotice, type ToolResult } from "../tools/ToolResult.ts"
import { fill, NO_LIMIT } from "./fill.ts"
import { issueAt } from "./inspectStep.ts"
import { type CallOutcome, type StepOutcome, skipped } from "./Outcome.ts"
import type { PlanStep } from "./Plan.ts"
import type { PlanRun } from "./PlanRun.ts"
import { redactTemplateValues } from "./redaction.ts"
import type { Bindings } from "./reference.ts"
import type { Path } from "./template.ts"

/**
 * Fills in the templates of one call, runs it and returns its outcome. Never fails. A call whose
 * templates cannot be filled in is not sent.
 */
export const runCall = (
  step: PlanStep,
  path: Path,
  bindings: Bindings,
  run: PlanRun
): Effect.Effect<CallOutcome, never, ToolRunner | Permit> =>
  Effect.suspend(() => {
    if (run.stoppedBy !== undefined) return Effect.succeed(skipped({ why: "stopped", step: run.stoppedBy }))
    const skippedOutcome = checkCondition(step, path, bindings)
    if (skippedOutcome !== undefined) return Effect.succeed(skippedOutcome)
    const args = fill(step.args, [...path, "args"], bindings)
    if (Either.isLeft(args)) return Effect.succeed(invalid(args.left))
    if (run.kept.isFull) {
      // No other call of the plan can be made, either.
      run.stoppedBy = step.id
      return Effect.succeed(invalid([resultsTooLarge(path)]))
    }
    return Effect.updateService(execute(step, args.right), Permit, (permit) => permit.forStep(Number(path[1])))
  }).pipe(
    Effect.tap((outcome) =>
      Effect.sync(() => {
        if (outcome.status === "ok") run.kept.keep(Number(path[1]), outcome.result)
        if (outcome.status === "failed") run.kept.keepError(outcome.error)
        stopAfter(step, outcome, run)
      })
    ),
    // Otherwise calls that wait for nothing would hold the event loop until the plan has ended.
    (call) => Effect.flatMap(ClientCalls, (budgets) => budgets.runPart(call, isRefused))
  )

const isRefused = (outcome: CallOutcome): boolean =>
  outcome.status === "failed" && outcome.error.code === "BULKHEAD_SATURATED"

/** Records a failure that stops the plan, before the next call gets a slot. */
export const stopAfter = ({ id, on_error }: PlanStep, outcome: StepOutcome, run: PlanRun): void => {
  if (hasFailed(outcome) && on_error === "stop") run.stoppedBy ??= id
}

/**
 * Returns the outcome of a step whose condition is false, 0, null, empty or unresolved. Otherwise
 * returns `undefined`.
 */
export const checkCondition = (step: PlanStep, path: Path, bindings: Bindings): CallOutcome | undefined =>
  step.if === undefined
    ? undefined
    : Either.match(fill(step.if, [...path, "if"], bindings, NO_LIMIT), {
        onLeft: invalid,
        onRight: (value) =>
          (Array.isArray(value) ? value.length > 0 : Boolean(value)) ? undefined : skipped({ why: "condition" })
      })

const execute = (step: PlanStep, args: unknown): Effect.Effect<CallOutcome, never, ToolRunner | Permit> =>
  Effect.gen(function* () {
    const { stopping = Effect.never } = yield* Progress
    const call = Effect.flatMap(ToolRunner, (runner) => makeCall(step, args, runner))
    // A step's own progress would be mistaken for the plan's progress.
    return yield* Effect.provideService(call, Progress, { report: () => Effect.void, stopping })
  }).pipe(
    Effect.map((result): CallOutcome => ({ status: "ok", result: plainData(result), attempts: result.attempts ?? 1 })),
    Effect.mapError(redactTemplateValues(step)),
    Effect.exit,
    Effect.flatMap((exit) =>
      Exit.isSuccess(exit) ? Effect.succeed(exit.value) : Effect.map(envelopeOfCause(exit.cause), failed)
    ),
    Effect.annotateLogs({ step: step.id, step_tool: step.tool })
  )

/**
 * Makes the call. A dispatcher's inner call runs directly, because its risk was checked for the
 * whole plan. The filled-in call can have a lower risk than its outline.
 */
const makeCall = (
  { tool }: PlanStep,
  args: unknown,
  runner: ToolRunner["Type"]
): ReturnType<ToolRunner["Type"]["run"]> => {
  const inner = Object(args)
  return isDispatcher(tool) && typeof inner.tool === "string"
    ? Effect.mapError(runner.run(inner.tool, inner.args ?? {}), prefixErrorPaths("args"))
    : runner.run(tool, args)
}

const failed = (error: Envelope): CallOutcome => ({ status: "failed", error, attempts: error.attempts ?? 0 })

/** Makes the outcome of a call with validation issues. */
export const invalid = (validation_issues: ReadonlyArray<ValidationIssue>): CallOutcome =>
  failed(toEnvelope(new ValidationError({ validation_issues })))

const resultsTooLarge = (path: Path): ValidationIssue =>
  issueAt(
    path,
    "the results of the steps before are too large to keep: ask them for less, with limit or a view",
    "results_too_large"
  )

/** Converts a result to plain JSON data, as the caller and later steps see it. */
const plainData = (result: ToolResult): unknown => {
  const { data, notice } = splitNotice(result)
  const notices = [...(notice === undefined ? [] : [notice]), ...(result.image === undefined ? [] : [PICTURE_NOTICE])]
  return JSON.parse(JSON.stringify(notices.length === 0 ? data : { ...data, notice: notices.join(" ") }))
}

/** The notice for a step whose tool shows a picture: a report has data only. */
const PICTURE_NOTICE = "A plan shows no pictures: to see it, call the tool by itself."
