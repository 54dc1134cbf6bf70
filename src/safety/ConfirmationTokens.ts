import { Duration, Effect } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { digestOf, unguessable } from "./unguessable.ts"

/** The part of a call that a token is made for. */
type Subject = Pick<ToolCall, "tool" | "arguments">

/** Tokens that each stand for the consent to one call, with exactly its arguments, once. */
export interface ConfirmationTokens {
  readonly issue: (call: Subject) => Effect.Effect<string>
  /** Takes a token for a call. Of many that try at once one succeeds. */
  readonly redeem: (token: string, call: Subject) => Effect.Effect<void, ValidationError>
}

/** How long a token is valid, on the monotonic clock: setting the wall clock changes nothing. */
export const TOKEN_LIFE = Duration.minutes(10)

/** Tokens remembered at most; past that the oldest are forgotten. */
export const TOKENS_MAX = 1000

/** Makes a store that knows no token yet. */
export const make: Effect.Effect<ConfirmationTokens> = Effect.sync(() => {
  // By the hash of the token, in the order they were given out.
  const issued = new Map<string, { readonly subject: string; readonly expiresMs: number; used: boolean }>()

  const issue: ConfirmationTokens["issue"] = (call) =>
    Effect.zipWith(unguessable, monotonicMs, (token, nowMs) => {
      issued.set(digestOf(token), {
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
      const found = issued.get(digestOf(token))
      if (found === undefined) return refused("token_unknown")
      if (found.expiresMs <= nowMs) return refused("token_expired")
      if (found.used) return refused("token_used")
      // It stays good for the call it was made for.
      if (found.subject !== subjectOf(call)) return refused("token_mismatch")
      found.used = true
      return Effect.void
    })

  return { issue, redeem }
})

const subjectOf = ({ arguments: given, tool }: Subject): string => digestOf(canonicalJson([tool.name, given]))

const problems = {
  token_unknown: "is no token of a preview of this server: call without __confirm for a new one",
  token_expired: "is a token that has expired: call without __confirm for a new preview",
  token_used: "is a token that has been used: each confirms one call",
  token_mismatch: "is the token of another call: repeat the previewed one exactly, or preview this one"
} as const

const refused = (code: keyof typeof problems) =>
  new ValidationError({ validation_issues: [{ path: "__confirm", message: problems[code], code }] })
