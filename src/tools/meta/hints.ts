import type { Tool } from "../Tool.ts"

/** What a client is told of a tool beside its schema. Hints that have their default, or no meaning for a read, are left out. */
export const hintsOf = ({ idempotent, risk }: Pick<Tool, "idempotent" | "risk">) => ({
  readOnlyHint: risk === "read",
  ...(risk !== "read" && { destructiveHint: risk === "destructive" }),
  ...(idempotent && { idempotentHint: true })
})
