import { distance } from "fastest-levenshtein"

/** All known names are shorter; a longer text is not compared. */
const COMPARED_MAX = 80

/**
 * Returns the known name that a mistyped one most likely means, or `undefined`
 * if none is close. A name is close if it differs only in case, has all the same words in
 * any order, or takes at most one edit for every four characters. The cost does not depend
 * on the length of the given name.
 */
export const nearestName = <Name extends string>(given: string, names: ReadonlyArray<Name>): Name | undefined => {
  if (given.length > COMPARED_MAX) return undefined
  const name = normalize(given)
  const edits = Math.max(1, Math.floor(name.length / 4))
  let best: Name | undefined
  let bestDistance = edits + 1
  for (const known of names) {
    // Names of very different lengths need at least that many edits.
    if (Math.abs(known.length - name.length) >= bestDistance) continue
    const found = distance(name, normalize(known))
    if (found < bestDistance) {
      best = known
      bestDistance = found
    }
  }
  return best ?? nearestByWords(name, names)
}

/** Returns `; did you mean NAME?` for an unknown name, or nothing. */
export const didYouMean = (given: string, names: ReadonlyArray<string>): string => {
  const near = nearestName(given, names)
  return near === undefined ? "" : `; did you mean ${near}?`
}

/** Returns the shortest known name that has every word of the given name. */
const nearestByWords = <Name extends string>(name: string, names: ReadonlyArray<Name>): Name | undefined => {
  const words = wordsIn(name)
  if (words.length === 0) return undefined
  let shortest: Name | undefined
  for (const known of names) {
    if (shortest !== undefined && known.length >= shortest.length) continue
    const itsWords = wordsIn(normalize(known))
    if (words.every((word) => itsWords.includes(word))) shortest = known
  }
  return shortest
}

/** Lower-cases a name and keeps its letters, digits, dots and word separators. */
const normalize = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("-", "_")
    .replaceAll(/[^\p{L}\p{N}_.]/gu, "")

const wordsIn = (name: string): ReadonlyArray<string> => name.split("_").filter((word) => word.length > 2)
