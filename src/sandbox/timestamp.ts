import { DateTime } from "effect"

/** Formats a time as Discord does, with microseconds and offset: `2026-05-29T17:30:00.123000+00:00`. */
export const timestamp = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms)).replace("Z", "000+00:00")
