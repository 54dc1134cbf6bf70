/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
// @effect-diagnostics missingEffectContext:off
import { Effect } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import { Clearance, Permit } from "../../src/safety/Clearance.ts"
import type { Call } from "../../src/tools/Tool.ts"

declare const discord: Discord["Type"]
declare const request: DiscordRequest
declare const permit: Permit
declare const call: Call

// A request to Discord needs the proof that the gate let it pass.
const asked = discord.request(request)
// @ts-expect-error a Discord call without Clearance cannot be run
export const ungated = Effect.runPromise(asked)
// @ts-expect-error nor can it be hidden in an effect that needs nothing
export const hidden: Effect.Effect<unknown, unknown> = asked
export const gated: Effect.Effect<unknown, unknown> = Effect.provideService(asked, Clearance, permit)

// The work of a tool is no way around it.
const served = Effect.provideService(call.run, Discord, discord)
// @ts-expect-error the work of a tool without Clearance cannot be run
export const ungatedTool = Effect.runPromise(served)

// A permit is made in one place only.
// @ts-expect-error a literal that looks like a permit is none
export const literal: Permit = { tool: "messages_send", risk: "destructive", covers: () => true }
// @ts-expect-error the parts of a true permit are none either
export const copied: Permit = { ...permit, risk: "destructive" }
// @ts-expect-error nobody but `Permit.grant` constructs one
export const made = new Permit("messages_send", "destructive")
// @ts-expect-error what was cleared cannot be widened afterwards
permit.risk = "destructive"
// @ts-expect-error a literal does not clear a request
export const forged = Effect.provideService(asked, Clearance, { tool: "x", risk: "read", covers: () => true })

/** A class of one's own with the same members is no permit: the sealed field is private to the true one. */
class Lookalike {
  readonly tool = "messages_send"
  readonly risk = "destructive"
  covers(): boolean {
    return true
  }
}
// @ts-expect-error a class that looks like a permit does not make one
export const lookalike: Permit = new Lookalike()
