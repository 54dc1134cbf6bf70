import { Context, Duration, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { type GuildNotAllowedError, ScopeRejectedError, type ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { refusedInside } from "../tools/dsl/inside.ts"
import { scopeRejection } from "../tools/meta/scopes.ts"
import type { StepCall, ToolCall } from "../tools/Tool.ts"
import * as Consent from "./consent.ts"
import * as GuildBoundary from "./GuildBoundary.ts"
import { higherRisk, Permit, type Risk } from "./Permit.ts"
import * as RiskResolver from "./resolveRisk.ts"

/** Why a call may not run. A `DiscordFailure` comes from the gate's own lookups. */
export type Refusal = ScopeRejectedError | GuildNotAllowedError | Consent.ConsentFailure | DiscordFailure

/** Decides whether a call may run. `discord/` requires the permit that it grants. */
export class Gate extends Context.Tag("effect-discord-mcp/safety/Gate")<
  Gate,
  {
    readonly permit: (call: ToolCall) => Effect.Effect<Permit["Type"], Refusal>
    /** Decides about a step of a plan. The plan's permit stands for the step's consent. */
    readonly permitStep: (plan: Permit["Type"], call: ToolCall) => Effect.Effect<Permit["Type"], Refusal>
  }
>() {}

/** Applies the rules of the settings in this order: scopes and read-only mode, guild boundary, consent. */
export const layer: Layer.Layer<Gate, never, Settings | Discord> = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const settings = yield* Settings
    const discord = yield* Discord
    const boundary = yield* GuildBoundary.make(discord, settings)
    const resolveRisk = RiskResolver.make(discord)
    const consent = yield* Consent.make(discord, settings)

    /** Checks scopes, read-only mode and the guild boundary, for each step of a plan. No consent overrides them. */
    const checkBounds = (
      call: ToolCall
    ): Effect.Effect<string | undefined, ScopeRejectedError | GuildNotAllowedError | DiscordFailure> => {
      const rejected = [call, ...(call.steps ?? [])].flatMap(({ tool }) => scopeRejection(tool, settings) ?? [])[0]
      if (rejected !== undefined) return new ScopeRejectedError(rejected)
      return Effect.zipRight(
        checkIdentity,
        call.steps === undefined
          ? boundary.check(call)
          : Effect.as(Effect.forEach(call.steps, checkStepBounds, DISCARD), undefined)
      )
    }
    // Runs before the gate's own reads. A preview omits what it cannot read, so it would hide that the token is of another bot.
    const checkIdentity = Effect.provideService(discord.identified, Permit, Permit.grant("identity", "read"))
    const checkStepBounds = (step: StepCall) =>
      withArgumentPath(step.argumentsField)<unknown, GuildNotAllowedError | DiscordFailure>(
        step.arguments === undefined ? boundary.checkOutline(step) : boundary.check(step)
      )

    /** A step whose risk the plan's permit covers needs no further consent. */
    const decide = (requested: ToolCall, planPermit?: Permit["Type"]): Effect.Effect<Permit["Type"], Refusal> =>
      withArgumentPath(requested.argumentsField)(checkBounds(requested)).pipe(
        Effect.flatMap((guildId) => Effect.map(resolveRisk(requested), (call) => ({ call, guildId }))),
        Effect.flatMap(({ call, guildId }) =>
          Effect.map(
            planPermit?.covers(call.risk) === true
              ? approvedByPlan(call)
              : withArgumentPath(call.argumentsField)(consent.obtain(call)),
            (approvalTime) =>
              Permit.grant(call.tool.name, call.risk, approvalTime, call.steps && risksOf(call.steps), guildId)
          )
        )
      )

    /** Fails if a person declined this step before. */
    const approvedByPlan = (call: ToolCall) =>
      call.risk === "destructive" ? Effect.zipRight(consent.failIfDeclined(call), NO_TIME) : NO_TIME

    return Gate.of({ permit: (call) => decide(call), permitStep: (plan, call) => decide(call, plan) })
  })
)

/** Returns the highest risk of each step of a plan. A step can be several calls. */
const risksOf = (steps: ReadonlyArray<StepCall>): ReadonlyMap<number, Risk> => {
  const risks = new Map<number, Risk>()
  for (const { risk, written } of steps) {
    if (written !== undefined) risks.set(written.at, higherRisk(risks.get(written.at) ?? "read", risk))
  }
  return risks
}

const DISCARD = { discard: true } as const
const NO_TIME = Effect.succeed(Duration.zero)

/** Prefixes the path in a refusal with the caller's field that holds the arguments. */
const withArgumentPath =
  (field: string | undefined) =>
  <A, E extends Refusal>(checked: Effect.Effect<A, E>): Effect.Effect<A, E | ValidationError | GuildNotAllowedError> =>
    field === undefined ? checked : Effect.mapError(checked, refusedInside(field))
