import { Duration, Effect, Layer } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { FileSource } from "../discord/FileSource.ts"
import { ToolNotFound } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Clearance, type Permit } from "../safety/Clearance.ts"
import { Gate, type Refusal } from "../safety/Gate.ts"
import { AuditLog } from "../telemetry/audit/AuditLog.ts"
import { Catalogue, namesNear } from "../tools/Catalogue.ts"
import { Door } from "../tools/Door.ts"
import type { Call, ToolResult } from "../tools/Tool.ts"
import { success } from "./Answer.ts"
import { conclude } from "./conclude.ts"
import { Dispatch } from "./Dispatch.ts"
import { labelSpan, measured } from "./measure.ts"
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

      const prepared = Effect.fnUntraced(function* (name: string, input: unknown) {
        const tool = yield* catalogue.find(name)
        if (tool === undefined) return yield* new ToolNotFound({ tool: name, near: namesNear(name, catalogue.names) })
        yield* Effect.annotateCurrentSpan({ "mcp.tool": name })
        return yield* tool.prepare(input, settings.defaultGuildId)
      })

      /** Through the gate, and on to the work; what may change something is on record before and after. */
      const through = (
        call: Call,
        passing: Effect.Effect<Permit, Refusal>
      ): Effect.Effect<ToolResult, DiscordMcpError> =>
        recorded(audit, call, (cleared) =>
          Effect.flatMap(Effect.tap(passing, cleared), (permit) =>
            // How long a person thinks about it is not the call's own time.
            Effect.provideService(call.run, Clearance, permit).pipe(Deadline.extend(Duration.toMillis(permit.thought)))
          ).pipe(
            Effect.provideService(Discord, discord),
            Effect.provideService(FileSource, files),
            Effect.provideService(Settings, settings),
            Effect.provideService(Door, door),
            // A plan has no time of its own: each of its steps has.
            (work) =>
              call.tool.duration === "steps"
                ? work
                : Deadline.limit(budgetsOf(settings, call.tool.duration).deadlineMs)(work)
          )
        )

      const run = Effect.fn("Dispatch.run")(function* (name: string, input: unknown) {
        const call = yield* prepared(name, input)
        return yield* through(call, gate.pass(call))
      }, Effect.tapError(labelSpan))

      /** A step of a plan takes the same way; the consent it needs is the plan's. */
      const step = Effect.fn("Dispatch.step")(function* (name: string, input: unknown) {
        const plan = yield* Clearance
        const call = yield* prepared(name, input)
        return yield* through(call, gate.passStep(plan, call))
      }, Effect.tapError(labelSpan))
      const door = Door.of({ run: step })

      return Dispatch.of({
        run,
        answer: (name, input) =>
          // A value that cannot be written is a bug of the call: it must not be one of the answer.
          Effect.flatMap(
            Effect.exit(
              Effect.flatMap(run(name, input), (result) => success(withinSize(result, settings.maxResultChars)))
            ),
            conclude(settings.errorDialect)
          ).pipe(measured(catalogue.names.includes(name) ? name : "unknown"), Effect.annotateLogs({ tool: name }))
      })
    })
  )
