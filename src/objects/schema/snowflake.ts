import { Schema } from "effect"

/** An id of Discord, of at most 64 bits. */
export const Id = Schema.String.pipe(Schema.pattern(/^\d{1,20}$/))

/** A time that a date can hold, in milliseconds since 1970. */
export const Time = Schema.Int.pipe(Schema.between(0, 8.64e15))

/** 2015-01-01, from which snowflakes count milliseconds (Discord docs, reference, snowflakes). */
export const DISCORD_EPOCH_MS = 1_420_070_400_000

/** Returns the creation time of an id, in milliseconds since 1970. */
export const createdAtMs = (id: string): number => Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS

/** Returns the lowest id of a millisecond. Times before 2015 count as the first one, times after 2084 as the last one. */
export const firstIdAt = (ms: number): bigint => BigInt(Math.min(Math.max(ms - DISCORD_EPOCH_MS, 0), LAST_MS)) << 22n

/** Ids have 63 bits. */
const LAST_MS = 2 ** 41 - 1
