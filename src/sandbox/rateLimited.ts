import { json, type Reply } from "./Reply.ts"

/** Whom a rate limit holds back: this bot on one route, this bot everywhere, or everybody on one resource. */
export type Scope = "user" | "global" | "shared"

/** A true 429 of Discord's: exact seconds in the body, the next whole second in the header (Discord docs, rate limits). */
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
