/**
 * The state of Discord that a preview showed, as far as consent binds it. It is kept with a token, a question or an
 * approval. Before the call runs, the same reads make it again.
 */
import type { ShownCall } from "../../discord/Permit.ts"
import { factTraits } from "../../errors/preview/facts.ts"
import { canonicalJson } from "../../text/canonicalJson.ts"
import { sha256 } from "../../text/secureToken.ts"
import type { ToolCall } from "../../tools/Tool.ts"

/** The part of a call that consent is bound to. */
export type Subject = Pick<ToolCall, "tool" | "arguments">

/** Returns the digest of what consent is bound to: the tool and exactly its arguments. */
export const subjectOf = ({ arguments: sent, tool }: Subject): string => sha256(canonicalJson([tool.name, sent]))

/** What a preview read about one call. `identities`: by field, the identities of the named objects. */
interface ReadState {
  readonly subject: string
  readonly identities: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, unknown>>
  readonly isWhole: boolean
}

/** Returns the part of what a preview read that binds consent. Texts are kept as digests. */
export const shownCallOf = ({ facts, identities, isWhole, subject }: ReadState): ShownCall => ({
  subject,
  names: Object.fromEntries(Object.entries(identities).map(([field, identity]) => [field, digest(identity)])),
  facts: Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      factTraits(name).binds === "free" ? [] : [[name, boundOf(value)]]
    )
  ),
  isWhole
})

const boundOf = (value: unknown): number | string | ReadonlyArray<string> =>
  typeof value === "number"
    ? value
    : Array.isArray(value)
      ? value.map((item) => digest(String(item)))
      : digest(String(value))

/** The characters of a digest. With 72 bits, nobody finds another text with the same one within the life of a token. */
const DIGEST_CHARS = 12

const digest = (text: string): string => sha256(text).slice(0, DIGEST_CHARS)

/**
 * Returns the names of what changed since a preview was shown, in a way that its consent does not cover. What an
 * incomplete preview left out is not compared: the preview said so. What cannot be read again counts as changed.
 */
export const changesSince = (shown: ReadonlyArray<ShownCall>, now: ReadonlyArray<ShownCall>): ReadonlyArray<string> =>
  shown.length === now.length ? [...new Set(shown.flatMap((call, index) => callChanges(call, now[index])))] : ["steps"]

const callChanges = (shown: ShownCall, now: ShownCall | undefined): ReadonlyArray<string> => {
  if (now === undefined || now.subject !== shown.subject) return ["steps"]
  const both = (a: object, b: object) => [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const isLost = (value: unknown) => value === undefined && !now.isWhole
  return [
    ...both(shown.names, now.names).filter((field) => {
      const [before, after] = [shown.names[field], now.names[field]]
      return before === undefined ? shown.isWhole : before !== after
    }),
    ...both(shown.facts, now.facts).filter((name) => {
      const [before, after] = [shown.facts[name], now.facts[name]]
      if (before === undefined && !shown.isWhole) return false
      return isLost(after) || !isCovered(name, before, after)
    })
  ]
}

type Bound = ShownCall["facts"][string] | undefined

/** Returns whether consent to a value covers another one. */
const isCovered = (name: string, before: Bound, after: Bound): boolean => {
  const { binds } = factTraits(name)
  switch (binds) {
    case "free":
      return true
    case "same":
      return JSON.stringify(before) === JSON.stringify(after)
    case "no_more":
      return typeof after === "number"
        ? typeof before === "number" && after <= before
        : entriesOf(after).every((entry) => entriesOf(before).includes(entry))
    case "about":
      return sizeOf(after) <= 2 * sizeOf(before) + 10
  }
}

const entriesOf = (value: Bound): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "object" ? value : [String(value)]

const sizeOf = (value: Bound): number => (typeof value === "number" ? value : entriesOf(value).length)
