/** The boundary to node's cryptography: chance that nobody can foresee, which the context's `Random` is not. */
import { createHash, randomBytes } from "node:crypto"
import { Effect } from "effect"

/** 144 bits of chance, in 24 characters that need no escape anywhere. */
export const unguessable: Effect.Effect<string> = Effect.sync(() => randomBytes(18).toString("base64url"))

/** SHA-256. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")
