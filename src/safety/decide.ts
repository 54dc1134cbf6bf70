/** Decides what happens to a call from the operator's settings and the caller's `__confirm`. Pure. */
import type { Settings } from "../config/Settings.ts"
import type { DryRunPreview } from "../errors/ClientErrors.ts"
import type { ToolCall } from "../tools/Tool.ts"

/** The next action for a call. */
export type Decision =
  | { readonly kind: "run" }
  | { readonly kind: "redeem"; readonly token: string }
  | { readonly kind: "confirm" }
  | { readonly kind: "show"; readonly armed: boolean; readonly token: boolean; readonly held_by?: HeldBy }

/** The setting that prevents the call. */
export type HeldBy = NonNullable<DryRunPreview["held_by"]>

/** Whether a person can confirm, and whether the caller can return with a token. */
export interface ConfirmationMeans {
  readonly canConfirm: boolean
  readonly canReturn: boolean
}

/** Decides about a call: the operator's settings first, then the caller's `__confirm` or a person. */
export const decide = (
  { confirm, risk }: Pick<ToolCall, "risk" | "confirm">,
  { confirm: wanted, dryRun, writeMode }: Pick<Settings["Type"], "confirm" | "dryRun" | "writeMode">,
  { canConfirm, canReturn }: ConfirmationMeans
): Decision => {
  if (risk === "read") return { kind: "run" }
  if (writeMode === "preview") return heldBy("MCP_WRITE_MODE")
  if (risk === "write") return { kind: "run" }
  if (dryRun) return heldBy("MCP_DRY_RUN")

  if (typeof confirm === "string" && wanted !== "elicit") return { kind: "redeem", token: confirm }
  if (confirm === true && wanted === "flag") return { kind: "run" }
  // `false` requests only the preview.
  if (canConfirm && confirm !== false) return { kind: "confirm" }

  if (wanted === "elicit") {
    return canConfirm ? { kind: "show", armed: true, token: false, held_by: "MCP_CONFIRM" } : heldBy("MCP_CONFIRM")
  }
  if (wanted === "token" && !canReturn) return heldBy("MCP_CONFIRM")
  return { kind: "show", armed: true, token: canReturn }
}

const heldBy = (held_by: HeldBy): Decision => ({ kind: "show", armed: false, token: false, held_by })
