import { Effect } from "effect"
import { Discord } from "../discord/Discord.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Call, Weighing } from "../tools/Tool.ts"
import { Clearance, higherRisk, Permit, type Risk } from "./Clearance.ts"
import * as boundedReads from "./preview/boundedReads.ts"

/**
 * Gives a call the risk it turns out to have: some arguments mean nothing until
 * Discord is asked, as the id of a role. Of a plan, that of its most dangerous step.
 */
export const make =
  (discord: Discord["Type"]) =>
  (call: Call): Effect.Effect<Call, DiscordFailure> => {
    const weighings = [call, ...(call.steps ?? [])].flatMap(({ weigh }) => weigh ?? [])
    return weighings.length === 0
      ? Effect.succeed(call)
      : // The steps of a plan often ask for the same: the roles of one guild.
        Effect.flatMap(boundedReads.make(discord, Number.POSITIVE_INFINITY), (reads) =>
          Effect.forEach(weighings, (weighing) => ask(reads, weighing), { concurrency: 4 })
        ).pipe(
          Effect.map((risks) => ({ ...call, risk: risks.reduce(higherRisk, call.risk) })),
          Effect.scoped
        )
  }

const ask = (discord: Discord["Type"], weighing: Weighing): Effect.Effect<Risk, DiscordFailure> =>
  weighing.pipe(Effect.provideService(Discord, discord), Effect.provideService(Clearance, Permit.grant("risk", "read")))
