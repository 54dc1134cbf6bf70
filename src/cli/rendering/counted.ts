/** Returns a count with its noun: `1 tool`, `2 tools`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Joins names to a list. Beyond `max`, it gives only the number of further names. */
export const shortList = (names: ReadonlyArray<string>, max: number): string =>
  names.length <= max ? names.join(", ") : `${names.slice(0, max).join(", ")} and ${names.length - max} more`
