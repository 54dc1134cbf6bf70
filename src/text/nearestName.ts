import { distance } from "fastest-levenshtein"
import { formerNames } from "./formerNames.ts"

/** The maximum length of a compared name, in characters. All known names are shorter. */
const COMPARED_MAX = 80

/**
 * Returns the known name that a mistyped one most likely means, or `undefined` if none is close. A
 * name is close if it differs only in case, has all the same words in any order, or is the only one
 * that begins with the given name. It is also close if it takes at most one edit for every four
 * characters. Two neighbouring characters that are swapped are one edit. A former name of a tool counts as its name. The cost does not depend on the length of the given name.
 */
export const nearestName = <Name extends string>(given: string, names: ReadonlyArray<Name>): Name | undefined => {
  if (given.length > COMPARED_MAX) return undefined
  const name = normalize(given)
  const edits = Math.max(1, Math.floor(name.length / 4))
  let best: Name | undefined
  let bestDistance = edits + 1
  const { list: comparable, vocabulary } = comparedNames(names)
  const same = nearestBySynonyms(name, comparable, true)
  if (same !== undefined) return same
  const knownWords = wordsIn(name).filter((word) => vocabulary.has(word))
  for (const { known, normalized, words } of comparable) {
    // `create` is no typing error of `leave`: both are words of names. `vs-code` is one of `vscode`.
    if (knownWords.some((word) => !words.includes(word)) && joined(normalized) !== joined(name)) continue
    // A difference in length needs at least as many edits.
    if (Math.abs(normalized.length - name.length) >= bestDistance) continue
    const edits = isSwap(name, normalized) ? 1 : distance(name, normalized)
    if (edits < bestDistance) {
      best = known
      bestDistance = edits
    }
  }
  return (
    best ??
    nearestByBeginning(name, comparable) ??
    nearestByWords(name, comparable) ??
    nearestBySynonyms(name, comparable)
  )
}

const joined = (name: string): string => name.replaceAll("_", "")

/** Returns whether two names differ only in the order of two neighbouring characters. */
const isSwap = (name: string, known: string): boolean => {
  if (name.length !== known.length) return false
  let at = 0
  while (at < name.length && name[at] === known[at]) at++
  if (at + 1 >= name.length) return false
  return name[at] === known[at + 1] && name[at + 1] === known[at] && name.slice(at + 2) === known.slice(at + 2)
}

/** Returns `; did you mean NAME?` for an unknown name, or nothing. */
export const didYouMean = (given: string, names: ReadonlyArray<string>): string => {
  const near = nearestName(given, names)
  return near === undefined ? "" : `; did you mean ${near}?`
}

/** Returns the only known name that begins with the given one, if that has at least four characters. */
const nearestByBeginning = <Name extends string>(
  name: string,
  names: ReadonlyArray<Comparable<Name>>
): Name | undefined => {
  if (name.length < BEGINNING_MIN) return undefined
  const [only, ...others] = names.filter(({ normalized }) => normalized.startsWith(name))
  return others.length === 0 ? only?.known : undefined
}

const BEGINNING_MIN = 4

/** Returns the known name that has every word of the given name and the fewest others, the shortest of several. */
const nearestByWords = <Name extends string>(
  name: string,
  names: ReadonlyArray<Comparable<Name>>
): Name | undefined => {
  const words = wordsIn(name)
  if (words.length === 0) return undefined
  const having = names.filter(({ normalized, words: known }) =>
    // One word alone says little: its plural is another one.
    words.length === 1 ? normalized.split("_").includes(name) : words.every((word) => known.includes(word))
  )
  const othersOf = ({ words: known }: Comparable<Name>) =>
    new Set(known.filter((word) => !IMPLIED.has(word) && !words.includes(word))).size
  return having.toSorted((a, b) => othersOf(a) - othersOf(b) || a.known.length - b.known.length)[0]?.known
}

/** Most tools are about a guild or a channel, so a caller leaves the word out. */
const IMPLIED: ReadonlySet<string> = new Set(["guild", "channel"])

/**
 * Returns the shortest known name that has every word of the given name, or another word for the same: `create` for
 * `add`. `whole`: only a name that has no other words, if a word of the given name was replaced.
 */
const nearestBySynonyms = <Name extends string>(
  name: string,
  names: ReadonlyArray<Comparable<Name>>,
  whole = false
): Name | undefined => {
  const words = wordsIn(name)
  // Of `dm_user`, one word alone says nothing.
  if (words.length < name.split("_").length) return undefined
  const usual = words.map((word) => SYNONYMS.get(word) ?? word)
  const possible = whole ? names.filter(({ words: known }) => known.length === words.length) : names
  if (words.every((word, at) => word === usual[at]) || nearestByWords(name, possible) !== undefined) return undefined
  return nearestByWords(usual.join("_"), possible)
}

const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: ["add", "make", "new"],
    delete: ["destroy", "erase", "remove"],
    modify: ["change", "rename", "set", "update"],
    get: ["fetch", "show", "view"],
    send: ["post", "write"],
    timeout: ["mute"],
    guild: ["server"],
    member: ["user"]
  }).flatMap(([usual, others]) => others.map((other) => [other, usual] as const))
)

/** A known name in the forms that are compared. */
interface Comparable<Name extends string> {
  readonly known: Name
  readonly normalized: string
  readonly words: ReadonlyArray<string>
}

/** The known names in the forms that are compared, and all of their words. */
interface ComparedNames<Name extends string> {
  readonly list: ReadonlyArray<Comparable<Name>>
  readonly vocabulary: ReadonlySet<string>
}

const comparedLists = new WeakMap<object, ComparedNames<string>>()

/** Returns the compared forms of a list. They are made once, because an input can have thousands of unknown names. */
const comparedNames = <Name extends string>(names: ReadonlyArray<Name>): ComparedNames<Name> => {
  const made = comparedLists.get(names)
  // The list is the key, so its entries have the names of the list.
  if (made !== undefined) return made as ComparedNames<Name>
  const list = names.flatMap((known) =>
    [known, ...formerNamesOf(known)].map((name) => {
      const normalized = normalize(name)
      return { known, normalized, words: wordsIn(normalized) }
    })
  )
  const compared = { list, vocabulary: new Set(list.flatMap(({ words }) => words)) }
  comparedLists.set(names, compared)
  return compared
}

const formerNamesOf = (name: string): ReadonlyArray<string> =>
  Object.keys(formerNames).filter((former) => formerNames[former] === name)

/** Lower-cases a name and keeps its letters, digits, dots and word separators. */
const normalize = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replaceAll("-", "_")
    .replaceAll(/[^\p{L}\p{N}_.]/gu, "")

/** The words of a name, without their plural. */
const wordsIn = (name: string): ReadonlyArray<string> =>
  name
    .split("_")
    .filter((word) => word.length > 2)
    .map((word) => (word.length > 4 ? word.replace(/s$/, "") : word))
