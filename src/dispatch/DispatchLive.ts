import { Cause, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { FileSource } from "../discord/FileSource.ts"
import { issueAt } from "../discord/secretIn.ts"
import { ScopeRejectedError, ToolNotFound, ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { failIfPolicyRejects } from "../errors/failIfPolicyRejects.ts"
import { callExitLabels, exitLabels } from "../errors/metricLabels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Gate, type Refusal } from "../safety/Gate.ts"
import { Permit, type PolicyChecks } from "../safety/Permit.ts"
import { AuditLog } from "../telemetry/audit/AuditLog.ts"
import { OwnSecrets, type OwnSecretsShape } from "../telemetry/OwnSecrets.ts"
import { annotate, annotateResult, type SpanOptions, span } from "../telemetry/span.ts"
import { firstChars, truncateWithLength } from "../text/words.ts"
import { Catalogue, namesNear } from "../tools/Catalogue.ts"
import { META } from "../tools/meta/scopes.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { ToolRunner } from "../tools/ToolRunner.ts"
import { type Answer, answerOf } from "./Answer.ts"
import { conclude, conclusionLabels, withCallMetrics } from "./conclude.ts"
import { Dispatch } from "./Dispatch.ts"
import { withAuditRecord } from "./record.ts"
import { shownWithin } from "./withinSize.ts"

/** Dispatches calls to the tools of the catalogue. */
export const layer: Layer.Layer<Dispatch, never, AuditLog | Catalogue | Settings | Discord | FileSource | Gate> =
  Layer.effect(
    Dispatch,
    Effect.gen(function* () {
      const audit = yield* AuditLog
      const catalogue = yield* Catalogue
      const settings = yield* Settings
      const discord = yield* Discord
      const files = yield* FileSource
      const gate = yield* Gate
      const secrets = yield* OwnSecrets
      const names = new Set(catalogue.names)

      const prepare = Effect.fnUntraced(function* (name: string, input: unknown) {
        // The arguments are unreadable, and `input` is the reason.
        if (input instanceof ValidationError) return yield* input
        // Checked first, because a validation message may repeat a part of a secret.
        const secret = secrets.find({ name }) ?? secrets.find(input)
        if (secret !== undefined) return yield* new ValidationError({ validation_issues: [issueAt(secret)] })
        const tool = yield* catalogue.find(name)
        if (tool === undefined) return yield* notFound(name, catalogue.names)
        // Checked here, because the gate checks the tool that a dispatcher runs, not the dispatcher.
        if (tool.category === META && settings.excludeTools?.includes(name)) {
          return yield* excluded(name)
        }
        const call = yield* tool.prepare(input, settings.defaultGuildId)
        yield* annotate({ "mcp.risk": call.risk })
        return call
      })

      /** Authorizes and runs a call. Calls that may change Discord are recorded before and after. */
      const authorizeAndRun = (
        call: ToolCall,
        permit: (deadline: number) => Effect.Effect<Permit["Type"], Refusal>
      ): Effect.Effect<ToolResult, DiscordMcpError> => {
        let result: PolicyChecks["beforeResult"] | undefined
        return withAuditRecord(
          audit,
          call,
          (onPermit) =>
            Effect.gen(function* () {
              // A plan has no deadline: each step has one.
              const deadline = yield* call.tool.duration === "steps"
                ? Deadline.Deadline
                : Deadline.after(budgetsOf(settings, call.tool.duration).deadlineMs)
              const granted = yield* span("gate", {}, { ended: exitLabels })(permit(deadline))
              onPermit(granted)
              result = granted.policy.beforeResult
              if (granted.risk !== call.risk) yield* annotate({ "mcp.risk": granted.risk })
              const context = Context.add(services, Permit, granted).pipe(
                // The time for approval does not count against the deadline.
                Context.add(Deadline.Deadline, deadline + Duration.toMillis(granted.approvalTime))
              )
              return yield* Effect.provide(call.run, context)
            }).pipe(annotateResult(({ attempts }) => (attempts === undefined ? {} : { attempts })))
          // Checked outside of the audit record, which has the outcome of the call.
        ).pipe((running) => withheldIfRejected(running, () => result))
      }

      const runCall = Effect.fnUntraced(function* (name: string, input: unknown) {
        const call = yield* prepare(name, input)
        return yield* authorizeAndRun(call, (deadline) => gate.permit(call, deadline))
      })

      /** Runs a step of a plan. The plan's consent covers it. */
      const runStep = Effect.fnUntraced(function* (name: string, input: unknown) {
        const plan = yield* Permit
        const call = yield* prepare(name, input)
        return yield* authorizeAndRun(call, (deadline) => gate.permitStep(plan, call, deadline))
      })
      const runner = ToolRunner.of({
        run: (name, input) => runStep(name, input).pipe(withCallSpan(labelOf(name), { ended: callExitLabels }))
      })

      /** The services of a call in one context, because providing one service costs as much as providing all. */
      const services = Context.make(Discord, discord).pipe(
        Context.add(FileSource, files),
        Context.add(Settings, settings),
        Context.add(ToolRunner, runner)
      )

      /** Returns the name of a tool for metrics and spans; `unknown` for an unknown name, which can be any text. */
      const labelOf = (name: string): string => (names.has(name) ? name : "unknown")

      /**
       * Makes the answer of a result. For nearly all results, one search of the JSON shows that they
       * contain no secret.
       */
      const answerTo = (result: ToolResult): Effect.Effect<Answer> => {
        const shown = shownWithin(result, settings.maxResultChars)
        const answer = answerOf(shown)
        return [shown.json, ...shown.fields, ...shown.notices].some(secrets.mayBeInJson)
          ? Effect.map(answer, (answer) => withoutSecrets(secrets, answer))
          : answer
      }

      const runAndConclude = Effect.fnUntraced(function* (name: string, input: unknown) {
        // A value that cannot be serialized is a defect of the call, not of the answer.
        const exit = yield* Effect.exit(Effect.flatMap(runCall(name, input), answerTo))
        const concluded = yield* conclude(settings.errorDialect, truncateWithLength(name, NAME_MAX))(exit)
        return concluded.failed === undefined
          ? concluded
          : { ...concluded, answer: withoutSecrets(secrets, concluded.answer) }
      })

      return Dispatch.of({
        run: (name, input) =>
          Effect.map(runCall(name, input), (result) => ({ ...result, value: secrets.value(result.value) })).pipe(
            withCallSpan(labelOf(name), { kind: "server", ended: callExitLabels })
          ),
        answer: (name, input) =>
          runAndConclude(name, input).pipe(
            withCallSpan(labelOf(name), { kind: "server", ended: conclusionLabels }),
            withCallMetrics(labelOf(name))
          )
      })
    })
  )

/**
 * Withholds the result or the failure of a call if the caller's policy has changed so that the caller may no longer see
 * it. A call without a check never got a permit.
 */
const withheldIfRejected = (
  running: Effect.Effect<ToolResult, DiscordMcpError>,
  check: () => PolicyChecks["beforeResult"] | undefined
): Effect.Effect<ToolResult, DiscordMcpError> =>
  Effect.flatMap(Effect.exit(running), (exit) => {
    const beforeResult = check()
    return beforeResult === undefined || isPolicyRejection(exit)
      ? exit
      : Effect.zipRight(failIfPolicyRejects(beforeResult, "result_withheld"), exit)
  })

/** Returns whether a call ended because of its caller's policy. Its failure says whether an attempt was sent before. */
const isPolicyRejection = (exit: Exit.Exit<unknown, DiscordMcpError>): boolean =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), ({ _tag }) => _tag === "ScopeRejectedError")

/** Removes this server's secrets from an answer. */
const withoutSecrets = (secrets: OwnSecretsShape, { structured, text, ...answer }: Answer): Answer => ({
  ...answer,
  structured: secrets.value(structured),
  text: secrets.text(text)
})

/** Makes the error for an unknown name. The name is truncated, because it can have any length. */
const notFound = (name: string, names: ReadonlyArray<string>) =>
  new ToolNotFound({ tool: truncateWithLength(name, NAME_MAX), near: namesNear(firstChars(name, NAME_MAX), names) })

const excluded = (tool: string) =>
  new ScopeRejectedError({ tool, required: `tool ${tool}`, granted: "every tool but that one" })

/** The maximum length of a name in an error, in characters. Every tool name is shorter. */
const NAME_MAX = 64

const withCallSpan = <A, E>(tool: string, options: SpanOptions<A, E>) =>
  span(`tools/call ${tool}`, { "mcp.tool": tool }, options)
