import { distance } from "fastest-levenshtein"

/** A known word that a mistyped one may mean, and how sure that is, from 0 to 1. */
export interface Correction {
  readonly word: string
  readonly certainty: number
}

/**
 * Returns the known words that a mistyped one may mean: with two neighbouring letters exchanged, else with the
 * fewest edits. Words of 4 or 5 letters may have one edit, longer ones two; the first letter must be right.
 */
export const corrections = (word: string, known: ReadonlySet<string>): ReadonlyArray<Correction> => {
  const swapped = new Set(transpositions(word))
  const exchanged = [...swapped].filter((it) => known.has(it))
  if (exchanged.length > 0) return exchanged.map((it) => ({ word: it, certainty: 1 }))
  let fewest = word.length < 4 ? 0 : word.length < 6 ? 1 : 2
  let nearest: Array<string> = []
  for (const it of known) {
    if (it[0] !== word[0] || Math.abs(it.length - word.length) > fewest) continue
    const edits = distance(word, it)
    if (edits < fewest) nearest = []
    if (edits <= fewest) {
      fewest = edits
      nearest.push(it)
    }
  }
  const certainty = fewest === 1 && word.length > 5 ? 0.8 : 0.4
  return nearest.map((it) => ({ word: it, certainty }))
}

/** Returns a word with each two neighbouring letters exchanged. */
const transpositions = (word: string): ReadonlyArray<string> =>
  Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
