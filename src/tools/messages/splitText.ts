/** Splits a text into messages, as a person would: before headings, between paragraphs, list items, lines, sentences, words. */
import { Either } from "effect"
import { MESSAGE_CONTENT_MAX } from "../../objects/schema/limits.ts"
import { Cut, type Cuts, cutsOf, type Enclosure } from "./cuts.ts"

/** A part of a text. `opened` and `closed` are what `text` has in addition, because a code block or spoiler is cut. */
export interface TextPart {
  readonly text: string
  readonly opened: string
  readonly closed: string
}

/** A link that is too long for a message, with its length in characters. */
export interface LinkTooLong {
  readonly length: number
}

/**
 * Splits a text into parts of at most 2,000 characters (code points, as Discord counts). Joined without what was added,
 * they are the text, but for white space at the cuts. A part ends at the best cut that fits: before a heading, or the end of a paragraph, code
 * block, list item, line, sentence or word. A word that is longer than a part is cut between two of its characters, and
 * a link that is longer is an error. Takes time in proportion to the length.
 */
export const splitText = (
  content: string,
  limit: number = MESSAGE_CONTENT_MAX
): Either.Either<ReadonlyArray<TextPart>, LinkTooLong> => {
  const text = content.trim().replaceAll(/\s+/g, (space) => (space.length < SPACE_MAX ? space : "\n\n"))
  const source = measured(text, cutsOf(text, limit), limit)
  const parts: Array<TextPart> = []
  let from = 0
  while (from < text.length) {
    const outer = source.enclosuresAt(from)
    const opened = from === 0 ? "" : openingOf(outer)
    const end = source.isRest(from, opened) ? text.length : nextCut(source, from, opened)
    if (typeof end !== "number") return Either.left(end)
    const inner = end < text.length ? source.enclosuresAt(end) : outer.filter(({ isClosed }) => !isClosed)
    const closed = end < text.length || opened !== "" ? closingOf(inner) : ""
    parts.push({ text: `${opened}${text.slice(from, source.trimmed[end])}${closed}`, opened, closed })
    from = end
    // In code, a line keeps its indentation.
    if (source.cuts.kinds[end] === Cut.none) while (from < text.length && source.isSpace(from)) from++
  }
  return Either.right(parts)
}

/** A longer white space becomes a blank line. */
const SPACE_MAX = 1000

const openingOf = (outer: ReadonlyArray<Enclosure>): string => outer.map(({ open }) => open).join("")
const closingOf = (outer: ReadonlyArray<Enclosure>): string =>
  outer
    .map(({ close }) => close)
    .reverse()
    .join("")

/** A text with its cuts, and with sums that make each length a subtraction. */
interface Measured {
  readonly text: string
  readonly cuts: Cuts
  readonly limit: number
  /** The number of code points before each position. */
  readonly points: Uint32Array
  /** For each position, the end of the text before it without white space. */
  readonly trimmed: Uint32Array
  readonly isSpace: (at: number) => boolean
  readonly enclosuresAt: (at: number) => ReadonlyArray<Enclosure>
  /** Whether everything from here on fits into one part. */
  readonly isRest: (from: number, opened: string) => boolean
}

