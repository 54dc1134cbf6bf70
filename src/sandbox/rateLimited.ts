import { json, type Reply } from "./Reply.ts"

/** The scope of a rate limit: this bot on one route, this bot everywhere, or all bots on one resource. */
export type Scope = "user" | "global" | "shared"

/** Returns Discord's 429: exact seconds in the body, rounded up in the header (Discord docs, rate limits). */
export const rateLimited = (
  scope: Scope,
  retryAfterSeconds: number,
  bucketHeaders: Readonly<Record<string, string>>
): Reply =>
  json(
    429,
    {
      message: scope === "shared" ? "The resource is being rate limited." : "You are being rate limited.",
      retry_after: retryAfterSeconds,
      global: scope === "global"
    },
    {
      ...bucketHeaders,
      "retry-after": String(Math.ceil(retryAfterSeconds)),
      "x-ratelimit-scope": scope,
      ...(scope === "global" && { "x-ratelimit-global": "true" })
    }
  )
