import { Context, Duration } from "effect"

/** What a call can change. */
export type Risk = "read" | "write" | "destructive"

/**
 * The gate's decision to let a call run. `discord/` requires it in `R`, so a
 * request that bypasses the gate does not compile. Only `safety/` grants one.
 */
export class Permit extends Context.Tag("effect-discord-mcp/safety/Permit")<Permit, SealedPermit>() {
  /** Grants a permit. Reserved for `safety/`: a test checks that no other module calls it. */
  static grant(
    tool: string,
    risk: Risk,
    approvalTime = Duration.zero,
    steps?: ReadonlyMap<number, Risk>,
    guildId?: string
  ): Permit["Type"] {
    return new SealedPermit(tool, risk, approvalTime, steps, guildId)
  }
}

/** Returns the higher of two risks. */
export const higherRisk = (a: Risk, b: Risk): Risk => (order.indexOf(a) >= order.indexOf(b) ? a : b)

const order: ReadonlyArray<Risk> = ["read", "write", "destructive"]

/** A permit's content. The private field makes it unforgeable: no object literal has this type. */
class SealedPermit {
  readonly #sealed = true
  readonly tool: string
  readonly risk: Risk
  /** The time that a person took to decide. It does not count against the call's deadline. */
  readonly approvalTime: Duration.Duration

  /** For a plan: the risk approved for each step, by its index. */
  readonly steps: ReadonlyMap<number, Risk> | undefined

  /** The guild in which the call happens, if the gate resolved it. */
  readonly guildId: string | undefined

  constructor(
    tool: string,
    risk: Risk,
    approvalTime: Duration.Duration,
    steps?: ReadonlyMap<number, Risk>,
    guildId?: string
  ) {
    this.tool = tool
    this.risk = risk
    this.approvalTime = approvalTime
    this.steps = steps
    this.guildId = guildId
  }

  /** Narrows a plan's permit to one step. The result covers only the risk approved for that step. */
  forStep(at: number): SealedPermit {
    const risk = this.steps === undefined ? this.risk : (this.steps.get(at) ?? "read")
    return new SealedPermit(this.tool, risk, this.approvalTime)
  }

  /** Returns whether this permit covers a request of that risk. */
  covers(risk: Risk): boolean {
    return this.#sealed && order.indexOf(risk) <= order.indexOf(this.risk)
  }
}
