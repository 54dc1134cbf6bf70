import type { Settings } from "../../config/Settings.ts"
import type { Tool } from "../Tool.ts"

/** Why a tool is out of scope: what it takes, and what the operator has granted. */
export interface ScopeRejection {
  readonly tool: string
  readonly required: string
  readonly granted: string
}

/**
 * Returns why the operator's settings reject a tool; `undefined` if they allow it.
 * Exclusion wins. Lists of tools and categories do not apply to the meta tools, because
 * the tools they run are checked. Read-only mode does not reject a plan, because each of
 * its steps is checked.
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
