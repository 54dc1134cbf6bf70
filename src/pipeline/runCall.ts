import { Effect, Either, Exit } from "effect"
import { envelopeOf } from "../dispatch/conclude.ts"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { Envelope } from "../errors/Envelope.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { toEnvelope } from "../errors/toEnvelope.ts"
import { Permit } from "../safety/Permit.ts"
import { refusedInside } from "../tools/dsl/inside.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { ToolRunner } from "../tools/ToolRunner.ts"
import { type Child, skipped } from "./Child.ts"
import { ANY_ROOM, fill } from "./fill.ts"
import { issueAt } from "./inspectStep.ts"
import type { PlanStep } from "./Plan.ts"
import { KEPT_CHARS_MAX, type Run } from "./Run.ts"
import type { Scope } from "./reference.ts"
import type { Path } from "./template.ts"
import { withoutValues } from "./withoutValues.ts"

/**
 * Makes one call of a plan, in the place of all that its templates refer to, and
 * tells how it ended, whatever happens. What cannot be filled in is not sent.
 */
export const runCall = (
  step: PlanStep,
  path: Path,
  scope: Scope,
  run: Run
): Effect.Effect<Child, never, ToolRunner | Permit> =>
  Effect.suspend(() => {
    if (run.stoppedBy !== undefined) return Effect.succeed(skipped({ why: "stopped", step: run.stoppedBy }))
    const without = unmet(step, path, scope)
    if (without !== undefined) return Effect.succeed(without)
    const args = fill(step.args, [...path, "args"], scope)
    if (Either.isLeft(args)) return Effect.succeed(invalid(args.left))
    if (run.keptChars > KEPT_CHARS_MAX) return Effect.succeed(invalid([tooMuch(path)]))
    return Effect.updateService(made(step, args.right, run), Permit, (permit) => permit.forStep(Number(path[1])))
  }).pipe(Effect.tap((child) => Effect.sync(() => stopAfter(step, child, run))))

/** Nothing starts after a failure that stops the plan; whoever waits for this call's turn is to know by then. */
export const stopAfter = ({ id, on_error }: PlanStep, { status }: Child, run: Run): void => {
  if (status === "failed" && on_error === "stop") run.stoppedBy ??= id
}

/** How a step ends whose condition does not hold: it is false, 0, null or empty, or refers to nothing. */
export const unmet = (step: PlanStep, path: Path, scope: Scope): Child | undefined =>
  step.if === undefined
    ? undefined
    : Either.match(fill(step.if, [...path, "if"], scope, ANY_ROOM), {
        onLeft: invalid,
        onRight: (value) =>
          (Array.isArray(value) ? value.length > 0 : Boolean(value)) ? undefined : skipped({ why: "condition" })
      })

const made = (step: PlanStep, args: unknown, run: Run): Effect.Effect<Child, never, ToolRunner | Permit> =>
  Effect.flatMap(ToolRunner, (door) => called(step, args, door)).pipe(
    Effect.map((result): Child => {
      const { value, written } = shown(result)
      run.keptChars += written
      return { status: "ok", result: value, attempts: result.attempts ?? 1 }
    }),
    Effect.mapError(withoutValues(step)),
    // A step is told of when it is done; how far it is would be mistaken for how far the plan is.
    Effect.provideService(Progress, { report: () => Effect.void }),
    Effect.exit,
    Effect.flatMap((exit) =>
      Exit.isSuccess(exit) ? Effect.succeed(exit.value) : Effect.map(envelopeOf(exit.cause), failed)
    ),
    Effect.annotateLogs({ step: step.id, step_tool: step.tool })
  )

/**
 * Makes the call. What a dispatcher names is called itself: the risk it lets through was
 * checked for the whole plan, and filled in, the call may have less than the highest it could have.
 */
const called = ({ tool }: PlanStep, args: unknown, door: ToolRunner["Type"]): ReturnType<ToolRunner["Type"]["run"]> => {
  const carried = Object(args)
  return isDispatcher(tool) && typeof carried.tool === "string"
    ? Effect.mapError(door.run(carried.tool, carried.args ?? {}), refusedInside("args"))
    : door.run(tool, args)
}

const failed = (error: Envelope): Child => ({ status: "failed", error, attempts: error.attempts ?? 0 })

/** A call that cannot be made as the plan says. */
export const invalid = (validation_issues: ReadonlyArray<ValidationIssue>): Child =>
  failed(toEnvelope(new ValidationError({ validation_issues })))

const tooMuch = (path: Path): ValidationIssue =>
  issueAt(
    path,
    "the results of the steps before are too large to keep: ask them for less, with limit or a view",
    "results_too_large"
  )

/** A result as the caller is shown it, and later steps see it: plain data, with fields of its own alone. */
const shown = ({ notice, value }: ToolResult): { readonly value: unknown; readonly written: number } => {
  const root = typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value }
  const text = JSON.stringify(notice === undefined ? root : { ...root, notice })
  return { value: JSON.parse(text), written: text.length }
}
