import { traitsOf } from "./ErrorCode.ts"
import type { Failure } from "./failureEnvelope.ts"

/**
 * Returns the HTTP status of a failure: Discord's, if it is as specific as the class; else the status of the class. A dry
 * run, a declined or pending confirmation and a cancelled call have none. A server error is always 5xx.
 */
export const httpStatusOf = (failure: Failure): number | undefined => {
  if (failure._tag === "Defect") return 500
  const { http, overridesStatus, side } = traitsOf(failure)
  const status = "upstream" in failure ? failure.upstream?.status : undefined
  const lowest = side === "server" ? 500 : 400
  return status === undefined || overridesStatus === true || status < lowest ? http : status
}
