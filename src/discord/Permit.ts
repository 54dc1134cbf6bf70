import { Context, Duration, Effect, Schema } from "effect"
import type { Risk } from "../config/Risk.ts"

export type { Risk }

/** Why the current policy does not allow a call: what the call requires, and what the policy grants. */
export interface PolicyRejection {
  readonly tool: string
  readonly required: string
  readonly granted: string
}

/** Checks a call against the caller's current policy. Fails if the policy no longer allows the call. */
export interface PolicyChecks {
  /** Checks whether a request may be sent. `discord/` runs this before each attempt. */
  readonly beforeRequest: Effect.Effect<void, PolicyRejection>
  /** Checks whether the caller may see the result. */
  readonly beforeResult: Effect.Effect<void, PolicyRejection>
}

/** The approval of a call by a person in Discord. */
export interface Approval {
  readonly ask_id: string
  /** The id of the person. */
  readonly by: string
  /** Shows in the post that the call has run. Unset for a step of the approved plan. */
  readonly ended?: Effect.Effect<void>
}

/**
 * What was shown of a call before somebody agreed to it, as digests, counts and lists of digests. `subject` is the digest
 * of the call. `isWhole`: everything could be read.
 */
export const ShownCall = Schema.Struct({
  subject: Schema.String,
  names: Schema.Record({ key: Schema.String, value: Schema.String }),
  facts: Schema.Record({
    key: Schema.String,
    value: Schema.Union(Schema.Finite, Schema.String, Schema.Array(Schema.String))
  }),
  isWhole: Schema.Boolean
})

/** What was shown of a call. */
export type ShownCall = typeof ShownCall.Type

/** The consent to a call. */
export interface Consented {
  /** The time that a person took to decide. It does not count against the call's deadline. */
  readonly approvalTime: Duration.Duration
  /** Unset if no approval in Discord was needed. */
  readonly approval?: Approval
  /** What was shown of the call, or of the steps of a plan. Unset if nothing was shown. */
  readonly shown?: ReadonlyArray<ShownCall>
}

/** The facts under which the gate grants a permit. */
interface Terms extends Consented {
  /** For a plan: the risk approved for each step, by its index. */
  readonly steps: ReadonlyMap<number, Risk> | undefined
  /** For a plan: what was shown of its steps has all that they take away. */
  readonly showsLosses: boolean
  /** The guild in which the call happens, if the gate resolved it. */
  readonly guildId: string | undefined
  /** The checks of the call against the caller's current policy. */
  readonly policy: PolicyChecks
}

/** The checks of a caller whose policy cannot change. */
export const unchangingPolicy: PolicyChecks = { beforeRequest: Effect.void, beforeResult: Effect.void }

const noTerms: Terms = {
  approvalTime: Duration.zero,
  steps: undefined,
  showsLosses: false,
  guildId: undefined,
  policy: unchangingPolicy
}

/**
 * The gate's decision to let a call run. `discord/` requires it in `R`, so a
 * request that bypasses the gate does not compile. Only `safety/` grants one.
 */
export class Permit extends Context.Tag("effect-discord-mcp/discord/Permit")<Permit, SealedPermit>() {
  /** Grants a permit. Reserved for `safety/`: a test checks that no other module calls it. */
  static grant(tool: string, risk: Risk, terms: Partial<Terms> = {}): Permit["Type"] {
    return new SealedPermit(tool, risk, { ...noTerms, ...terms })
  }
}

/** Returns the higher of two risks. */
export const higherRisk = (a: Risk, b: Risk): Risk => (order.indexOf(a) >= order.indexOf(b) ? a : b)

const order: ReadonlyArray<Risk> = ["read", "write", "destructive"]

/** A permit's content. The private field makes it unforgeable: no object literal has this type. */
class SealedPermit implements Terms {
  readonly #sealed = true
  readonly tool: string
  readonly risk: Risk
  readonly approvalTime: Duration.Duration
  readonly steps: ReadonlyMap<number, Risk> | undefined
  readonly showsLosses: boolean
  readonly guildId: string | undefined
  readonly policy: PolicyChecks
  readonly approval?: Approval
  readonly shown?: ReadonlyArray<ShownCall>

  constructor(tool: string, risk: Risk, { approval, approvalTime, guildId, policy, shown, showsLosses, steps }: Terms) {
    this.tool = tool
    this.risk = risk
    this.approvalTime = approvalTime
    if (approval !== undefined) this.approval = approval
    if (shown !== undefined) this.shown = shown
    this.steps = steps
    this.showsLosses = showsLosses
    this.guildId = guildId
    this.policy = policy
  }

  /** Narrows a plan's permit to one step. The result covers only the risk approved for that step. */
  forStep(at: number): SealedPermit {
    const risk = this.steps === undefined ? this.risk : (this.steps.get(at) ?? "read")
    return new SealedPermit(this.tool, risk, { ...this, guildId: undefined, steps: undefined })
  }

  /** Returns whether this permit covers a request of that risk. */
  covers(risk: Risk): boolean {
    return this.#sealed && order.indexOf(risk) <= order.indexOf(this.risk)
  }
}
