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
import * as Weigh from "./resolveRisk.ts"

/** Why a call may not run. A `DiscordFailure` is of the gate's own look-ups. */
export type Refusal = ScopeRejectedError | GuildNotAllowedError | Consent.Withheld | DiscordFailure

/** The gate: may this call run, now, as it stands? The permit it gives is what `discord/` asks for. */
export class Gate extends Context.Tag("effect-discord-mcp/safety/Gate")<
  Gate,
  {
    readonly pass: (call: ToolCall) => Effect.Effect<Permit["Type"], Refusal>
    /** Decides about a step of a plan. The plan's permit stands for the step's consent. */
    readonly passStep: (plan: Permit["Type"], call: ToolCall) => Effect.Effect<Permit["Type"], Refusal>
  }
>() {}

/** The gate with the rules of the settings, always in this order: scopes and read-only, guild boundary, consent. */
export const layer: Layer.Layer<Gate, never, Settings | Discord> = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const settings = yield* Settings
    const discord = yield* Discord
    const boundary = yield* GuildBoundary.make(discord, settings)
    const weighed = Weigh.make(discord)
    const consent = yield* Consent.make(discord, settings)

    /** Scopes, read-only, guild boundary: what holds whoever agrees. Of a plan, for each of its steps. */
    const bounds = (
      call: ToolCall
    ): Effect.Effect<string | undefined, ScopeRejectedError | GuildNotAllowedError | DiscordFailure> => {
      const rejected = [call, ...(call.steps ?? [])].flatMap(({ tool }) => scopeRejection(tool, settings) ?? [])[0]
      if (rejected !== undefined) return new ScopeRejectedError(rejected)
      return Effect.zipRight(
        identified,
        call.steps === undefined
          ? boundary.check(call)
          : Effect.as(Effect.forEach(call.steps, boundsOfStep, DISCARD), undefined)
      )
    }
    // Before the gate's own reads: a preview leaves out what it cannot read, and would hide that the bot is another one.
    const identified = Effect.provideService(discord.identified, Permit, Permit.grant("identity", "read"))
    const boundsOfStep = (step: StepCall) =>
      saidInside(step.argumentsField)<unknown, GuildNotAllowedError | DiscordFailure>(
        step.arguments === undefined ? boundary.checkOutline(step) : boundary.check(step)
      )

    /** Always in this order. What was agreed to before, as a part of a plan, is not asked for again. */
    const passed = (asked: ToolCall, agreed?: Permit["Type"]): Effect.Effect<Permit["Type"], Refusal> =>
      saidInside(asked.argumentsField)(bounds(asked)).pipe(
        Effect.flatMap((guildId) => Effect.map(weighed(asked), (call) => ({ call, guildId }))),
        Effect.flatMap(({ call, guildId }) =>
          Effect.map(
            // A plan of less risk than this step turned out to have says nothing about it.
            agreed?.covers(call.risk) === true ? part(call) : saidInside(call.argumentsField)(consent.obtain(call)),
            (thought) => Permit.grant(call.tool.name, call.risk, thought, call.steps && risksOf(call.steps), guildId)
          )
        )
      )

    /** A step of what was agreed to. */
    const part = (call: ToolCall) =>
      call.risk === "destructive" ? Effect.zipRight(consent.notDeclined(call), NO_TIME) : NO_TIME

    return Gate.of({ pass: (call) => passed(call), passStep: (plan, call) => passed(call, plan) })
  })
)

/** The highest risk of each step of a plan; a step may be several calls. */
const risksOf = (steps: ReadonlyArray<StepCall>): ReadonlyMap<number, Risk> => {
  const risks = new Map<number, Risk>()
  for (const { risk, written } of steps) {
    if (written !== undefined) risks.set(written.at, higherRisk(risks.get(written.at) ?? "read", risk))
  }
  return risks
}

const DISCARD = { discard: true } as const
const NO_TIME = Effect.succeed(Duration.zero)

/** A refusal that names a place among the arguments, which stand inside a field of the caller's. */
const saidInside =
  (place: string | undefined) =>
  <A, E extends Refusal>(checked: Effect.Effect<A, E>): Effect.Effect<A, E | ValidationError | GuildNotAllowedError> =>
    place === undefined ? checked : Effect.mapError(checked, refusedInside(place))
