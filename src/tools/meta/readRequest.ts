/** Reads the words of a request for the tool search. */
import { distance } from "fastest-levenshtein"
import { type Deed, deedOf, type Intent, intentOf } from "./searchIntent.ts"
import { generalize, isStopWord, meaningsOf, stem, wordsIn } from "./searchTerms.ts"

/** All words of the index. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** The terms of the words. */
  readonly terms: ReadonlySet<string>
  /** The verbs of tools and users. */
  readonly verbs: ReadonlySet<string>
  /** The terms of the verbs. */
  readonly verbTerms: ReadonlySet<string>
}

/** A request, as the index searches for it. */
export interface SearchRequest {
  readonly intent: Intent
  /** What its verb does, if that is clear. */
  readonly deed: Deed | undefined
  readonly words: ReadonlyArray<Word>
  /** The terms of the words, and those that the intent implies. */
  readonly terms: ReadonlyArray<Term>
  readonly pairs: ReadonlyArray<Pair>
}

/** A word of a request. */
export interface Word {
  /** Whether it says what the request is about. */
  readonly counts: boolean
  readonly terms: ReadonlyArray<Term>
}

/** A term that a word can mean. */
export interface Term {
  readonly term: string
  /** The position of the word. */
  readonly at: number
  readonly weight: number
  /** Its weight in a pair. */
  readonly pairWeight: number
  /** How sure the spelling of the word is, from 0 to 1. */
  readonly certainty: number
}

/** Reads a request. */
export const readRequest = (request: string, vocabulary: Vocabulary): SearchRequest => {
  const { terms, verbs, verbTerms } = vocabulary
  const written = wordsIn(generalize(request)).flatMap((word) => splitWord(word, vocabulary))
  const joined = joinWords(written, vocabulary)
  const words = readWords(joined, vocabulary)
  const isVerb = (word: string) =>
    verbs.has(word) ||
    (word.endsWith("ing") && verbTerms.has(stem(word))) ||
    (!terms.has(stem(word)) && corrections(word, verbs).some(({ certainty }) => certainty >= SURE))
  const intent = intentOf(written, isVerb)
  return {
    intent,
    deed: deedOf(joined),
    words,
    terms: [...words.flatMap(({ terms }) => terms), ...impliedTerms(intent, words.length)],
    pairs: pairsIn(joined.length === written.length ? words : readWords(written, vocabulary))
  }
}

/** The minimum certainty of a correction that makes a match strong. */
export const SURE = 0.8

/* Weights, tuned with the requests of test/tools/meta/everydayRequests.ts. The result hardly depends on them. */

/** Weight of `list` in a request that is only a noun in the plural. `read` has half of it. */
const IMPLIED = 0.5
/** Weight of the other meanings of a word. */
const MEANING = 0.3
/** Weight of the other meanings of a word in a pair. */
const PAIRED_MEANING = 0.5
/** Decay of the weight by word position, because details come last. */
const DECAY = 0.1

const readWords = (words: ReadonlyArray<string>, vocabulary: Vocabulary): ReadonlyArray<Word> =>
  words.map((word, at) => {
    const place = 1 / (1 + DECAY * at)
    const literal = (term: string, certainty = 1): Term => ({
      term,
      at,
      weight: certainty * place,
      pairWeight: certainty,
      certainty
    })
    const implied = (term: string, certainty = 1): Term => ({
      term,
      at,
      weight: MEANING * certainty * place,
      pairWeight: PAIRED_MEANING,
      certainty
    })
    const meanings = (of: string, certainty = 1) => meaningsOf(of).map((term) => implied(term, certainty))
    if (isStopWord(word)) return { counts: false, terms: meanings(word) }
    if (word === GET) {
      return { counts: true, terms: [implied(word), implied("list")].map((it) => ({ ...it, certainty: 0 })) }
    }
    if (vocabulary.terms.has(stem(word)) || meaningsOf(word).length > 0) {
      return { counts: true, terms: [literal(stem(word)), ...meanings(word)] }
    }
    const [, prefix, rest = ""] = word.match(/^(un|de|dis|re)(.+)$/) ?? []
    if (vocabulary.terms.has(stem(rest))) {
      const undo = prefix === "re" ? [] : ["delete", "remove"].map((verb) => implied(stem(verb)))
      return { counts: true, terms: [literal(stem(rest)), ...undo] }
    }
    const candidates = new Map(corrections(word, vocabulary.words).map((it) => [stem(it.word), it]))
    return {
      counts: true,
      terms: [...candidates].flatMap(([term, { certainty, word: known }]) => [
        literal(term, certainty),
        ...meanings(known, certainty)
      ])
    }
  })

