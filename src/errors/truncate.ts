/** Returns the first `max` characters of a text, or one fewer if that would split a surrogate pair. */
export const firstChars = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")

/** Truncates a text to `max` characters, the last of which is `…`. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max - 1)}…`

/** Truncates a text to `max` characters and appends its original length. */
export const truncateWithLength = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max)}… [${text.length} characters]`
