/** The key by which Discord counts a request. */
export interface RateLimitKey {
  /** Method and route without ids, such as `POST /channels/:id/messages`. */
  readonly template: string
  /** The id of the channel, guild or webhook (Discord's top-level resource). */
  readonly major: string
  /** Whether the global limit counts the request. It does not count interaction callbacks. */
  readonly global: boolean
}

/** Returns the key as one string. */
export const stringOf = (key: RateLimitKey): string => `${key.template} ${key.major}`
