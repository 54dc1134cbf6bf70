import type { Tool } from "../Tool.ts"

/** Returns the MCP annotations of a tool. Omits hints that have their default value or have no meaning for the risk. */
export const hintsOf = ({ idempotent, risk }: Pick<Tool, "idempotent" | "risk">) =>
  risk === "read"
    ? { readOnlyHint: true }
    : { destructiveHint: risk === "destructive", ...(idempotent && { idempotentHint: true }) }
