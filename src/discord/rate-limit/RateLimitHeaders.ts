/** The rate-limit headers of a response (Discord docs, rate limits). */
export interface RateLimitHeaders {
  readonly bucket: string | undefined
  readonly limit: number
  readonly remaining: number
  readonly resetAfterMs: number
}

/**
 * Parses the headers of a response. Returns `undefined` if `Limit`, `Remaining` or `Reset-After` is
 * missing or not a number.
 */
export const parseHeaders = (header: (name: string) => string | undefined): RateLimitHeaders | undefined => {
  const limit = nonNegative(header("x-ratelimit-limit"))
  const remaining = nonNegative(header("x-ratelimit-remaining"))
  const resetAfter = nonNegative(header("x-ratelimit-reset-after"))
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return undefined
  return { bucket: header("x-ratelimit-bucket"), limit, remaining, resetAfterMs: resetAfter * 1000 }
}

const nonNegative = (value: string | undefined): number | undefined => {
  const number = value === undefined || value === "" ? Number.NaN : Number(value)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
