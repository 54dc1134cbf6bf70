import { Effect } from "effect"
import { Discord } from "../discord/Discord.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { RiskResolution, StepCall, ToolCall } from "../tools/Tool.ts"
import { higherRisk, Permit, type Risk } from "./Permit.ts"
import * as boundedReads from "./preview/boundedReads.ts"

/**
 * Gives a call the risk it turns out to have: some arguments mean nothing until
 * Discord is asked, as the id of a role. The same for each step of a plan, which has
 * the risk of its most dangerous one.
 */
export const make =
  (discord: Discord["Type"]) =>
  (call: ToolCall): Effect.Effect<ToolCall, DiscordFailure> =>
    [call, ...(call.steps ?? [])].some(({ resolveRisk }) => resolveRisk !== undefined)
      ? // The steps of a plan often ask for the same: the roles of one guild.
        Effect.flatMap(boundedReads.make(discord, Number.POSITIVE_INFINITY), (reads) => {
          const weighed = <One extends StepCall>(one: One): Effect.Effect<One, DiscordFailure> =>
            one.resolveRisk === undefined
              ? Effect.succeed(one)
              : Effect.map(ask(reads, one.resolveRisk), (risk) => ({ ...one, risk: higherRisk(one.risk, risk) }))
          return Effect.zipWith(
            weighed(call),
            Effect.forEach(call.steps ?? [], weighed, { concurrency: 4 }),
            (whole, steps): ToolCall => ({
              ...whole,
              ...(call.steps !== undefined && { steps }),
              risk: steps.map(({ risk }) => risk).reduce(higherRisk, whole.risk)
            })
          )
        }).pipe(Effect.scoped)
      : Effect.succeed(call)

const ask = (discord: Discord["Type"], weighing: RiskResolution): Effect.Effect<Risk, DiscordFailure> =>
  weighing.pipe(Effect.provideService(Discord, discord), Effect.provideService(Permit, Permit.grant("risk", "read")))
