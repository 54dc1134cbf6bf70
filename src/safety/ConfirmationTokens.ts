import { Context, Duration, Effect, Layer } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { ToolCall } from "../tools/Tool.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { secureToken, sha256 } from "./secureToken.ts"

/** The part of a call that a token is bound to. */
type Subject = Pick<ToolCall, "tool" | "arguments">

/** The client that makes a call, by `Caller.clientId`. Unset if there is only one client. */
type Owner = string | undefined

/** Single-use tokens. Each token confirms one call with exactly its arguments, from the client that got the preview. */
export class ConfirmationTokens extends Context.Tag("effect-discord-mcp/safety/ConfirmationTokens")<
  ConfirmationTokens,
  {
    /** Returns a new token; `undefined` while the store is unavailable. */
    readonly issue: (call: Subject, owner?: Owner) => Effect.Effect<string | undefined>
    /** Redeems a token for a call. Only one of several concurrent attempts succeeds. */
    readonly redeem: (token: string, call: Subject, owner?: Owner) => Effect.Effect<void, ValidationError>
  }
>() {}

/** The lifetime of a token, on the monotonic clock. The wall clock has no effect. */
export const TOKEN_LIFE = Duration.minutes(10)

/** The maximum number of tokens kept for one client, and for all clients. Above it, the oldest tokens are dropped. */
export const TOKENS_MAX = 1000
const ALL_TOKENS_MAX = 20 * TOKENS_MAX

/** Tokens in the memory of this process. */
interface TokensInMemory extends Pick<ConfirmationTokens["Type"], "redeem"> {
  readonly issue: (call: Subject, owner?: Owner) => Effect.Effect<string>
}

/** Makes an empty store in memory. */
export const make: Effect.Effect<TokensInMemory> = Effect.sync(() => {
  // Keyed by the hash of the token and its owner, in order of issue.
  const issued = new Map<string, Issued>()
  const countOf = new Map<Owner, number>()

  const drop = (key: string, { owner }: Issued) => {
    issued.delete(key)
    const left = (countOf.get(owner) ?? 1) - 1
    if (left === 0) countOf.delete(owner)
    else countOf.set(owner, left)
  }

  const evictOldest = (owner: Owner) => {
    const isOverOwn = (countOf.get(owner) ?? 0) > TOKENS_MAX
    if (!isOverOwn && issued.size <= ALL_TOKENS_MAX) return
    for (const [key, token] of issued) {
      if (isOverOwn && token.owner !== owner) continue
      drop(key, token)
      return
    }
  }

  return {
    issue: (call, owner) =>
      Effect.zipWith(secureToken, monotonicMs, (token, nowMs) => {
        issued.set(keyOf(token, owner), {
          owner,
          subject: subjectOf(call),
          expiresMs: nowMs + Duration.toMillis(TOKEN_LIFE),
          used: false
        })
        countOf.set(owner, (countOf.get(owner) ?? 0) + 1)
        evictOldest(owner)
        return token
      }),
    redeem: (token, call, owner) =>
      Effect.flatMap(monotonicMs, (nowMs) => {
        const found = issued.get(keyOf(token, owner))
        if (found === undefined) return refused("token_unknown")
        if (found.expiresMs <= nowMs) return refused("token_expired")
        if (found.used) return refused("token_used")
        // The token stays valid for its own call.
        if (found.subject !== subjectOf(call)) return refused("token_mismatch")
        found.used = true
        return Effect.void
      })
  }
})

/** Keeps the tokens in the memory of this process. */
export const layer: Layer.Layer<ConfirmationTokens> = Layer.effect(ConfirmationTokens, make)

interface Issued {
  readonly owner: Owner
  readonly subject: string
  readonly expiresMs: number
  used: boolean
}

/** Returns the key of a token. The token of another client counts as unknown. */
export const keyOf = (token: string, owner: Owner): string => sha256(canonicalJson([token, owner ?? ""]))

/** Returns the digest of what a token is bound to: the tool and exactly its arguments. */
export const subjectOf = ({ arguments: given, tool }: Subject): string => sha256(canonicalJson([tool.name, given]))

const problems = {
  token_unknown: "is not a token of this server: call without __confirm for a preview with a new token",
  token_expired: "is an expired token: call without __confirm for a new preview",
  token_used: "is a used token: each token confirms one call; call without __confirm for a new preview",
  token_mismatch: "is the token of another call: repeat the previewed call exactly, or preview this one",
  token_store_away: "cannot be checked now, and nothing ran: the server's store of tokens is away; call again later"
} as const

/** Returns whether a text names a problem of a token. */
export const isProblem = (code: unknown): code is keyof typeof problems =>
  typeof code === "string" && Object.hasOwn(problems, code)

/** Makes the error of a refused token. */
export const refused = (code: keyof typeof problems) =>
  new ValidationError({ validation_issues: [{ path: "__confirm", message: problems[code], code }] })
