/** Cuts texts that people wrote: never through a character, of which an emoji takes two places. */

/** The first so many characters of a text, or one fewer where that would be half of one. */
export const beginning = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")

/** Cuts a text at so many characters, visibly. */
export const clip = (text: string, max: number): string => (text.length <= max ? text : `${beginning(text, max - 1)}…`)

/** The beginning of a text, and how long it was. */
export const withLength = (text: string, max: number): string =>
  text.length <= max ? text : `${beginning(text, max)}… [${text.length} characters]`
