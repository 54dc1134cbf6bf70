import { Context, Duration, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { type Consented, higherRisk, Permit, type PolicyChecks, type Risk } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { type GuildNotAllowedError, ScopeRejectedError, type ValidationError } from "../errors/DiscordMcpError.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { prefixErrorPaths } from "../tools/dsl/checks.ts"
import { PlanShowsLosses } from "../tools/losses/Guard.ts"
import { riskRejection, scopeRejection } from "../tools/meta/scopes.ts"
import type { RiskResolution, StepCall, ToolCall } from "../tools/Tool.ts"
import type { ConsentFailure } from "./Approver.ts"
import { withApprovalPower } from "./approvalPower.ts"
import type * as ConfirmationTokens from "./ConfirmationTokens.ts"
import { checksOf } from "./CurrentSettings.ts"
import * as Consent from "./consent.ts"
import type * as Declines from "./Declines.ts"
import * as GuildBoundary from "./GuildBoundary.ts"
import { sharedReads } from "./preview/lookups.ts"

/** Why a call may not run. A `DiscordFailure` comes from the gate's own lookups. */
export type Refusal = ScopeRejectedError | GuildNotAllowedError | ConsentFailure | DiscordFailure

/** Decides whether a call may run. `discord/` requires the permit that it grants. */
export class Gate extends Context.Tag("effect-discord-mcp/safety/Gate")<
  Gate,
  {
    /**
     * Decides about a call. `deadline` is the call's deadline in monotonic milliseconds. The gate's
     * lookups respect it.
     */
    readonly permit: (call: ToolCall, deadline?: number) => Effect.Effect<Permit["Type"], Refusal>
    /** Decides about a step of a plan. The plan's permit is the step's consent. */
    readonly permitStep: (
      plan: Permit["Type"],
      call: ToolCall,
      deadline?: number
    ) => Effect.Effect<Permit["Type"], Refusal>
  }
>() {}

/**
 * Applies the rules of the settings in this order: scopes and read-only mode, the bot's identity, guild boundary, risk,
 * consent.
 */
export const layer: Layer.Layer<
  Gate,
  never,
  Settings | Discord | ConfirmationTokens.ConfirmationTokens | Declines.Declines
> = Layer.effect(
  Gate,
  Effect.gen(function* () {
    const settings = yield* Settings
    const discord = yield* Discord
    const { allowedGuilds } = settings
    const rules = new SettingsGate({
      boundary: allowedGuilds === undefined ? undefined : yield* GuildBoundary.make(discord, allowedGuilds),
      consent: yield* Consent.make(discord, settings),
      discord,
      resolveRisk: resolveRiskBy(discord, settings),
      settings
    })
    return Gate.of({
      permit: (call, deadline = Number.POSITIVE_INFINITY) =>
        Effect.provideService(rules.decide(call), Deadline.Deadline, deadline),
      permitStep: (plan, call, deadline = Number.POSITIVE_INFINITY) =>
        Effect.provideService(rules.decide(call, plan), Deadline.Deadline, deadline)
    })
  })
)

/** What the gate needs. */
interface Parts {
  /** Unset: every guild is allowed. */
  readonly boundary: GuildBoundary.GuildBoundary | undefined
  readonly consent: Consent.Consent
  readonly discord: Discord["Type"]
  readonly resolveRisk: ReturnType<typeof resolveRiskBy>
  readonly settings: Settings["Type"]
}

/** The rules of the settings of a server, or of one of its clients. */
class SettingsGate {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Decides about a call or a step. A step whose risk the plan's permit covers needs no further consent. */
  readonly decide = Effect.fnUntraced(function* (this: SettingsGate, requested: ToolCall, planPermit?: Permit["Type"]) {
    const { consent, resolveRisk, settings } = this.#parts
    const named = withArgumentPath(requested.argumentsField)
    const guilds = yield* named(this.#checkBounds(requested))
    const call = yield* Effect.provideService(resolveRisk(requested), PlanShowsLosses, planPermit?.showsLosses === true)
    yield* this.#checkRisk(call)
    const own = yield* checksOf(call, guilds?.all, settings)
    const policy = planPermit === undefined ? own : withinPlan(own, planPermit.policy)
    const checkPolicy = Effect.mapError(
      policy.beforeRequest,
      (rejection) => new ScopeRejectedError({ ...rejection, policy_changed: "not_sent" })
    )
    const changes = planPermit === undefined ? [] : yield* this.#changesSincePlan(call, planPermit)
    const consented = yield* planPermit?.covers(call.risk) === true && changes.length === 0
      ? this.#approvedByPlan(call, planPermit)
      : named(consent.obtain(call, checkPolicy, changes.length > 0 ? changes : undefined))
    // Lookups, a person's answer and the redemption of a token take time.
    yield* checkPolicy
    return Permit.grant(call.tool.name, call.risk, {
      ...consented,
      guildId: guilds?.own,
      policy,
      ...(call.steps !== undefined && {
        steps: risksOf(call.steps),
        showsLosses: call.steps.every(({ showsLosses }) => showsLosses === true)
      })
    })
  })

  /**
   * Checks scopes, read-only mode and the guild boundary, for each step of a plan. No consent overrides them. Returns
   * the guilds of the call, if they are known. Without a boundary, no id is resolved.
   */
  #checkBounds = Effect.fnUntraced(function* (this: SettingsGate, call: ToolCall) {
    const { boundary, settings } = this.#parts
    for (const { tool } of [call, ...(call.steps ?? [])]) {
      const rejection = scopeRejection(tool, settings)
      if (rejection !== undefined) return yield* new ScopeRejectedError(rejection)
    }
    yield* this.#checkIdentity()
    if (boundary === undefined) return undefined
    if (call.steps === undefined) return yield* boundary.check(call)
    const guilds = yield* Effect.forEach(call.steps, (step) => checkStepBounds(boundary, step))
    return guilds.every((known) => known !== undefined)
      ? { own: undefined, all: guilds.flatMap(({ all }) => all) }
      : undefined
  })

  /**
   * Checks which bot the token belongs to. Runs before the gate's own reads: a preview omits unreadable facts, so it would
   * hide that the token belongs to another bot.
   */
  #checkIdentity() {
    const { discord, settings } = this.#parts
    return settings.expectedBotId === undefined
      ? Effect.void
      : Effect.provideService(discord.identified, Permit, Permit.grant("identity", "read"))
  }

  /**
   * Rejects a call whose risk the settings do not allow, because arguments can raise the risk above that of the tool.
   * Each step of a plan is checked here, and again when it runs.
   */
  #checkRisk(call: ToolCall) {
    for (const step of call.steps ?? [call]) {
      // The risk of a step without arguments, and of a plan in a plan, is not known yet.
      if (step.arguments === undefined || step.tool.duration === "steps") continue
      const rejection = riskRejection(step.tool.name, step.risk, this.#parts.settings)
      if (rejection !== undefined) return new ScopeRejectedError(rejection)
    }
    return Effect.void
  }

  /** Returns what has changed of a destructive step since the preview of its plan. The consent to the plan covers no more. */
  #changesSincePlan(step: ToolCall, plan: Permit["Type"]): Effect.Effect<ReadonlyArray<string>> {
    return plan.covers(step.risk) && step.risk === "destructive" && plan.shown !== undefined
      ? this.#parts.consent.changesOf(step, plan.shown)
      : Effect.succeed([])
  }

  /** Fails if a person declined this step before. Who approved the plan has approved the step. */
  #approvedByPlan(call: ToolCall, { approval }: Permit["Type"]): Effect.Effect<Consented, Refusal> {
    if (call.risk !== "destructive") return NO_TIME
    const { ask_id, by } = approval ?? {}
    return Effect.as(this.#parts.consent.failIfDeclined(call), {
      approvalTime: Duration.zero,
      ...(ask_id !== undefined && by !== undefined && { approval: { ask_id, by } })
    })
  }
}

