import { Context, Effect, Layer } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { FileSource } from "../discord/FileSource.ts"
import { ToolNotFound } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { Clearance } from "../safety/Clearance.ts"
import { Gate } from "../safety/Gate.ts"
import { findTool, namesNear } from "../tools/catalogue.ts"
import type { ToolResult } from "../tools/Tool.ts"
import { type Answer, success } from "./Answer.ts"
import { conclude } from "./conclude.ts"
import { measured } from "./measure.ts"
import { withinSize } from "./withinSize.ts"

/** The one way a call takes: decode, gate, run, record, answer. */
export class Dispatch extends Context.Tag("effect-discord-mcp/dispatch/Dispatch")<
  Dispatch,
  {
    /** Runs a tool; every way it can end is in the type. */
    readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError>
    /** Runs a tool and answers, whatever happens: an error, a defect, an interruption from within. */
    readonly answer: (tool: string, input: unknown) => Effect.Effect<Answer>
  }
>() {}

/** Dispatch over the catalogue. */
export const layer: Layer.Layer<Dispatch, never, Settings | Discord | FileSource | Gate> = Layer.effect(
  Dispatch,
  Effect.gen(function* () {
    const settings = yield* Settings
    const discord = yield* Discord
    const files = yield* FileSource
    const gate = yield* Gate

    const run = Effect.fn("Dispatch.run")(function* (name: string, input: unknown) {
      const tool = findTool(name)
      if (tool === undefined) return yield* new ToolNotFound({ tool: name, near: namesNear(name) })
      yield* Effect.annotateCurrentSpan({ "mcp.tool": name })
      const call = yield* tool.prepare(input, settings.defaultGuildId)
      return yield* Effect.flatMap(gate.pass(call), (permit) =>
        Effect.provideService(call.run, Clearance, permit)
      ).pipe(
        Effect.provideService(Discord, discord),
        Effect.provideService(FileSource, files),
        Effect.provideService(Settings, settings),
        Deadline.limit(budgetsOf(settings, tool.duration).deadlineMs)
      )
    })

    return Dispatch.of({
      run,
      answer: (name, input) =>
        // A value that cannot be written is a bug of the call: it must not be one of the answer.
        Effect.flatMap(
          Effect.exit(Effect.map(run(name, input), (result) => success(withinSize(result, settings.maxResultChars)))),
          conclude
        ).pipe(measured(findTool(name)?.name ?? "unknown"), Effect.annotateLogs({ tool: name }))
    })
  })
)
