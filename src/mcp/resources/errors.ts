import { errorTraits } from "../../errors/ErrorCode.ts"
import type { ErrorCategory } from "../../errors/fields.ts"

/** Who must act, by category. */
const actors: Readonly<Record<ErrorCategory, string>> = {
  transient: "Nobody: wait as long as retry_after_ms says, then repeat the same call.",
  validation: "The agent: change the input as recovery_hint says.",
  business: "The user: a rule forbids the call, or the user has not confirmed it.",
  permission: "The operator or a server admin: a permission or a setting is missing.",
  internal: "The operator: report incident_id, under which the log has the details."
}

/** The facts about all error codes. */
export const errorList = [
  ...Object.values(errorTraits),
  { code: "INTERNAL_ERROR", side: "server", category: "internal" } as const
].map(({ category, code, side }) => ({ code, side, category, who_must_act: actors[category] }))

/** Returns one code with its documentation. */
export const errorFact = (code: string) => {
  const fact = errorList.find((it) => it.code === code)
  return (
    fact && {
      ...fact,
      guaranteed_fields: ["code", "retriable", "message", "recovery_hint", "category"],
      reasons_of_a_tool: "discord://tools/{name}"
    }
  )
}

/** All error codes, for completions. */
export const errorCodes: ReadonlyArray<string> = errorList.map(({ code }) => code)
