/**
 * What the caller has just sent is not sent back: a result leaves out each part that Discord has as it was sent. `length`
 * is in the place of a message's text, and `as_sent` counts the other parts.
 */
import { Predicate } from "effect"
import { isoTime, truncate } from "../../text/words.ts"
import type { ToolResult } from "../ToolResult.ts"
import { isFull } from "./view.ts"

type Fields = Readonly<Record<string, unknown>>

/** What a result has in place of what was sent: by path, the characters of a text or the entries of anything else. */
export type AsSent<Given> = {
  readonly as_sent?: Readonly<Record<string, number>>
} & ("content" extends keyof Given ? { readonly length?: number } : unknown)

/** Texts, and parts with more characters of JSON, are left out. Shorter ones tell what the object is. */
const LONG = 200

/** The parts of a message that are left out at any length: of the result, of the message in it, or of a list of messages. */
const MESSAGE_PART = /^(message\.|parts\[\]\.)?(content|embeds|components_in_full|poll\.question|poll\.answers)$/

/** Leaves out of a result what its input has. With `view: "full"`, the result is Discord's whole object. */
export const withoutSent =
  (input: object) =>
  (result: ToolResult): ToolResult => {
    const { shorten, value } = result
    if (isFull(input) || !Predicate.isReadonlyRecord(value)) return result
    const texts = longTexts(input)
    const shown = new Reduction(texts).result(value, input)
    if (shown === value || shorten === undefined) return { ...result, value: shown }
    // The shortened value is one like `value`.
    return { ...result, value: shown, shorten: (items) => new Reduction(texts).result(shorten(items) as Fields, input) }
  }

/** Returns the long texts of an input, at any depth, without the data of files. */
const longTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return value.length > LONG ? [value] : []
  if (typeof value !== "object" || value === null || "base64" in value) return []
  return Object.values(value).flatMap(longTexts)
}

/** The reduction of one result. */
class Reduction {
  readonly #texts: ReadonlyArray<string>
  readonly #counts = new Map<string, number>()
  #isSplit = false

  constructor(texts: ReadonlyArray<string>) {
    this.#texts = texts
  }

  result(value: Fields, input: object): Fields {
    const { previous, ...now } = value
    this.#isSplit = "parts" in now
    const shown = this.#record(now, input, "")
    if (shown === now) return value
    return {
      ...shown,
      ...(this.#counts.size > 0 && { as_sent: Object.fromEntries(this.#counts) }),
      ...(previous !== undefined && { previous })
    }
  }

  /** Returns a record without what was sent, or the record itself. */
  #record(value: Fields, sent: unknown, path: string): Fields {
    const entries: Array<readonly [name: string, part: unknown]> = []
    let isWhole = true
    for (const [name, part] of Object.entries(value)) {
      const from = sentAs(name, Object(sent))
      // The lines of components that the result has in full.
      const isTwice = name === "components" && "components_in_full" in value
      const shown = isTwice ? undefined : this.#part(part, from, path === "" ? name : `${path}.${name}`)
      if (shown !== undefined) entries.push([name, shown])
      else if (name === "content" && typeof from === "string") entries.push(["length", [...from].length])
      isWhole &&= shown === part
    }
    return isWhole ? value : Object.fromEntries(entries)
  }

  /** Returns what is left of a part; `undefined` for nothing. */
  #part(value: unknown, sent: unknown, path: string): unknown {
    if (sent !== undefined && isLeftOut(path, sent) && (isAsSent(value, sent) || this.#isFirstOfSplit(path))) {
      return this.#leave(path, value)
    }
    if (typeof value === "string") return this.#isSentText(value) ? this.#leave(path, value) : value
    if (Array.isArray(value)) {
      const items = value.map((item: unknown, at) => this.#item(item, itemSentAs(item, sent, at), `${path}[]`))
      return items.some((item, at) => item !== value[at]) ? items : value
    }
    return Predicate.isReadonlyRecord(value) ? this.#record(value, sent, path) : value
  }

  /** Returns what is left of an item, which keeps its place: of a text the first words, such as of a line of a layout. */
  #item(value: unknown, sent: unknown, path: string): unknown {
    if (Predicate.isReadonlyRecord(value)) return this.#record(value, sent, path)
    if (typeof value !== "string") return value
    return this.#isSentText(value) || this.#texts.some((text) => value.includes(text))
      ? truncate(value, ITEM_CHARS)
      : value
  }

  /** Returns whether a text is one that was sent, or a part of it. */
  #isSentText(value: string): boolean {
    return value.length > LONG && this.#texts.some((text) => text.includes(value))
  }

  /** The parts of a split text are shown by their first and last words. */
  #isFirstOfSplit(path: string): boolean {
    return this.#isSplit && path.endsWith("content")
  }

  #leave(path: string, value: unknown): undefined {
    // `length` is in its place.
    if (/^(message\.)?content$/.test(path)) return
    const name = path.replace("_in_full", "")
    const lists = MESSAGE_PART.test(path) ? [] : Object.entries(Object(value)).filter(([, part]) => Array.isArray(part))
    if (Predicate.isReadonlyRecord(value) && lists.length > 0) {
      for (const [inner, list] of lists) this.#leave(`${path}.${inner}`, list)
      return
    }
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + countOf(value))
  }
}

const ITEM_CHARS = 80

/** The items of a list result stay, with less in each. */
const isLeftOut = (path: string, sent: unknown): boolean =>
  MESSAGE_PART.test(path) || (path !== "items" && typeof sent === "object" && JSON.stringify(sent).length > LONG)

/** Returns the part of an input that a field of a result shows. A poll, or the parts of a text, may be the input itself. */
const sentAs = (name: string, sent: Fields): unknown => {
  if (name === "components_in_full") return sent.components
  if (name === "poll") return sent.poll ?? sent
  if (name === "parts") return sent.message ?? sent
  return name === "items" ? Object.values(sent).find(Array.isArray) : sent[name]
}

/** Returns the item of a sent list with the name of a shown one, or at its place. What is no list is sent for each item. */
const itemSentAs = (item: unknown, sent: unknown, at: number): unknown => {
  if (!Array.isArray(sent)) return sent
  const { name } = Object(item)
  return name === undefined ? sent[at] : sent.find((other) => Object(other).name === name)
}

/**
 * Returns whether a shown value says only what a sent one says: the same texts, and all its numbers. Discord adds numbers,
 * such as the ids of components, and defaults.
 */
const isAsSent = (shown: unknown, sent: unknown): boolean => {
  if (typeof shown === "string") return shown === sent
  if (Array.isArray(shown) && Array.isArray(sent) && shown.length !== sent.length) return false
  const [now, before] = [leavesOf(shown), leavesOf(sent)]
  const isIn = (set: ReadonlySet<unknown>) => (leaf: unknown) => set.has(leaf)
  return before.every(isIn(new Set(now))) && now.filter(Predicate.isString).every(isIn(new Set(before)))
}

/** Returns the texts and numbers of a value, at any depth. */
const leavesOf = (value: unknown): ReadonlyArray<string | number> => {
  if (typeof value === "number") return [value]
  if (typeof value === "string") return value.trim() === "" ? [] : [isoOf(value.trim())]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

/** Returns a time in one format. */
const isoOf = (text: string): string => {
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? text : isoTime(ms)
}

/** Counts the characters of a text, and the entries of anything else. */
const countOf = (value: unknown): number =>
  typeof value === "string" ? [...value].length : Object.keys(Object(value)).length
