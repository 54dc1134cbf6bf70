/** Names of Discord's numbers, in inputs and results. */
import { Schema } from "effect"
import { didYouMean } from "../../text/nearestName.ts"
import { named, truncate } from "../../text/words.ts"
import { alsoTakes } from "./alsoTakes.ts"
import { documentedNames, toBitNames, toEnumName, toNumber } from "./conversions.ts"
import { choice, setOf } from "./fields.ts"

/** Maps the names of one of Discord's enums, in snake_case, to Discord's values: `{ chat_input: 1, user: 2, … }`. */
export const enumTable = <Enum extends object>(members: Enum) =>
  Object.fromEntries(membersOf(members)) as { readonly [Name in keyof Enum & string as SnakeCase<Name>]: Enum[Name] } // Object.fromEntries loses the keys

/** Maps names in CONSTANT_CASE, as Discord documents flags and events, to Discord's values. */
export const constantTable = <Enum extends object>(members: Enum) =>
  Object.fromEntries(membersOf(members).map(([name, value]) => [name.toUpperCase(), value])) as {
    readonly [Name in keyof Enum & string as Uppercase<SnakeCase<Name>>]: Enum[Name]
  } // Object.fromEntries loses the keys

/** The object of a numeric enum also has its numbers as keys. */
const membersOf = (members: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(members).flatMap(([name, value]) =>
    /^\d/.test(name) ? [] : [[name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase(), value]]
  )

type SnakeCase<
  Name extends string,
  Before extends string = "",
  Done extends string = ""
> = Name extends `${infer First}${infer Rest}`
  ? SnakeCase<Rest, First, `${Done}${Separator<Before, First>}${Lowercase<First>}`>
  : Done

/** A word begins at an upper-case letter that follows a lower-case one. */
type Separator<Before extends string, First extends string> =
  First extends Lowercase<First>
    ? ""
    : Before extends Uppercase<Before> // or empty
      ? ""
      : "_"

/** Returns the names of a table, for a field that accepts one of these names. */
export const enumNames = <Name extends string>(
  table: Readonly<Record<Name, unknown>>
): readonly [Name, ...Array<Name>] =>
  // Object.keys loses the key type. No table here is empty.
  Object.keys(table) as [Name, ...Array<Name>]

/** Returns the name for one of Discord's numbers; the number as text if the table lacks it. */
export const enumName = <Value extends number | null | undefined>(
  table: Readonly<Record<string, number>>,
  value: Value
): Value extends number ? string : undefined =>
  // TypeScript cannot narrow a conditional return type.
  (value == null
    ? undefined
    : (Object.entries(table).find(([, number]) => number === value)?.[0] ?? String(value))) as Value extends number
    ? string
    : undefined

/**
 * Makes a field that accepts one of the names of a table, or Discord's number. `documented` has more of Discord's names
 * for the same numbers.
 */
export const enumChoice = <Name extends string>(
  description: string,
  table: Readonly<Record<Name, unknown>>,
  documented: Readonly<Record<string, unknown>> = {}
) => choice(description, ...enumNames(table)).annotations(alsoTakes(toNameOf(table, documented)))

/** Converts Discord's number, or another of its names, to a name of the table. */
export const toNameOf = (
  table: Readonly<Record<string, unknown>>,
  documented: Readonly<Record<string, unknown>> = {}
) =>
  toEnumName(Object.keys(table), () => {
    const names = new Map(Object.entries(table).map(([name, value]) => [value, name]))
    return [
      ...Object.entries(table).map(([name, value]): readonly [string, string] => [String(value), name]),
      ...documentedNames(documented).flatMap(([other, value]) => {
        const name = names.get(value)
        return name === undefined ? [] : [[other, name] as const]
      })
    ]
  })

/**
 * Makes a field that accepts one of many names. The schema does not list the names, because
 * the list costs too many tokens. An error names the nearest name. `words` maps everyday words to names.
 */
export const longChoice = <Name extends string>(
  description: string,
  names: ReadonlyArray<Name>,
  numbers: Readonly<Record<string, number>> = {},
  words: Readonly<Record<string, Name>> = {}
) =>
  Schema.Literal(...names).annotations({
    ...alsoTakes(
      toEnumName(names, () => [
        ...Object.entries(numbers).map(([name, number]) => [number, name] as const),
        ...Object.entries(words)
      ])
    ),
    message: ({ actual }) => {
      if (typeof actual !== "string" && typeof actual !== "number")
        return { message: "must be a name, as a text", override: true }
      const text = String(actual)
      const hint = didYouMean(text, names) || `; known are ${truncate(names.join(", "), KNOWN_MAX)}`
      return { message: `there is no ${named(text)}${hint}`, override: true }
    },
    jsonSchema: { type: "string", description }
  })

/** The longest list of known names in an error, in characters. */
const KNOWN_MAX = 300

/** Makes a field that accepts some of the names of a set of bits. */
export const flagChoices = <Name extends string>(description: string, bits: Readonly<Record<Name, number>>) => {
  const names = enumNames(bits)
  const name = Schema.Literal(...names).annotations({
    message: () => ({ message: `must be one of ${names.join(", ")}`, override: true }),
    ...alsoTakes(toEnumName(names))
  })
  return setOf(description, name, 0, names.length).annotations(alsoTakes(toBitNames(bits)))
}

/** Makes a field that accepts one of the given Discord numbers, or Discord's name of that number. */
export const numberChoice = <const Numbers extends readonly [number, ...ReadonlyArray<number>]>(
  description: string,
  names: Readonly<Record<string, unknown>>,
  ...numbers: Numbers
) => choice(description, ...numbers).annotations(alsoTakes(toNumber(numbers, names)))

/** Returns the sum of the named bits. */
export const toBits = <Name extends string>(bits: Readonly<Record<Name, number>>, names: ReadonlyArray<Name>): number =>
  names.reduce((sum, name) => sum | bits[name], 0)

/** Returns the names of the bits that are set. */
export const fromBits = (bits: Readonly<Record<string, number>>, sum: number): ReadonlyArray<string> =>
  Object.keys(bits).filter((name) => (sum & (bits[name] ?? 0)) !== 0)

/** Returns a value as text for a message; an object or list only by its type. */
export const describeValue = (value: unknown): string =>
  typeof value === "object" && value !== null ? (Array.isArray(value) ? "list" : "object") : String(value)
