/** Checked by `tsc`: the compiler must report each expected error below. */
// @effect-diagnostics missingEffectContext:off
import { Effect } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import type { DiscordRequest } from "../../src/discord/DiscordRequest.ts"
import { Permit } from "../../src/discord/Permit.ts"
import type { ToolCall } from "../../src/tools/Tool.ts"

declare const discord: Discord["Type"]
declare const request: DiscordRequest
declare const permit: Permit["Type"]
declare const call: ToolCall

// A request to Discord requires a permit of the gate.
const asked = discord.request(request)
// @ts-expect-error a Discord call without Permit cannot be run
export const ungated = Effect.runPromise(asked)
// @ts-expect-error it cannot be assigned to an effect without requirements
export const hidden: Effect.Effect<unknown, unknown> = asked
export const gated: Effect.Effect<unknown, unknown> = Effect.provideService(asked, Permit, permit)

// The work of a tool requires a permit, too.
const served = Effect.provideService(call.run, Discord, discord)
// @ts-expect-error the work of a tool without Permit cannot be run
export const ungatedTool = Effect.runPromise(served)

// Only `Permit.grant` makes a permit.
// @ts-expect-error a literal with the same fields is not a permit
export const literal: Permit["Type"] = { tool: "messages_send", risk: "destructive", covers: () => true }
// @ts-expect-error a copy of the fields of a permit is not a permit
export const copied: Permit["Type"] = { ...permit, risk: "destructive" }
// @ts-expect-error only `Permit.grant` constructs one
export const made = new Permit("messages_send", "destructive")
// @ts-expect-error the risk of a permit cannot be changed
permit.risk = "destructive"
// @ts-expect-error a literal does not permit a request
export const forged = Effect.provideService(asked, Permit, { tool: "x", risk: "read", covers: () => true })

/** A class with the same public members. It is not a permit, because it lacks the private field. */
class Lookalike {
  readonly tool = "messages_send"
  readonly risk = "destructive"
  covers(): boolean {
    return true
  }
}
// @ts-expect-error an instance of another class is not a permit
export const lookalike: Permit["Type"] = new Lookalike()
