/** Returns the last whole lines of a text, of at most 2,000 characters. Part of a line may be part of a secret. */
export const lastLines = (text: string): string =>
  text.length <= CHARACTERS_MAX ? text : text.slice(-CHARACTERS_MAX).replace(/^[^\n]*\n?/, "")

const CHARACTERS_MAX = 2000
