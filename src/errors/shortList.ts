/** Joins names into a list. The list has at most `max` names, then the number of further names. */
export const shortList = (names: ReadonlyArray<string>, max: number): string =>
  names.length <= max ? names.join(", ") : `${names.slice(0, max).join(", ")} and ${names.length - max} more`
