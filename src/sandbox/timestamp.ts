import { DateTime } from "effect"

/** A time as Discord writes it: microseconds and an offset, `2026-05-29T17:30:00.123000+00:00`. */
export const timestamp = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms)).replace("Z", "000+00:00")