/** Says little in a request: `get pins`, `get me a role`. */
const GET = "get"

/** Returns the terms that a noun in the plural implies. */
const impliedTerms = (intent: Intent, at: number): ReadonlyArray<Term> =>
  intent === "plural"
    ? [
        { term: "list", at, weight: IMPLIED, pairWeight: 0, certainty: 1 },
        { term: "read", at, weight: IMPLIED / 2, pairWeight: 0, certainty: 1 }
      ]
    : []

/** A pair of terms. */
export interface Pair {
  readonly pair: string
  readonly weight: number
}

/** Returns the pairs of neighbouring words, in all meanings. Stop words are skipped. */
const pairsIn = (words: ReadonlyArray<Word>): ReadonlyArray<Pair> => {
  const paired = words.filter(({ counts, terms }) => counts && terms.length > 0)
  return paired.slice(1).flatMap(({ terms }, at) =>
    (paired[at]?.terms ?? []).flatMap((first) =>
      terms.map((second) => ({
        pair: `${first.term} ${second.term}`,
        weight: first.pairWeight * second.pairWeight
      }))
    )
  )
}

/** Splits a word that is two words of the index, such as the `userinfo` and `addrole` of chat bots. */
const splitWord = (word: string, { terms, words }: Vocabulary): ReadonlyArray<string> => {
  if (word.length < 2 * PART_MIN || word.length > WORD_MAX) return [word]
  if (isStopWord(word) || terms.has(stem(word)) || meaningsOf(word).length > 0) return [word]
  const isPart = (it: string) => !isStopWord(it) && (words.has(it) || meaningsOf(it).length > 0)
  for (let at = word.length - PART_MIN; at >= PART_MIN; at--) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every(isPart)) return corrections(word, words).some(({ certainty }) => certainty >= SURE) ? [word] : parts
  }
  return [word]
}

/** The minimum length of each part of a split word. */
const PART_MIN = 3

/** The maximum length of a split word. */
const WORD_MAX = 24

/** Joins two words that are one word in the index, such as `time out` and `slow mode`. */
const joinWords = (words: ReadonlyArray<string>, { terms }: Vocabulary): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (let at = 0; at < words.length; at++) {
    const [word = "", next] = words.slice(at, at + 2)
    const pair = next === undefined ? undefined : word + next
    const isOne = pair !== undefined && (terms.has(stem(pair)) || meaningsOf(pair).length > 0)
    joined.push(isOne ? pair : word)
    if (isOne) at++
  }
  return joined
}

/** A known word that a mistyped one may mean, and how sure that is, from 0 to 1. */
interface Correction {
  readonly word: string
  readonly certainty: number
}

/**
 * Returns the known words that a mistyped one may mean: with two neighbouring letters exchanged, else with the
 * fewest edits. Words of 4 or 5 letters may have one edit, longer ones two; the first letter must be right.
 */
const corrections = (word: string, vocabulary: ReadonlySet<string>): ReadonlyArray<Correction> => {
  const swapped = new Set(transpositions(word))
  const exchanged = [...swapped].filter((it) => vocabulary.has(it))
  if (exchanged.length > 0) return exchanged.map((it) => ({ word: it, certainty: 1 }))
  let fewest = word.length < 4 ? 0 : word.length < 6 ? 1 : 2
  let nearest: Array<string> = []
  for (const candidate of vocabulary) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > fewest) continue
    const edits = distance(word, candidate)
    if (edits < fewest) nearest = []
    if (edits <= fewest) {
      fewest = edits
      nearest.push(candidate)
    }
  }
  const certainty = fewest === 1 && word.length > 5 ? 0.8 : 0.4
  return nearest.map((it) => ({ word: it, certainty }))
}

/** Returns a word with each two neighbouring letters exchanged. */
const transpositions = (word: string): ReadonlyArray<string> =>
  Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
