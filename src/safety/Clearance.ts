import { Context, Duration } from "effect"

/** How much harm a call can do. */
export type Risk = "read" | "write" | "destructive"

/**
 * Proof that a call passed the gate. `discord/` asks for it in `R`, so a request
 * that goes around the gate does not compile; only `safety/` can make one.
 */
export class Clearance extends Context.Tag("effect-discord-mcp/safety/Clearance")<Clearance, Permit>() {}

/** What was cleared. The private field makes it unforgeable: no object literal has this type. */
export class Permit {
  readonly #sealed = true
  readonly tool: string
  readonly risk: Risk
  /** How long a person has thought about it: time that is not the call's own. */
  readonly thought: Duration.Duration

  /** Of a plan: the risk that each step was shown with, by its place. */
  readonly steps: ReadonlyMap<number, Risk> | undefined

  /** The guild that the call happens in, where the gate has found it. */
  readonly guildId: string | undefined

  private constructor(
    tool: string,
    risk: Risk,
    thought: Duration.Duration,
    steps?: ReadonlyMap<number, Risk>,
    guildId?: string
  ) {
    this.tool = tool
    this.risk = risk
    this.thought = thought
    this.steps = steps
    this.guildId = guildId
  }

  /** For `safety/` alone; a test holds that nothing else calls it. */
  static grant(
    tool: string,
    risk: Risk,
    thought = Duration.zero,
    steps?: ReadonlyMap<number, Risk>,
    guildId?: string
  ): Permit {
    return new Permit(tool, risk, thought, steps, guildId)
  }

  /** The part of a plan's permit that is one step's: it covers what that step was shown with, and no more. */
  forStep(at: number): Permit {
    return new Permit(this.tool, this.steps === undefined ? this.risk : (this.steps.get(at) ?? "read"), this.thought)
  }

  /** Whether this permit covers a request of that risk. */
  covers(risk: Risk): boolean {
    return this.#sealed && order.indexOf(risk) <= order.indexOf(this.risk)
  }
}

/** The higher of two risks. */
export const higherRisk = (a: Risk, b: Risk): Risk => (order.indexOf(a) >= order.indexOf(b) ? a : b)

const order: ReadonlyArray<Risk> = ["read", "write", "destructive"]
