import { Effect } from "effect"
import { Discord } from "../discord/Discord.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { RiskResolution, StepCall, ToolCall } from "../tools/Tool.ts"
import { higherRisk, Permit, type Risk } from "./Permit.ts"
import * as boundedReads from "./preview/boundedReads.ts"

/**
 * Raises a call's risk by what Discord knows. For example, the id of a role says nothing until the
 * role's permissions are read. Does the same for each step of a plan. A plan has the risk of its
 * riskiest step.
 */
export const make =
  (discord: Discord["Type"]) =>
  (call: ToolCall): Effect.Effect<ToolCall, DiscordFailure> =>
    [call, ...(call.steps ?? [])].some(({ resolveRisk }) => resolveRisk !== undefined)
      ? // Steps share reads, such as the roles of one guild.
        Effect.flatMap(boundedReads.make(discord, Number.POSITIVE_INFINITY), (reads) => {
          const resolved = <One extends StepCall>(one: One): Effect.Effect<One, DiscordFailure> =>
            one.resolveRisk === undefined
              ? Effect.succeed(one)
              : Effect.map(lookupRisk(reads, one.resolveRisk), (risk) => ({ ...one, risk: higherRisk(one.risk, risk) }))
          return Effect.zipWith(
            resolved(call),
            Effect.forEach(call.steps ?? [], resolved, { concurrency: 4 }),
            (whole, steps): ToolCall => ({
              ...whole,
              ...(call.steps !== undefined && { steps }),
              risk: steps.map(({ risk }) => risk).reduce(higherRisk, whole.risk)
            })
          )
        }).pipe(Effect.scoped)
      : Effect.succeed(call)

const lookupRisk = (discord: Discord["Type"], resolution: RiskResolution): Effect.Effect<Risk, DiscordFailure> =>
  resolution.pipe(Effect.provideService(Discord, discord), Effect.provideService(Permit, Permit.grant("risk", "read")))
