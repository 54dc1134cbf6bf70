/** Returns the first sentence of a text. */
export const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text

/** Shortens a description to its first sentence, without article and full stop, truncated after a phrase. */
export const terse = (description: string, max: number): string =>
  truncateAtPhrase(
    firstSentence(description)
      .replace(/\.$/, "")
      .replace(/^(?:The|An?) (\w)/, (_, letter: string) => letter.toUpperCase()),
    max
  )

/** Truncates a sentence after the last phrase that fits. A sentence without such a phrase stays whole. */
const truncateAtPhrase = (sentence: string, max: number): string => {
  if (sentence.length <= max) return sentence
  const end = [...sentence.matchAll(PHRASE_END)].findLast(({ index }) => index >= PHRASE_MIN && index <= max)?.index
  return sentence.slice(0, end)
}

/** Minimum length of a phrase, in characters. */
const PHRASE_MIN = 4

/** The end of a phrase: before punctuation, or before a word that begins another phrase. */
const PHRASE_END =
  /[:;,](?= )|,? (?:\(|(?:and|as|at|but|by|for|from|if|in|instead|of|on|or|such|than|that|to|under|unless|until|when|where|which|whose|with|without) )/g
