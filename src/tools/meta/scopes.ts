import type { Settings } from "../../config/Settings.ts"
import type { Risk } from "../../discord/Permit.ts"
import type { Tool } from "../Tool.ts"

/** Why a tool is out of scope: what it requires, and what the operator granted. */
export interface ScopeRejection {
  readonly tool: string
  readonly required: string
  readonly granted: string
}

/**
 * Returns why the operator's settings reject a tool; `undefined` if they allow it.
 * Exclusion wins. Lists of tools and categories do not apply to the meta tools, because
 * the gate checks the tools that they run. Read-only mode does not reject a plan, because
 * the gate checks each of its steps.
 */
export const scopeRejection = (
  tool: Pick<Tool, "name" | "category" | "risk" | "duration">,
  settings: Settings["Type"]
): ScopeRejection | undefined => {
  const reject = (required: string, granted: string) => ({ tool: tool.name, required, granted })
  if (settings.excludeTools?.includes(tool.name)) return reject(`tool ${tool.name}`, "every tool but that one")
  if (tool.category !== META) {
    if (settings.tools !== undefined && !settings.tools.includes(tool.name)) {
      return reject(`tool ${tool.name}`, settings.tools.join(", "))
    }
    if (settings.categories !== undefined && !settings.categories.includes(tool.category)) {
      return reject(`category ${tool.category}`, settings.categories.join(", "))
    }
  }
  if (tool.category === META && tool.duration === "steps") return undefined
  if (settings.readOnly && tool.risk !== "read") return reject(tool.risk, "read")
  return riskRejection(tool.name, tool.risk, settings)
}

/** Returns why the scopes of an access token reject a risk. The arguments may have raised this risk. */
export const riskRejection = (tool: string, risk: Risk, { risks }: Settings["Type"]): ScopeRejection | undefined =>
  risks === undefined || risks.includes(risk)
    ? undefined
    : { tool, required: risk, granted: risks.join(", ") || "none" }

/** The category of tools that find and run other tools. */
export const META = "meta"
