import { Effect } from "effect"
import { ScopeRejectedError } from "./ClientErrors.ts"

/** Fails if a check against the caller's policy of now rejects the call. */
export const failIfPolicyRejects = (
  check: Effect.Effect<Pick<ScopeRejectedError, "tool" | "required" | "granted"> | undefined>,
  policy_changed: NonNullable<ScopeRejectedError["policy_changed"]>
): Effect.Effect<void, ScopeRejectedError> =>
  Effect.flatMap(check, (rejection) =>
    rejection === undefined ? Effect.void : new ScopeRejectedError({ ...rejection, policy_changed })
  )
