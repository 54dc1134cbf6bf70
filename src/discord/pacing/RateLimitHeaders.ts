/** What Discord's headers say about a bucket (Discord docs, rate limits). */
export interface RateLimitHeaders {
  readonly bucket: string | undefined
  readonly limit: number
  readonly remaining: number
  readonly resetAfterMs: number
}

/** Reads the headers of an answer; `undefined` when it carries no complete set. */
export const parseHeaders = (header: (name: string) => string | undefined): RateLimitHeaders | undefined => {
  const limit = count(header("x-ratelimit-limit"))
  const remaining = count(header("x-ratelimit-remaining"))
  const resetAfter = count(header("x-ratelimit-reset-after"))
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return undefined
  return { bucket: header("x-ratelimit-bucket"), limit, remaining, resetAfterMs: resetAfter * 1000 }
}

const count = (value: string | undefined): number | undefined => {
  const number = value === undefined || value === "" ? Number.NaN : Number(value)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
