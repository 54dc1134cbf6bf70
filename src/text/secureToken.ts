/** The boundary to Node's cryptography. The context's `Random` is predictable. */
import { createHash, randomBytes } from "node:crypto"
import { Effect } from "effect"

/** Makes a random token of 144 bits: 24 characters that need no escaping. */
export const secureToken: Effect.Effect<string> = Effect.sync(() => randomBytes(18).toString("base64url"))

/** Returns the SHA-256 digest of a text in base64url. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")
