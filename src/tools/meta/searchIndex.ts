/** The index of the tool search: names, synonyms and descriptions. */
import MiniSearch from "minisearch"
import type { ToolTraits } from "../Tool.ts"
import { type Pair, readRequest, SURE, type Term, type Vocabulary, type Word } from "./readRequest.ts"
import { isNamedIn, operationPhrases } from "./searchCode.ts"
import { type Deed, deedOfTool, type Intent } from "./searchIntent.ts"
import { everydayVerbs, pairsOf, stem, termsIn, wordsIn } from "./searchTerms.ts"
import { coreTools } from "./surface.ts"

/** Finds tools. */
export interface SearchIndex {
  /** Finds the tools that match a request. */
  readonly search: (request: string) => SearchResult
}

/** The result of a search. */
export interface SearchResult {
  /** The names of matching tools, best first. */
  readonly names: ReadonlyArray<string>
  /** Whether the best tool matches so few words that possibly no tool fits. */
  readonly isWeak: boolean
}

/** Makes the index of a list of tools. */
export const makeIndex = (tools: ReadonlyArray<ToolTraits>): SearchIndex => {
  const entries = tools.map(indexEntryOf)
  const index = new MiniSearch<Entry>({
    idField: "name",
    fields: ["words", "synonyms", "description", "pairs"],
    storeFields: ["isCore", "risk"],
    tokenize: (text, field) => [
      ...(field === "pairs" ? text.split(",").flatMap((phrase) => pairsOf(termsIn(phrase))) : termsIn(text))
    ],
    processTerm: (term) => term
  })
  index.addAll(entries)
  const vocabulary = vocabularyOf(entries)
  return {
    search: (request) => {
      const { deed, intent, pairs, terms, words } = readRequest(request, vocabulary)
      const matches = index
        .search(queryOf(terms, pairs), searchOptions)
        .map(({ id, isCore, match, queryTerms, risk, score }) => {
          // MiniSearch multiplies the score by the number of terms. The number of words replaces that factor.
          const fit = (score / queryTerms.length) * coverage(terms, queryTerms)
          const name = String(id)
          return {
            name,
            risk,
            fit:
              fit * (isCore ? CORE : 1) * riskFactor(intent, risk) * deedFactor(deed, name) * nameFactor(name, match),
            match
          }
        })
        .toSorted((a, b) => b.fit - a.fit)
      const reads = matches.filter(({ risk }) => risk === "read").map(({ name }) => name)
      const named = tools.filter(isNamedIn(request)).map(({ name }) => name)
      const names = matches.map(({ name }) => name)
      return {
        names: [
          ...new Set([
            ...names.filter((name) => named.includes(name)),
            ...named,
            // What only asks or shows is no change: a write never comes first.
            ...(intent === "ask" || intent === "read" ? reads.slice(0, 1) : []),
            ...names
          ])
        ],
        isWeak: named.length === 0 && isWeak(words, matches[0]?.match ?? {})
      }
    }
  }
}

/* Weights, tuned with the requests of test/tools/meta/everydayRequests.ts. The result hardly depends on them. */

/** Factor for tools of the core surface. */
const CORE = 1.25
/** Factor for a read if the request asks for information, and for a write if it asks for a change. */
const INTENT = 1.2
/** Factor for a read if the request is a question. */
const QUESTION = 1.6
/** Factor for a destructive tool if the request is only a noun. */
const UNASKED = 0.8
/** Factor for a tool that does what the request names, and for a tool that does something else. */
const SAME_DEED = 1.3
const OTHER_DEED = 0.5

const searchOptions = {
  tokenize: (term: string) => [term],
  bm25: { k: 1.5, b: 0.3, d: 0.5 },
  boost: { words: 1.5, synonyms: 3, description: 0.6, pairs: 1.2 }
}

const riskFactor = (intent: Intent, risk: ToolTraits["risk"]): number => {
  switch (intent) {
    case "ask":
      return risk === "read" ? QUESTION : 1
    case "read":
      return risk === "read" ? INTENT : 1
    case "plural":
      return risk === "read" ? INTENT : risk === "write" ? 1 : UNASKED
    case "singular":
      return risk === "read" ? 1 : risk === "write" ? INTENT : INTENT * UNASKED
    case "act":
      return risk === "read" ? 1 : INTENT
  }
}

/** Factor for a tool whose whole name is in the request: `delete a webhook` is not `webhooks_delete_message`. */
const WHOLE_NAME = 1.2

const nameFactor = (name: string, matched: Readonly<Record<string, ReadonlyArray<string>>>): number =>
  name.split("_").every((word) => matched[stem(word)]?.includes("words")) ? WHOLE_NAME : 1

const deedFactor = (asked: Deed | undefined, tool: string): number => {
  const deed = asked && deedOfTool(tool)
  return deed === undefined ? 1 : deed === asked ? SAME_DEED : OTHER_DEED
}

const queryOf = (terms: ReadonlyArray<Term>, pairs: ReadonlyArray<Pair>) => ({
  combineWith: "OR" as const,
  queries: [
    ...terms.map(({ term, weight }) => ({
      queries: [term],
      fields: ["words", "synonyms", "description"],
      boostTerm: () => weight
    })),
    ...pairs.map(({ pair, weight }) => ({ queries: [pair], fields: ["pairs"], boostTerm: () => weight }))
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

/**
 * Returns whether a match is weak: it has less than half of the words, and none of them is in the tool's name.
 * `matched`: the fields that have a term.
 */
const isWeak = (words: ReadonlyArray<Word>, matched: Readonly<Record<string, ReadonlyArray<string>>>): boolean => {
  const certainties = words
    .filter(({ counts }) => counts)
    .map(({ terms }) => {
      const matchedTerms = terms.filter(({ term }) => matched[term] !== undefined)
      const named = matchedTerms.some(
        ({ certainty, pairWeight, term }) =>
          certainty >= SURE && pairWeight === certainty && matched[term]?.includes("words") === true
      )
      return { certainty: Math.max(0, ...matchedTerms.map(({ certainty }) => certainty)), named }
    })
  const sum = certainties.reduce((sum, { certainty }) => sum + certainty, 0)
  return !certainties.some(({ named }) => named) && sum < certainties.length / 2
}

/** A tool in the index. */
interface Entry {
  readonly name: string
  readonly words: string
  readonly synonyms: string
  readonly description: string
  readonly pairs: string
  readonly isCore: boolean
  readonly risk: ToolTraits["risk"]
}

const indexEntryOf = (tool: ToolTraits): Entry => ({
  name: tool.name,
  words: tool.name,
  synonyms: tool.synonyms ?? "",
  // Drops the parts of a description that name other tools.
  description: tool.description
    .split(/(?<=[.;:])\s/)
    .filter((part) => !/\b[a-z]+_[a-z\d_]+\b/.test(part))
    .join(" "),
  pairs: [tool.name, tool.synonyms ?? "", ...operationPhrases(tool)].join(),
  isCore: coreTools.has(tool.name),
  risk: tool.risk
})

const vocabularyOf = (entries: ReadonlyArray<Entry>): Vocabulary => {
  const words = new Set(entries.flatMap((it) => wordsIn(`${it.words} ${it.synonyms} ${it.description}`)))
  // A description starts with a verb.
  const verbs = new Set([...everydayVerbs, ...entries.flatMap((it) => wordsIn(it.description).slice(0, 1))])
  return { words, terms: new Set([...words].map(stem)), verbs, verbTerms: new Set([...verbs].map(stem)) }
}
