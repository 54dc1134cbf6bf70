import { Context } from "effect"

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

  private constructor(tool: string, risk: Risk) {
    this.tool = tool
    this.risk = risk
  }

  /** For `safety/` alone; a test holds that nothing else calls it. */
  static grant(tool: string, risk: Risk): Permit {
    return new Permit(tool, risk)
  }

  /** Whether this permit covers a request of that risk. */
  covers(risk: Risk): boolean {
    return this.#sealed && order.indexOf(risk) <= order.indexOf(this.risk)
  }
}

const order: ReadonlyArray<Risk> = ["read", "write", "destructive"]
