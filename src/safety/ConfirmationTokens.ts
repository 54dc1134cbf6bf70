import { Duration, Effect } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { secureToken, sha256 } from "./secureToken.ts"

/** The part of a call that a token is bound to. */
type Subject = Pick<ToolCall, "tool" | "arguments">

/** Single-use tokens. Each confirms one call with exactly its arguments. */
export interface ConfirmationTokens {
  readonly issue: (call: Subject) => Effect.Effect<string>
  /** Redeems a token for a call. Of concurrent attempts one succeeds. */
  readonly redeem: (token: string, call: Subject) => Effect.Effect<void, ValidationError>
}

/** How long a token is valid, on the monotonic clock. The wall clock has no effect. */
export const TOKEN_LIFE = Duration.minutes(10)

/** The most tokens remembered. Beyond it the oldest are dropped. */
export const TOKENS_MAX = 1000

/** Makes an empty store. */
export const make: Effect.Effect<ConfirmationTokens> = Effect.sync(() => {
  // Keyed by the token's hash, in order of issue.
  const issued = new Map<string, { readonly subject: string; readonly expiresMs: number; used: boolean }>()

  const issue: ConfirmationTokens["issue"] = (call) =>
    Effect.zipWith(secureToken, monotonicMs, (token, nowMs) => {
      issued.set(sha256(token), {
        subject: subjectOf(call),
        expiresMs: nowMs + Duration.toMillis(TOKEN_LIFE),
        used: false
      })
      const [oldest] = issued.keys()
      if (issued.size > TOKENS_MAX && oldest !== undefined) issued.delete(oldest)
      return token
    })

  const redeem: ConfirmationTokens["redeem"] = (token, call) =>
    Effect.flatMap(monotonicMs, (nowMs) => {
      const found = issued.get(sha256(token))
      if (found === undefined) return refused("token_unknown")
      if (found.expiresMs <= nowMs) return refused("token_expired")
      if (found.used) return refused("token_used")
      // The token stays valid for its own call.
      if (found.subject !== subjectOf(call)) return refused("token_mismatch")
      found.used = true
      return Effect.void
    })

  return { issue, redeem }
})

const subjectOf = ({ arguments: given, tool }: Subject): string => sha256(canonicalJson([tool.name, given]))

const problems = {
  token_unknown: "is not a token of this server: call without __confirm for a preview with a new token",
  token_expired: "is an expired token: call without __confirm for a new preview",
  token_used: "is a used token: each token confirms one call; call without __confirm for a new preview",
  token_mismatch: "is the token of another call: repeat the previewed call exactly, or preview this one"
} as const

const refused = (code: keyof typeof problems) =>
  new ValidationError({ validation_issues: [{ path: "__confirm", message: problems[code], code }] })
