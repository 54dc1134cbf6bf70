import { Context, Redacted } from "effect"
import { hasHidden, spellingsOf, unhidden, withoutSeparators } from "./spellings.ts"

/** What stands in the place of a secret. */
export const MASK = "***"

/**
 * The secrets that the server itself was started with. They are refused in all that
 * is sent and masked in all that is told, however they are spelled.
 */
export interface OwnSecretsShape {
  /** Where a value holds one: the path of the field, such as `embeds[0].title`; `""` is the value itself. */
  readonly find: (value: unknown) => string | undefined
  /** Whether bytes hold one as it is. */
  readonly isIn: (bytes: Uint8Array) => boolean
  /** A text without them. */
  readonly text: (text: string) => string
  /** A value of plain data without them; the very same value where it holds none. */
  readonly value: <A>(value: A) => A
}

/**
 * How much of one value is searched for more than plain spellings, in characters, and
 * how many texts at all: no request of Discord's has more, and a search must not take long.
 */
const UNHIDDEN_MAX = 200_000
const TEXTS_MAX = 20_000

/** Makes the search for these secrets. */
export const make = (secrets: ReadonlyArray<Redacted.Redacted>): OwnSecretsShape => {
  const known = secrets.map(Redacted.value).filter((secret) => secret.length > 0)
  const spelled = known.map(spellingsOf)
  // The longest first: a part of a secret must not tear the whole.
  const plain = [...new Set(spelled.flatMap(({ plain }) => plain))].sort((a, b) => b.length - a.length)
  const joined = spelled.flatMap(({ joined }) => joined)
  const hidden = spelled.map(({ hidden }) => hidden)

  const holds = (text: string, left: Left): boolean => {
    if (left.texts-- <= 0) return false
    if (plain.some((one) => text.includes(one))) return true
    left.characters -= text.length
    if (left.characters < 0) return false
    const seen = hasHidden(text) ? unhidden(text) : text
    if (seen !== text && plain.some((one) => seen.includes(one))) return true
    if (joined.every((one) => seen.length < one.length)) return false
    const dense = withoutSeparators(seen)
    return joined.some((one) => dense.includes(one))
  }

  const find = (value: unknown, path: ReadonlyArray<string | number>, left: Left): string | undefined => {
    if (typeof value === "string") return holds(value, left) ? written(path) : undefined
    if (typeof value !== "object" || value === null || path.length > DEPTH_MAX) return undefined
    if (Array.isArray(value)) return firstOf(value.entries(), ([at, item]) => find(item, [...path, at], left))
    return firstOf(Object.entries(value), ([name, item]) =>
      holds(name, left) ? written(path) : find(item, [...path, name], left)
    )
  }

  const text = (input: string): string => {
    const without = plain.reduce((rest, one) => (rest.includes(one) ? rest.replaceAll(one, MASK) : rest), input)
    return hasHidden(without) ? hidden.reduce((rest, shape) => rest.replaceAll(shape, MASK), without) : without
  }

  const value = (input: unknown): unknown => {
    if (typeof input === "string") return text(input)
    if (typeof input !== "object" || input === null) return input
    if (Array.isArray(input)) {
      const items = input.map(value)
      return items.every((item, at) => item === input[at]) ? input : items
    }
    const fields = Object.entries(input).map(([name, item]) => [text(name), value(item), name, item] as const)
    return fields.every(([name, now, was, item]) => name === was && now === item)
      ? input
      : Object.fromEntries(fields.map(([name, item]) => [name, item]))
  }

  if (known.length === 0) return none
  return {
    find: (input) => find(input, [], { characters: UNHIDDEN_MAX, texts: TEXTS_MAX }),
    isIn: (bytes) => known.some((secret) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(secret)),
    text,
    // What comes out differs from what went in by its texts alone.
    value: <A>(input: A) => value(input) as A
  }
}

const none: OwnSecretsShape = {
  find: () => undefined,
  isIn: () => false,
  text: (text) => text,
  value: (value) => value
}

/** What is left to be searched. */
interface Left {
  characters: number
  texts: number
}

/** Deeper input is refused elsewhere, whatever it holds. */
const DEPTH_MAX = 100

const written = (path: ReadonlyArray<string | number>): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "")

const firstOf = <A, B>(all: Iterable<A>, look: (one: A) => B | undefined): B | undefined => {
  for (const one of all) {
    const found = look(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** The secrets of this server; by default it has none. */
export class OwnSecrets extends Context.Reference<OwnSecrets>()("effect-discord-mcp/telemetry/OwnSecrets", {
  defaultValue: (): OwnSecretsShape => none
}) {}
