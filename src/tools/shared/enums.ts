/** Words that stand for Discord's numbers, in inputs and in answers. */
import { Schema } from "effect"
import { didYouMean } from "../../errors/nearestName.ts"
import { named } from "../../errors/quoted.ts"
import { truncate } from "../../errors/truncate.ts"
import { setOf } from "./fields.ts"

/** The words of a table, for a field that takes one of a few. */
export const wordsOf = <Word extends string>(table: Readonly<Record<Word, unknown>>): readonly [Word, ...Array<Word>] =>
  // Object.keys forgets the key type, and that no table here is empty.
  Object.keys(table) as [Word, ...Array<Word>]

/** The word for one of Discord's numbers; a number that has none stays one, and none stays none. */
export const wordFor = <Value extends number | null | undefined>(
  table: Readonly<Record<string, number>>,
  value: Value
): Value extends number ? string : undefined =>
  // The compiler does not follow a condition into the type that hangs on it.
  (value == null
    ? undefined
    : (Object.entries(table).find(([, number]) => number === value)?.[0] ?? String(value))) as Value extends number
    ? string
    : undefined

/** A field that takes one of many words: too many to list them in every schema, so the nearest is named instead. */
export const oneOfMany = <Word extends string>(description: string, words: ReadonlyArray<Word>) =>
  Schema.Literal(...words).annotations({
    message: ({ actual }) => ({
      message: `there is no ${named(textOf(actual))}${meant(textOf(actual), words)}`,
      override: true
    }),
    jsonSchema: { type: "string", description }
  })

/** A field that takes some of the names of a set of bits. */
export const flagsOf = <Name extends string>(description: string, bits: Readonly<Record<Name, number>>) => {
  const names = wordsOf(bits)
  const name = Schema.Literal(...names).annotations({
    message: () => ({ message: `must be one of ${names.join(", ")}`, override: true })
  })
  return setOf(description, name, 0, names.length)
}

/** The sum of some of those bits. */
export const sumOf = <Name extends string>(bits: Readonly<Record<Name, number>>, names: ReadonlyArray<Name>): number =>
  names.reduce((sum, name) => sum | bits[name], 0)

/** The names of the bits that are set. */
export const namesIn = (bits: Readonly<Record<string, number>>, sum: number): ReadonlyArray<string> =>
  Object.keys(bits).filter((name) => (sum & (bits[name] ?? 0)) !== 0)

/** What was given, as a text; an object or a list has none worth telling. */
export const textOf = (given: unknown): string =>
  typeof given === "object" && given !== null ? (Array.isArray(given) ? "list" : "object") : String(given)

/** The word that is meant, or else which there are, as far as a sentence holds them. */
const meant = (given: string, words: ReadonlyArray<string>): string =>
  didYouMean(given, words) || `; known are ${truncate(words.join(", "), KNOWN_MAX)}`

const KNOWN_MAX = 300
