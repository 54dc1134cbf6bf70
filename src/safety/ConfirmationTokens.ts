import { Context, Duration, Effect, Layer } from "effect"
import type { ShownCall } from "../discord/Permit.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import type { Owner } from "../resilience/SharedBudget.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { canonicalJson } from "../text/canonicalJson.ts"
import { secureToken, sha256 } from "../text/secureToken.ts"
import { OwnedEntries } from "./OwnedEntries.ts"
import { type Subject, subjectOf } from "./preview/shownState.ts"

/** What the preview of a call showed. A token keeps it until it is redeemed. */
type State = ReadonlyArray<ShownCall>

/** Single-use tokens. Each token confirms one call with exactly its arguments, from the client that got the preview. */
export class ConfirmationTokens extends Context.Tag("effect-discord-mcp/safety/ConfirmationTokens")<
  ConfirmationTokens,
  {
    /** Returns a new token; `undefined` while the store is unavailable. */
    readonly issue: (call: Subject, shown: State, owner?: Owner) => Effect.Effect<string | undefined>
    /** Redeems a token for a call. Only one of several concurrent attempts succeeds. Returns what the preview showed. */
    readonly redeem: (token: string, call: Subject, owner?: Owner) => Effect.Effect<State, ValidationError>
  }
>() {}

/** The lifetime of a token, on the monotonic clock. The wall clock has no effect. */
export const TOKEN_LIFE = Duration.minutes(10)

/** The maximum number of tokens of one client. Above it, the client's oldest tokens are dropped. */
export const TOKENS_MAX = 1000

/** The maximum number of tokens in memory. Above it, the oldest tokens of the client with the most tokens are dropped. */
const ALL_TOKENS_MAX = 20 * TOKENS_MAX

/** Tokens in the memory of this process. */
interface TokensInMemory extends Pick<ConfirmationTokens["Type"], "redeem"> {
  readonly issue: (call: Subject, shown: State, owner?: Owner) => Effect.Effect<string>
}

/** Makes an empty store in memory. */
export const make: Effect.Effect<TokensInMemory> = Effect.sync(() => {
  // Keyed by the hash of the token and its owner. A token stays for twice its life, to distinguish an expired token
  // from an unknown one.
  const issued = new OwnedEntries<Issued>({
    share: TOKENS_MAX,
    total: ALL_TOKENS_MAX,
    floor: 0,
    lifeMs: 2 * Duration.toMillis(TOKEN_LIFE)
  })

  return {
    issue: (call, states, owner) =>
      Effect.zipWith(secureToken, monotonicMs, (token, nowMs) => {
        while (!issued.hasCapacity(owner, 1, nowMs)) issued.dropOldest(owner)
        const expiresMs = nowMs + Duration.toMillis(TOKEN_LIFE)
        issued.set(
          owner,
          keyOf(token, owner),
          { subject: subjectOf(call), shown: states, expiresMs, used: false },
          nowMs
        )
        return token
      }),
    redeem: (token, call, owner) =>
      Effect.flatMap(monotonicMs, (nowMs) => {
        const entry = issued.get(owner, keyOf(token, owner), nowMs)
        if (entry === undefined) return refused("token_unknown")
        if (entry.expiresMs <= nowMs) return refused("token_expired")
        if (entry.used) return refused("token_used")
        // The token stays valid for its own call.
        if (entry.subject !== subjectOf(call)) return refused("token_mismatch")
        entry.used = true
        return Effect.succeed(entry.shown)
      })
  }
})

/** Keeps the tokens in the memory of this process. */
export const layer: Layer.Layer<ConfirmationTokens> = Layer.effect(ConfirmationTokens, make)

interface Issued {
  readonly subject: string
  readonly shown: State
  readonly expiresMs: number
  used: boolean
}

/** Returns the key of a token. The token of another client counts as unknown. */
export const keyOf = (token: string, owner: Owner): string => sha256(canonicalJson([token, owner ?? ""]))

const problems = {
  token_unknown: "is not a token of this server: call without __confirm for a preview with a new token",
  token_expired: "is an expired token: call without __confirm for a new preview",
  token_used: "is a used token: each token confirms one call; call without __confirm for a new preview",
  token_mismatch: "is the token of another call: repeat the previewed call exactly, or preview this one",
  token_store_away:
    "cannot be checked now, and nothing ran: the server's store of tokens is unavailable; call again later"
} as const

/** Returns whether a text names a problem of a token. */
export const isProblem = (code: unknown): code is keyof typeof problems =>
  typeof code === "string" && Object.hasOwn(problems, code)

/** Makes the error of a refused token. */
export const refused = (code: keyof typeof problems) =>
  new ValidationError({ validation_issues: [{ path: "__confirm", message: problems[code], code }] })
