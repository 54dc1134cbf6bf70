import { Context, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import type {
  DryRunPreview,
  GuildNotAllowedError,
  ScopeRejectedError,
  ValidationError
} from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { scopeRejection } from "../tools/scopes.ts"
import type { Call } from "../tools/Tool.ts"
import { Permit } from "./Clearance.ts"
import { missingConsent } from "./consent.ts"
import * as GuildBoundary from "./GuildBoundary.ts"

/** Why a call may not run. A `DiscordFailure` is of the gate's own look-ups. */
export type Refusal = ScopeRejectedError | GuildNotAllowedError | DryRunPreview | ValidationError | DiscordFailure

/** The gate: may this call run, now, as it stands? The permit it gives is what `discord/` asks for. */
export class Gate extends Context.Tag("effect-discord-mcp/safety/Gate")<
  Gate,
  { readonly pass: (call: Call) => Effect.Effect<Permit, Refusal> }
>() {}

/** The gate with the rules of the settings, always in this order: scopes and read-only, guild boundary, consent. */
export const layer: Layer.Layer<Gate, never, Settings | Discord> = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const settings = yield* Settings
    const boundary = yield* GuildBoundary.make(yield* Discord, settings)
    const pass = Effect.fn("Gate.pass")(function* (call: Call) {
      const rejected = scopeRejection(call.tool, settings)
      if (rejected !== undefined) return yield* rejected
      yield* boundary.check(call)
      const withheld = missingConsent(call, settings)
      if (withheld !== undefined) return yield* withheld
      return Permit.grant(call.tool.name, call.risk)
    })
    return Gate.of({ pass })
  })
)
