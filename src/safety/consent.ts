import type { Settings } from "../config/Settings.ts"
import { DryRunPreview, ValidationError } from "../errors/ClientErrors.ts"
import { MASK } from "../telemetry/Redactor.ts"
import type { Call } from "../tools/Tool.ts"

/**
 * Both halves of consent for a destructive call: the operator's (`MCP_DRY_RUN=false`)
 * and the caller's (`__confirm: true`). `undefined` when it may run.
 */
export const missingConsent = (
  call: Call,
  { dryRun }: Settings["Type"]
): DryRunPreview | ValidationError | undefined => {
  if (call.risk !== "destructive") return undefined
  if (dryRun) return preview(call, false)
  if (typeof call.confirm === "string") {
    return new ValidationError({
      validation_issues: [
        { path: "__confirm", message: "no such confirmation token was given out; pass true", code: "token_unknown" }
      ]
    })
  }
  return call.confirm === true ? undefined : preview(call, true)
}

const preview = (call: Call, armed: boolean) =>
  new DryRunPreview({ tool: call.tool.name, preview: masked(call.arguments), armed })

/** Secrets among the arguments are no news to the caller, and must not be to whoever reads the preview. */
const masked = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, /token$|secret$/.test(name) ? MASK : value]))