const measured = (text: string, cuts: Cuts, limit: number): Measured => {
  const points = new Uint32Array(text.length + 1)
  const trimmed = new Uint32Array(text.length + 1)
  for (let at = 0; at < text.length; at++) {
    const isSecondHalf = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    points[at + 1] = (points[at] ?? 0) + (isSecondHalf ? 0 : 1)
    trimmed[at + 1] = SPACE.test(text.charAt(at)) ? (trimmed[at] ?? 0) : at + 1
  }
  // Enclosures are longer than a part, and inner ones are later in the list, so this takes linear time.
  const innermost = new Int32Array(text.length + 1).fill(-1)
  const chains: Array<ReadonlyArray<Enclosure>> = []
  for (const inner of cuts.enclosures) {
    innermost.fill(chains.length, inner.from, inner.to + 1)
    const outer = chains.findLast((chain) => chain.every(({ from, to }) => from <= inner.from && inner.to <= to))
    chains.push([...(outer ?? []), inner])
  }
  const enclosuresAt = (at: number) => chains[innermost[at] ?? -1] ?? NONE
  return {
    text,
    cuts,
    limit,
    points,
    trimmed,
    isSpace: (at) => SPACE.test(text.charAt(at)),
    enclosuresAt,
    isRest: (from, opened) => {
      const closed = opened === "" ? "" : closingOf(enclosuresAt(from).filter(({ isClosed }) => !isClosed))
      return opened.length + (points[text.length] ?? 0) - (points[from] ?? 0) + closed.length <= limit
    }
  }
}

const SPACE = /\s/
const NONE: ReadonlyArray<Enclosure> = []

/** Returns where the part that begins at `from` ends. */
const nextCut = (source: Measured, from: number, opened: string): number | LinkTooLong => {
  const { cuts, limit, points, text, trimmed } = source
  const lengthUpTo = (at: number) => opened.length + (points[trimmed[at] ?? 0] ?? 0) - (points[from] ?? 0)
  // The last fitting cut of each kind, and the last position that breaks nothing, or no link.
  const best: Array<number> = []
  let [unbroken, possible] = [from, from]
  for (let at = from + 1; at < text.length && lengthUpTo(at) <= limit; at++) {
    const kind = cuts.kinds[at] ?? Cut.none
    if (cuts.breaks[at] === 2) continue
    const inside = source.enclosuresAt(at)
    if (inside.length > 0 && lengthUpTo(at) + closingOf(inside).length > limit) continue
    possible = at
    if (cuts.breaks[at] !== 0) continue
    unbroken = at
    if (kind !== Cut.none) best[kind] = at
  }
  const isLong = (kind: number) => lengthUpTo(best[kind] ?? from) >= limit * FILL_MIN
  const kind =
    BETWEEN_BLOCKS.find((kind) => best[kind] !== undefined) ??
    INSIDE_BLOCK.find((kind) => best[kind] !== undefined && isLong(kind)) ??
    INSIDE_BLOCK.find((kind) => best[kind] !== undefined)
  const cut = kind === undefined ? undefined : best[kind]
  if (cut !== undefined) return cut
  if (possible > from) {
    const breaks = unbroken > from ? 0 : 1
    return lastCharacter(text, from, breaks === 0 ? unbroken : possible, (at) => (cuts.breaks[at] ?? 0) <= breaks)
  }
  const end = cuts.breaks.findIndex((breaks, at) => at > from && breaks !== 2)
  return { length: (points[end] ?? 0) - (points[from] ?? 0) }
}

const BETWEEN_BLOCKS = [Cut.heading, Cut.paragraph, Cut.codeBlock, Cut.block, Cut.nestedItem, Cut.afterHeading]
const INSIDE_BLOCK = [Cut.line, Cut.sentence, Cut.space]

/** Inside a block, a cut before a quarter of the limit gives way to a later one of a lesser kind. */
const FILL_MIN = 0.25

/** Returns the last end of a whole character up to a position: people see several code points as one. */
const lastCharacter = (text: string, from: number, upTo: number, isAllowed: (at: number) => boolean): number => {
  let end = from
  for (const { index, segment } of CHARACTERS.segment(text.slice(from, upTo + CHARACTER_MAX))) {
    const at = from + index + segment.length
    if (at > upTo) break
    if (isAllowed(at)) end = at
  }
  if (end > from) return end
  return (text.charCodeAt(upTo) & 0xfc00) === 0xdc00 && upTo > from + 1 ? upTo - 1 : upTo
}

const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" })

/** The longest emoji have fewer UTF-16 units. */
const CHARACTER_MAX = 50
