import { Context, Duration, Effect, Layer } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { FileSource } from "../discord/FileSource.ts"
import { issueAt } from "../discord/refuseSecrets.ts"
import { ToolNotFound, ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { callExitLabels, exitLabels } from "../errors/metricLabels.ts"
import { firstChars, truncateWithLength } from "../errors/truncate.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Gate, type Refusal } from "../safety/Gate.ts"
import { Permit } from "../safety/Permit.ts"
import { AuditLog } from "../telemetry/audit/AuditLog.ts"
import { OwnSecrets, type OwnSecretsShape } from "../telemetry/OwnSecrets.ts"
import { annotate, type SpanOptions, span } from "../telemetry/span.ts"
import { Catalogue, namesNear } from "../tools/Catalogue.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { ToolRunner } from "../tools/ToolRunner.ts"
import { type Answer, success } from "./Answer.ts"
import { conclude } from "./conclude.ts"
import { Dispatch } from "./Dispatch.ts"
import { conclusionLabels, measured } from "./measure.ts"
import { recorded } from "./record.ts"
import { withinSize } from "./withinSize.ts"

/** Dispatch over the catalogue. */
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

      const prepared = Effect.fnUntraced(function* (name: string, input: unknown) {
        // In place of arguments that could not even be read stands why.
        if (input instanceof ValidationError) return yield* input
        // Before anything looks at the input: what it says of it may repeat a part of a secret.
        const secret = secrets.find({ name }) ?? secrets.find(input)
        if (secret !== undefined) return yield* new ValidationError({ validation_issues: [issueAt(secret)] })
        const tool = yield* catalogue.find(name)
        if (tool === undefined) return yield* notFound(name, catalogue.names)
        const call = yield* tool.prepare(input, settings.defaultGuildId)
        yield* annotate({ "mcp.risk": call.risk })
        return call
      })

      /** Through the gate, and on to the work; what may change something is on record before and after. */
      const through = (
        call: ToolCall,
        passing: Effect.Effect<Permit["Type"], Refusal>
      ): Effect.Effect<ToolResult, DiscordMcpError> =>
        recorded(audit, call, (onPermit) =>
          passing.pipe(
            span("gate", {}, { ended: exitLabels }),
            Effect.flatMap((permit) => {
              onPermit(permit)
              // The time for approval does not count against the deadline.
              const work = Deadline.extend(Duration.toMillis(permit.approvalTime))(
                Effect.provide(call.run, Context.add(services, Permit, permit))
              )
              return permit.risk === call.risk ? work : Effect.zipRight(annotate({ "mcp.risk": permit.risk }), work)
            }),
            // A plan has no time of its own: each of its steps has.
            (work) =>
              call.tool.duration === "steps"
                ? work
                : Deadline.limit(budgetsOf(settings, call.tool.duration).deadlineMs)(work),
            Effect.tap(({ attempts }) => (attempts === undefined ? Effect.void : annotate({ attempts })))
          )
        )

      const running = Effect.fnUntraced(function* (name: string, input: unknown) {
        const call = yield* prepared(name, input)
        return yield* through(call, gate.permit(call))
      })

      /** A step of a plan takes the same way; the consent it needs is the plan's. */
      const step = Effect.fnUntraced(function* (name: string, input: unknown) {
        const plan = yield* Permit
        const call = yield* prepared(name, input)
        return yield* through(call, gate.permitStep(plan, call))
      })
      const door = ToolRunner.of({
        run: (name, input) => step(name, input).pipe(callSpan(told(name), { ended: callExitLabels }))
      })

      /** What the work of a call may ask for, given all at once: each part alone would cost as much as all. */
      const services = Context.make(Discord, discord).pipe(
        Context.add(FileSource, files),
        Context.add(Settings, settings),
        Context.add(ToolRunner, door)
      )

      /** The name of a tool, as counts and spans tell it: what is none may be any text. */
      const told = (name: string): string => (names.has(name) ? name : "unknown")

      return Dispatch.of({
        run: (name, input) =>
          Effect.map(running(name, input), (result) => ({ ...result, value: secrets.value(result.value) })).pipe(
            callSpan(told(name), { kind: "server", ended: callExitLabels })
          ),
        answer: (name, input) =>
          // A value that cannot be written is a bug of the call: it must not be one of the answer.
          Effect.flatMap(
            Effect.exit(
              Effect.flatMap(running(name, input), (result) => success(withinSize(result, settings.maxResultChars)))
            ),
            (exit) =>
              Effect.map(
                conclude(settings.errorDialect, truncateWithLength(name, NAME_MAX))(exit),
                ({ answer, ...rest }) => ({
                  ...rest,
                  answer: withoutSecrets(secrets, answer)
                })
              )
          ).pipe(callSpan(told(name), { kind: "server", ended: conclusionLabels }), measured(told(name)))
      })
    })
  )

/** An answer whose texts, ours and Discord's, hold no secret of this server. */
const withoutSecrets = (secrets: OwnSecretsShape, { isError, structured, text }: Answer): Answer => ({
  isError,
  structured: secrets.value(structured),
  text: secrets.text(text)
})

/** What is no tool may be any text, of any length. */
const notFound = (name: string, names: ReadonlyArray<string>) =>
  new ToolNotFound({ tool: truncateWithLength(name, NAME_MAX), near: namesNear(firstChars(name, NAME_MAX), names) })

/** More characters than any tool's name has, and few enough to be told with how many there were. */
const NAME_MAX = 64

const callSpan = <A, E>(tool: string, options: SpanOptions<A, E>) =>
  span(`tools/call ${tool}`, { "mcp.tool": tool }, options)
