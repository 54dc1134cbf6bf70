/** Discord's ids: milliseconds since Discord's epoch, shifted left by 22 bits (Discord docs, reference, snowflakes). */
import { DateTime } from "effect"

/** Discord's epoch: the first second of 2015. */
const EPOCH_MS = 1_420_070_400_000

/** Returns an id for a time. `sequence` distinguishes ids of the same millisecond. */
export const snowflakeAt = (ms: number, sequence = 0): string =>
  ((BigInt(Math.max(0, ms - EPOCH_MS)) << 22n) | BigInt(sequence & 0x3fffff)).toString()

/** Returns the creation time of an id, in milliseconds. */
export const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH_MS

/** Returns whether a text has the form of an id. */
export const isSnowflake = (text: string): boolean => /^\d{1,20}$/.test(text)

/** Returns whether one id is older than another. */
export const isOlder = (id: string, than: string): boolean => BigInt(id) < BigInt(than)

/** Returns one page of a list by ids, oldest first: what follows `after`, or what precedes `before`. */
export const pageOf = <A>(
  items: Iterable<A>,
  idOf: (item: A) => string,
  { after = "0", before, limit }: { readonly after?: string; readonly before?: string; readonly limit: number }
): ReadonlyArray<A> => {
  const list = [...items]
    .filter((it) => isOlder(after, idOf(it)) && (before === undefined || isOlder(idOf(it), before)))
    .sort((a, b) => (isOlder(idOf(a), idOf(b)) ? -1 : 1))
  return before === undefined ? list.slice(0, limit) : list.slice(-limit)
}

/** Generates ids that always increase, even if the clock does not. */
export class Snowflakes {
  #last: bigint

  constructor(after: string) {
    this.#last = BigInt(after)
  }

  next(nowMs: number): string {
    const wanted = BigInt(snowflakeAt(nowMs))
    this.#last = wanted > this.#last ? wanted : this.#last + 1n
    return this.#last.toString()
  }
}

/** Formats a time as Discord does, with microseconds and offset: `2026-05-29T17:30:00.123000+00:00`. */
export const timestamp = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms)).replace("Z", "000+00:00")
