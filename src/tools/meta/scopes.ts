import type { Settings } from "../../config/Settings.ts"
import type { Tool } from "../Tool.ts"

/** Why a tool is out of scope: what it takes, and what the operator has granted. */
export interface ScopeRejection {
  readonly tool: string
  readonly required: string
  readonly granted: string
}

/**
 * The rejection of a tool the operator's settings do not allow; `undefined` when
 * they do. Exclusion wins. The meta tools are doors to others and judged by
 * what goes through them, so lists that narrow do not shut them; nor does a server
 * that only reads shut a plan, whose steps are each judged.
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
  return settings.readOnly && tool.risk !== "read" && tool.duration !== "steps" ? reject(tool.risk, "read") : undefined
}

/** The category of tools that find and run other tools. */
export const META = "meta"