/** Returns the guilds of a step; `undefined` if they are not all known. */
const checkStepBounds = (boundary: GuildBoundary.GuildBoundary, step: StepCall) =>
  withArgumentPath(step.argumentsField)<GuildBoundary.CallGuilds | undefined, GuildNotAllowedError | DiscordFailure>(
    step.arguments === undefined ? Effect.as(boundary.checkOutline(step), undefined) : boundary.check(step)
  )

/** Returns the highest risk of each step of a plan. A step can be several calls. */
const risksOf = (steps: ReadonlyArray<StepCall>): ReadonlyMap<number, Risk> => {
  const risks = new Map<number, Risk>()
  for (const { risk, written } of steps) {
    if (written !== undefined) risks.set(written.at, higherRisk(risks.get(written.at) ?? "read", risk))
  }
  return risks
}

/** Makes the checks of a step. No step of a plan runs whose results the caller may no longer see. */
const withinPlan = (step: PolicyChecks, plan: PolicyChecks): PolicyChecks => ({
  ...step,
  beforeRequest: Effect.zipRight(plan.beforeResult, step.beforeRequest)
})

const NO_TIME = Effect.succeed<Consented>({ approvalTime: Duration.zero })

/** Prefixes the path in a refusal with the caller's field that holds the arguments. */
const withArgumentPath =
  (field: string | undefined) =>
  <A, E extends Refusal>(checked: Effect.Effect<A, E>): Effect.Effect<A, E | ValidationError | GuildNotAllowedError> =>
    field === undefined ? checked : Effect.mapError(checked, prefixErrorPaths(field))

/**
 * Raises a call's risk by what Discord knows. For example, the id of a role says nothing until the
 * role's permissions are read. Does the same for each step of a plan. A plan has the risk of its
 * riskiest step.
 */
const resolveRiskBy = (discord: Discord["Type"], settings: Settings["Type"]) => {
  const addPower = withApprovalPower(settings)
  const resolveAll = Effect.fnUntraced(function* (call: ToolCall) {
    // Steps share reads, such as the roles of one guild.
    const reads = yield* sharedReads(discord)
    const resolved = <One extends StepCall>(one: One): Effect.Effect<One, DiscordFailure> =>
      Effect.flatMap(
        one.resolveRisk === undefined
          ? Effect.succeed(one)
          : Effect.map(lookUp(reads, riskOf(one, one.resolveRisk)), (risk) => ({
              ...one,
              risk: higherRisk(one.risk, risk)
            })),
        (call) => lookUp(reads, addPower(call))
      )
    const whole = yield* resolved(call)
    if (call.steps === undefined) return whole
    const steps = yield* Effect.forEach(call.steps, resolved, { concurrency: 4 })
    return { ...whole, steps, risk: steps.map(({ risk }) => risk).reduce(higherRisk, whole.risk) }
  }, Effect.scoped)
  return (call: ToolCall): Effect.Effect<ToolCall, DiscordFailure> =>
    call.risk === "read" && call.resolveRisk === undefined && call.steps === undefined
      ? Effect.succeed(call)
      : resolveAll(call)
}

const riskOf = ({ showsLosses }: StepCall, resolution: RiskResolution): RiskResolution =>
  showsLosses === true ? Effect.provideService(resolution, PlanShowsLosses, true) : resolution

const lookUp = <A>(discord: Discord["Type"], work: Effect.Effect<A, DiscordFailure, Discord | Permit>) =>
  work.pipe(Effect.provideService(Discord, discord), Effect.provideService(Permit, Permit.grant("risk", "read")))
