/** What becomes of a call, by what the operator wants and the caller says: pure, a table in words. */
import type { Settings } from "../config/Settings.ts"
import type { DryRunPreview } from "../errors/ClientErrors.ts"
import type { ToolCall } from "../tools/Tool.ts"

/** What happens next. */
export type Decision =
  | { readonly kind: "run" }
  | { readonly kind: "redeem"; readonly token: string }
  | { readonly kind: "ask" }
  | { readonly kind: "show"; readonly armed: boolean; readonly token: boolean; readonly held_by?: HeldBy }

/** The setting that stands in the way. */
export type HeldBy = NonNullable<DryRunPreview["held_by"]>

/** Whom a decision can count on: a person who can be asked, a caller who can come back with a token. */
export interface Means {
  readonly asks: boolean
  readonly canReturn: boolean
}

/** Decides about a call. Both halves are needed: the operator's settings, then the caller's `__confirm` or a person. */
export const decide = (
  { confirm, risk }: Pick<ToolCall, "risk" | "confirm">,
  { confirm: wanted, dryRun, writeMode }: Pick<Settings["Type"], "confirm" | "dryRun" | "writeMode">,
  { asks, canReturn }: Means
): Decision => {
  if (risk === "read") return { kind: "run" }
  if (writeMode === "preview") return heldBy("MCP_WRITE_MODE")
  if (risk === "write") return { kind: "run" }
  if (dryRun) return heldBy("MCP_DRY_RUN")

  if (typeof confirm === "string" && wanted !== "elicit") return { kind: "redeem", token: confirm }
  if (confirm === true && wanted === "flag") return { kind: "run" }
  // To say false is to ask for the preview alone.
  if (asks && confirm !== false) return { kind: "ask" }

  if (wanted === "elicit") {
    return asks ? { kind: "show", armed: true, token: false, held_by: "MCP_CONFIRM" } : heldBy("MCP_CONFIRM")
  }
  if (wanted === "token" && !canReturn) return heldBy("MCP_CONFIRM")
  return { kind: "show", armed: true, token: canReturn }
}

const heldBy = (held_by: HeldBy): Decision => ({ kind: "show", armed: false, token: false, held_by })
