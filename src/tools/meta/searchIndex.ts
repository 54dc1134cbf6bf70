/** The index of the tool search: names, synonyms and descriptions. */
import MiniSearch from "minisearch"
import type { Tool } from "../Tool.ts"
import { corrections } from "./corrections.ts"
import { generalize, isQuestion, isStopWord, meaningsOf, pairsOf, stem, termsIn, wordsIn } from "./searchTerms.ts"
import { coreTools } from "./surface.ts"

/** Finds tools. */
export interface SearchIndex {
  /** Returns the names of matching tools, best first. */
  readonly search: (request: string) => ReadonlyArray<string>
}

/** Makes the index of a list of tools. */
export const makeIndex = (tools: ReadonlyArray<Tool>): SearchIndex => {
  const entries = tools.map(indexEntryOf)
  const index = new MiniSearch<Entry>({
    idField: "name",
    fields: ["words", "synonyms", "description", "pairs"],
    storeFields: ["isCore", "isRead"],
    tokenize: (text, field) => [
      ...(field === "pairs" ? text.split(",").flatMap((phrase) => pairsOf(termsIn(phrase))) : termsIn(text))
    ],
    processTerm: (term) => term
  })
  index.addAll(entries)
  const words = [...new Set(entries.flatMap((it) => wordsIn(`${it.words} ${it.synonyms} ${it.description}`)))]
  const vocabulary: Vocabulary = { words, terms: new Set(words.map(stem)) }
  return {
    search: (request) => {
      const words = wordsIn(generalize(request))
      const terms = termsOf(words, vocabulary)
      const asks = isQuestion(words)
      return index
        .search(queryOf(terms, pairsOf(words.filter((word) => !isStopWord(word)).map(stem))), searchOptions)
        .map(({ id, isCore, isRead, queryTerms, score }) => {
          // MiniSearch multiplies the score by the number of terms. The number of words replaces that factor.
          const fit = (score / queryTerms.length) * coverage(terms, queryTerms)
          return { name: String(id), fit: fit * (isCore ? CORE : 1) * (isRead === asks ? INTENT : 1) }
        })
        .toSorted((a, b) => b.fit - a.fit)
        .map(({ name }) => name)
    }
  }
}

/* Weights, tuned with the requests of test/tools/everydayRequests.ts. The result hardly depends on them. */

/** Factor for tools of the core surface. */
const CORE = 1.25
/** Factor for a read if the request is a question, and for a write otherwise. */
const INTENT = 1.2
/** Weight of the other meanings of a word. */
const MEANING = 0.3
/** Decay of the weight by word position, because details come last. */
const DECAY = 0.1

const searchOptions = {
  tokenize: (term: string) => [term],
  bm25: { k: 1.5, b: 0.3, d: 0.5 },
  boost: { words: 2, synonyms: 3, description: 0.5 }
}

const queryOf = (terms: ReadonlyArray<Term>, pairs: ReadonlyArray<string>) => ({
  combineWith: "OR" as const,
  queries: [
    ...terms.map(({ term, weight }) => ({
      queries: [term],
      fields: ["words", "synonyms", "description"],
      boostTerm: () => weight
    })),
    ...pairs.map((pair) => ({ queries: [pair], fields: ["pairs"] }))
  ]
})

/** Returns the number of words that a tool covers, each weighted by its best term. */
const coverage = (terms: ReadonlyArray<Term>, matched: ReadonlyArray<string>): number => {
  const weights = new Map<number, number>()
  for (const { at, term, weight } of terms) {
    if (matched.includes(term)) weights.set(at, Math.max(weight, weights.get(at) ?? 0))
  }
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

/** A tool in the index. */
interface Entry {
  readonly name: string
  readonly words: string
  readonly synonyms: string
  readonly description: string
  readonly pairs: string
  readonly isCore: boolean
  readonly isRead: boolean
}

const indexEntryOf = ({ description, name, risk, synonyms = "" }: Tool): Entry => ({
  name,
  words: name,
  synonyms,
  // Drops the parts of a description that name other tools.
  description: description
    .split(/(?<=[.;:])\s/)
    .filter((part) => !/\b[a-z]+_[a-z_]+\b/.test(part))
    .join(" "),
  pairs: `${name},${synonyms}`,
  isCore: coreTools.has(name),
  isRead: risk === "read"
})

/** All words of the index, and their terms. */
interface Vocabulary {
  readonly words: ReadonlyArray<string>
  readonly terms: ReadonlySet<string>
}

/** A search term, with the position of its word and its weight. */
interface Term {
  readonly term: string
  readonly at: number
  readonly weight: number
}

const termsOf = (words: ReadonlyArray<string>, vocabulary: Vocabulary): ReadonlyArray<Term> =>
  joinWords(words, vocabulary).flatMap((word, at): ReadonlyArray<Term> => {
    const place = 1 / (1 + DECAY * at)
    const others = meaningsOf(word).map((term) => ({ term, at, weight: MEANING * place }))
    if (isStopWord(word)) return others
    const term = stem(word)
    if (vocabulary.terms.has(term)) return [{ term, at, weight: place }, ...others]
    const found = new Map(corrections(word, vocabulary.words).map((it) => [stem(it.word), it.certainty]))
    return [...found].map(([term, certainty]) => ({ term, at, weight: certainty * place }))
  })

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
