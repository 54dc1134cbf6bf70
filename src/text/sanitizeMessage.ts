import { firstChars, toOneLine, truncate } from "./words.ts"

/** The maximum length of a message or hint, in characters. */
export const MAX_SENTENCE_CHARS = 2000

/** Replaces a word that a caller must not see. */
export const WITHHELD = "[withheld]"

/**
 * Makes a message safe to show, for any values of its fields. Returns one line of bounded
 * length, without credentials, file paths, stack frames and names of internal libraries.
 */
export const sanitizeMessage = (sentence: string): string => {
  const words = firstChars(toOneLine(sentence).replaceAll(LONG_GAP, " "), MAX_SEARCHED_CHARS)
    .split(" ")
    .map(sanitizeWord)
  // Truncated before the search for stack frames, so that no field can make the search slow.
  return withoutFrames(truncate(words.join(" "), MAX_SENTENCE_CHARS))
}

/** Returns the words of a message that a caller must not see. */
export const sensitiveWords = (sentence: string): ReadonlyArray<string> =>
  toOneLine(sentence).split(" ").filter(isSensitive)

/** Returns the words of a text that hold a credential. */
export const credentialWords = (text: string): ReadonlyArray<string> =>
  text.split(/\s+/).filter((part) => credentialPatterns.some((sign) => sign.test(part)))

/** Patterns of credentials in one word: a bot token in three parts, the URL of a webhook or an interaction. */
const credentialPatterns: ReadonlyArray<RegExp> = [
  // The upper bounds keep the search of a long word linear.
  /[\w-]{20,80}\.[\w-]{5,12}\.[\w-]{20,80}/,
  /(?:webhooks|interactions)\/\d{1,30}\/[\w-]/i
]

/** Patterns, each in one word, of what no message may contain. */
const sensitivePatterns: ReadonlyArray<RegExp> = [
  ...credentialPatterns,
  // A token without its URL: no known name is that long.
  /[\w-]{50}/,
  // URLs with credentials or a query.
  /:\/\/[^/\s]*@/,
  /:\/\/\S+\?/,
  // File paths and positions in files.
  /file:\/\//i,
  /(?<![\w/.])(?:~|\/(?:home|root|usr|var|tmp|opt|etc|srv|mnt|proc|app|private|Users|Applications|Library))\//,
  /(?<![A-Za-z])[A-Za-z]:\\{1,2}[\w.]/,
  /\\\\[\w.-]+\\/,
  /node_modules/,
  /\.[cm]?[jt]sx?:\d+/,
  /(?<!\w)node:\w/,
  // Internal libraries.
  /undici|discord\.js|@discordjs|@effect\/|@modelcontextprotocol|FiberFailure|ParseError/i
]

/**
 * Returns whether a word is sensitive. Tabs and quotes are escaped in a quoted name, so the unescaped
 * text is searched too.
 */
const isSensitive = (part: string): boolean => {
  const unescaped = part.replaceAll(ESCAPE, " ")
  return sensitivePatterns.some((telltale) => telltale.test(part) || telltale.test(unescaped))
}

const ESCAPE = /\\(?:[bfnrt"]|u[\da-f]{4})/g

/** The maximum number of searched characters. No message is that long. The rest is dropped without a search. */
const MAX_SEARCHED_CHARS = 100_000

/** Matches white space that is long enough to push the rest of a message out of sight. */
const LONG_GAP = /\s{9,}/g

/**
 * The maximum length of a word. Longer words are truncated, so that they neither displace the message
 * nor slow the search.
 */
const MAX_WORD_CHARS = 300

const sanitizeWord = (part: string): string => {
  const word = truncate(part, MAX_WORD_CHARS)
  return isSensitive(word) ? WITHHELD : word
}

/** Removes the function name of a stack frame whose position was replaced. */
const withoutFrames = (line: string): string => {
  const fewer = line.replaceAll(FRAME, WITHHELD)
  return fewer === line ? line : withoutFrames(fewer)
}

const FRAME = /(?:\b|\\[bfnrt])at (?:async |new )?(?:\S+ )?\[withheld\]/g
