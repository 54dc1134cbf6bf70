/** Discord's ids: milliseconds since its epoch, shifted by 22 bits (Discord docs, reference, snowflakes). */

/** The first second of 2015, where Discord's time begins. */
const EPOCH_MS = 1_420_070_400_000

/** The id of something made at that time; `sequence` tells entities of the same millisecond apart. */
export const snowflakeAt = (ms: number, sequence = 0): string =>
  ((BigInt(Math.max(0, ms - EPOCH_MS)) << 22n) | BigInt(sequence & 0x3fffff)).toString()

/** When the thing with this id was made. */
export const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH_MS

/** Whether a text can be an id at all; whether anything has it is another question. */
export const isSnowflake = (text: string): boolean => /^\d{1,20}$/.test(text)

/** Whether one id is older than another. */
export const isOlder = (id: string, than: string): boolean => BigInt(id) < BigInt(than)

/** Gives out ids that only ever increase, whatever the clock does. */
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
