import { firstChars, truncate } from "./truncate.ts"

/** The longest sentence of ours, in characters: whatever a field holds, both halves of the envelope tell all of it. */
export const MAX_SENTENCE_CHARS = 2000

/** What stands in a sentence in place of what a caller is never told. */
export const WITHHELD = "[withheld]"

/**
 * Makes a sentence of ours safe to tell, whatever the fields put into it: one
 * line of bounded length, without credentials, addresses that carry them, file
 * paths, stack frames and names of internal libraries.
 */
export const sanitizeMessage = (sentence: string): string => {
  const words = firstChars(toOneLine(sentence).replaceAll(LONG_GAP, " "), MAX_SEARCHED_CHARS)
    .split(" ")
    .map(sanitizeWord)
  // Clipped before frames are looked for, so that no field can make that search long.
  return withoutFrames(truncate(words.join(" "), MAX_SENTENCE_CHARS))
}

/** The words of a sentence of ours that a caller must not be told. */
export const sensitiveWords = (sentence: string): ReadonlyArray<string> =>
  toOneLine(sentence).split(" ").filter(isSensitive)

/** The words of any text that hold a credential. */
export const credentialWords = (text: string): ReadonlyArray<string> =>
  text.split(/\s+/).filter((part) => credentialPatterns.some((sign) => sign.test(part)))

/** Puts a text on one line: nothing in it may look like a line of ours. */
export const toOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? " " : space))

/** Signs, each in one word, of credentials: a bot token in three parts, the address of a webhook or an interaction. */
const credentialPatterns: ReadonlyArray<RegExp> = [
  // With upper bounds, so that a long word is searched once and not once for each of its letters.
  /[\w-]{20,80}\.[\w-]{5,12}\.[\w-]{20,80}/,
  /(?:webhooks|interactions)\/\d{1,30}\/[\w-]/i
]

/** Signs, each in one word, of what no sentence of ours may tell. */
const sensitivePatterns: ReadonlyArray<RegExp> = [
  ...credentialPatterns,
  // A token without its address: no name of ours is that long.
  /[\w-]{50}/,
  // Addresses with credentials or a query.
  /:\/\/[^/\s]*@/,
  /:\/\/\S+\?/,
  // Paths of files, and places in them.
  /file:\/\//i,
  /(?<![\w/.])(?:~|\/(?:home|root|usr|var|tmp|opt|etc|srv|mnt|proc|app|private|Users|Applications|Library))\//,
  /(?<![A-Za-z])[A-Za-z]:\\{1,2}[\w.]/,
  /\\\\[\w.-]+\\/,
  /node_modules/,
  /\.[cm]?[jt]sx?:\d+/,
  /(?<!\w)node:\w/,
  // Libraries inside.
  /undici|discord\.js|@discordjs|@effect\/|@modelcontextprotocol|FiberFailure|ParseError/i
]

/** A quoted name has its tabs and quotes escaped, and what stands behind them must be seen too. */
const isSensitive = (part: string): boolean => {
  const unescaped = part.replaceAll(ESCAPE, " ")
  return sensitivePatterns.some((telltale) => telltale.test(part) || telltale.test(unescaped))
}

const ESCAPE = /\\(?:[bfnrt"]|u[\da-f]{4})/g

/** Nothing of ours is that long; what is, is not worth the search. */
const MAX_SEARCHED_CHARS = 100_000

/** So much white space is there to push the rest of a sentence out of sight. */
const LONG_GAP = /\s{9,}/g

/** Longer words are cut, so that none pushes the rest of its sentence out, and none is long to search. */
const MAX_WORD_CHARS = 300

const sanitizeWord = (part: string): string => {
  const word = truncate(part, MAX_WORD_CHARS)
  return isSensitive(word) ? WITHHELD : word
}

/** Of a stack frame whose place has been withheld, the name of the function goes too. */
const withoutFrames = (line: string): string => {
  const fewer = line.replaceAll(FRAME, WITHHELD)
  return fewer === line ? line : withoutFrames(fewer)
}

const FRAME = /(?:\b|\\[bfnrt])at (?:async |new )?(?:\S+ )?\[withheld\]/g
