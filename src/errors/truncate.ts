/** Cuts texts that people wrote: never through a character, of which an emoji takes two places. */

/** The first so many characters of a text, or one fewer where that would be half of one. */
export const firstChars = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")

/** Cuts a text at so many characters, visibly. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max - 1)}…`

/** The beginning of a text, and how long it was. */
export const truncateWithLength = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max)}… [${text.length} characters]`
