/**
 * Finds where a text in Discord's markdown may be cut. Every step is linear in the length of the text. Positions are
 * those of UTF-16 units.
 */

/** The kinds of cuts; a higher one is preferred. `none`: not here. */
export const Cut = {
  none: 0,
  space: 1,
  sentence: 2,
  line: 3,
  /** After a heading, or a line that ends with a colon: what follows belongs to it. */
  afterHeading: 4,
  nestedItem: 5,
  /** Between list items, and between blocks of different kinds. */
  block: 6,
  codeBlock: 7,
  paragraph: 8,
  /** Before a heading that Discord renders: a part begins with it. */
  heading: 9
} as const

/** A code block or spoiler that is longer than a message. Its parts are closed and opened again. */
export interface Enclosure {
  /** The first and the last position at which a cut is inside. */
  readonly from: number
  readonly to: number
  readonly open: string
  readonly close: string
  /** Whether the text itself closes it. */
  readonly isClosed: boolean
}

/** Where a text may be cut. */
export interface Cuts {
  /** The kind of cut before each position. */
  readonly kinds: Uint8Array
  /** For each position, what a cut there would break: `0` nothing, `1` what should stay whole, `2` a link. */
  readonly breaks: Uint8Array
  /** Outer ones come before inner ones. */
  readonly enclosures: ReadonlyArray<Enclosure>
}

/** Finds the cuts of a text. Code blocks, spoilers and inline code of at most `limit` UTF-16 units stay whole. */
export const cutsOf = (text: string, limit: number): Cuts => {
  const kinds = new Uint8Array(text.length + 1)
  const breaks = new Uint8Array(text.length + 1)
  const keep = (from: number, to: number, as = 1) => {
    for (let at = from + 1; at < to; at++) breaks[at] = Math.max(breaks[at] ?? 0, as)
  }
  const code = codeBlocksIn(text)
  const isCode = new Uint8Array(text.length + 1)
  for (const { from, to } of code) isCode.fill(1, from, to)

  markWords(text, isCode, kinds)
  markLines(text, isCode, kinds, new Set(code.map(({ from }) => from)))
  const enclosures: Array<Enclosure> = []
  for (const span of [...spoilersIn(text, code, isCode), ...code]) {
    if (span.to - span.from <= limit) {
      keep(span.from, span.to)
      continue
    }
    // A part has some of the content: no cut after the opening, and none before the closing.
    const first = span.bodyFrom + Math.max(0, text.slice(span.bodyFrom).search(/\S/))
    const last = span.bodyFrom + text.slice(span.bodyFrom, span.bodyTo).trimEnd().length
    keep(span.from, first + 1)
    keep(last - 1, span.to)
    for (let at = first + 1; at < last; at++) kinds[at] = Math.min(kinds[at] ?? 0, Cut.line)
    enclosures.push({ from: first + 1, to: last - 1, open: span.open, close: span.close, isClosed: span.isClosed })
  }
  for (const { from, isLink, to } of unitsIn(text, isCode)) {
    if (isLink || to - from <= limit) keep(from, to, isLink ? 2 : 1)
  }
  return { kinds, breaks, enclosures }
}

/** Marks the ends of words and sentences. */
const markWords = (text: string, isCode: Uint8Array, kinds: Uint8Array): void => {
  for (const { 0: match, index } of text.matchAll(WORD_END)) {
    const at = index + match.length
    if (text.charAt(at) !== "\n") kinds[at] = isCode[at] === 0 && SENTENCE_END.test(match) ? Cut.sentence : Cut.space
  }
}

/** Matches the spaces after a word, and the end of a sentence in a script without spaces. */
const WORD_END = /(?:[.!?…]["'”’)\]*_|]*)?[^\S\n]+|[。！？]+/g
const SENTENCE_END = /^[.!?…。！？]/

/** A part of the text between two markers. */
interface Span {
  readonly from: number
  readonly to: number
  readonly bodyFrom: number
  readonly bodyTo: number
  readonly open: string
  readonly close: string
  readonly isClosed: boolean
}

/** Marks the beginnings of lines. In code, a line begins with its indentation; elsewhere indentation is left out. */
const markLines = (text: string, isCode: Uint8Array, kinds: Uint8Array, blocks: ReadonlySet<number>): void => {
  let previous: Line | undefined
  let afterBlank = false
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from)
    const end = newline === -1 ? text.length : newline
    const content = text.slice(from, end)
    const word = from + content.search(/\S/)
    if (word < from) afterBlank = true
    else {
      const line = lineOf(content, previous, isCode[word] === 1)
      const beginsBlock = blocks.has(word)
      if (previous?.kind === "code" && line.kind === "code" && !beginsBlock) kinds[from] = Cut.line
      else if (previous !== undefined) kinds[word] = cutBetween(previous, line, afterBlank)
      previous = line
      afterBlank = false
    }
    from = end + 1
  }
  // A code block can begin inside a line.
  for (const from of blocks) if ((kinds[from] ?? 0) < Cut.line) kinds[from] = Cut.block
}

/** A line that is not blank. `inItem`: the line belongs to a list item. `announces`: what follows belongs to it. */
interface Line {
  readonly kind: "code" | "heading" | "item" | "quote" | "table" | "plain"
  readonly inItem: boolean
  readonly isNested: boolean
  readonly announces: boolean
  /** Whether the line is a heading that Discord renders. */
  readonly beginsSection: boolean
}

const lineOf = (content: string, previous: Line | undefined, isCode: boolean): Line => {
  const isNested = previous?.inItem === true && (INDENTED.test(content) || (isCode && previous.kind === "code"))
  const kind = isCode ? "code" : (LINE_KINDS.find(([, format]) => format.test(content))?.[0] ?? "plain")
  return {
    kind,
    isNested,
    inItem: kind === "item" || isNested,
    beginsSection: kind === "heading" && RENDERED_HEADING.test(content),
    announces: kind === "heading" || ((kind === "plain" || kind === "quote") && /:[*_]*\s*$/.test(content.slice(-20)))
  }
}

const RENDERED_HEADING = /^#{1,3} /
const INDENTED = /^(?:\t| {2})/

const LINE_KINDS = [
  ["heading", /^#{1,6}\s/],
  ["item", /^\s*(?:[-*+•]|\d{1,9}[.)])\s/],
  ["quote", /^\s*>/],
  ["table", /^\s*\|(?!\|)/]
] as const

const cutBetween = (previous: Line, line: Line, afterBlank: boolean): number => {
  if (line.isNested) return line.kind === "item" ? Cut.nestedItem : Cut.line
  if (line.beginsSection && previous.kind !== "heading") return Cut.heading
  if (previous.announces) return Cut.afterHeading
  if (afterBlank) return Cut.paragraph
  if (previous.kind === "code" || line.kind === "code") return Cut.codeBlock
  return previous.kind !== line.kind || line.kind === "item" || line.kind === "heading" ? Cut.block : Cut.line
}

/** A run of backticks or tildes that can open or close a code block. */
interface Run {
  readonly at: number
  readonly marker: string
  readonly closes: boolean
}

/** Matches three to ten backticks anywhere, as Discord does, and a line that begins with three to ten tildes. */
const RUN = /(?<![\\`])`{3,10}(?!`)|^[ \t>]*(~{3,10})(?!~)([^\n]*)$/gm

/**
 * Finds code blocks. As many backticks or more close a block. A block that begins a line and is not closed ends with the
 * text. Discord does not know blocks of tildes, so these can have blocks of backticks inside.
 */
const codeBlocksIn = (text: string): ReadonlyArray<Span> => {
  const runs = [...text.matchAll(RUN)].map(
    ({ 0: match, 1: tildes, 2: rest = "", index }): Run =>
      tildes === undefined
        ? { at: index, marker: match, closes: true }
        : { at: index + match.indexOf("~"), marker: tildes, closes: rest.trim() === "" }
  )
  const spans: Array<Span> = []
  const read = (begin: number, end: number, isNested: boolean): void => {
    // If a run is not closed, no later one with as many characters is.
    const unclosed = new Map<string, number>()
    for (let at = begin; at < end; at++) {
      const run = runs[at]
      if (run === undefined || run.marker.length >= (unclosed.get(run.marker.charAt(0)) ?? 11)) continue
      const isTilde = run.marker.startsWith("~")
      if (isTilde && isNested) continue
      let closing = at + 1
      while (closing < end && !closesBlock(runs[closing], run)) closing++
      const closer = closing < end ? runs[closing] : undefined
      if (closer === undefined) {
        unclosed.set(run.marker.charAt(0), run.marker.length)
        if (isTilde || isNested || !LINE_START.test(text.slice(Math.max(0, run.at - 40), run.at))) continue
      }
      spans.push(blockOf(text, run, closer))
      if (isTilde) read(at + 1, closing, true)
      at = closing
    }
  }
  read(0, runs.length, false)
  return spans
}

const closesBlock = (run: Run | undefined, { marker }: Run): boolean =>
  run?.closes === true && run.marker.length >= marker.length && run.marker.charAt(0) === marker.charAt(0)

/** Matches what can precede a code block in its line: quote marks or a list marker. */
const LINE_START = /(?:^|\n)[ \t]*((?:> ?){0,3}[ \t]*(?:[-*+] +|\d{1,9}[.)] +)?)$/

const blockOf = (text: string, { at, marker }: Run, closer: Run | undefined): Span => {
  const [, prefix = ""] = LINE_START.exec(text.slice(Math.max(0, at - 40), at)) ?? []
  const [quote = ""] = /^(?:> ?)+/.exec(prefix) ?? []
  const bodyFrom = at + marker.length
  // As in Discord, a language is alone in the line of the opening.
  const [, language = ""] = /^([\w+.#-]{1,30})[ \t]*\n/.exec(text.slice(bodyFrom, bodyFrom + 50)) ?? []
  return {
    from: at - prefix.length,
    to: closer === undefined ? text.length : closer.at + closer.marker.length,
    bodyFrom: bodyFrom + language.length,
    bodyTo: closer?.at ?? text.length,
    open: `${quote}${marker}${language}\n`,
    close: `\n${quote}${marker}`,
    isClosed: closer !== undefined
  }
}

/** Finds spoilers, without those that surround a code block. */
const spoilersIn = (text: string, code: ReadonlyArray<Span>, isCode: Uint8Array): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let open: number | undefined
  let next = 0
  for (const { index } of text.matchAll(/(?<!\\)\|\|/g)) {
    if (isCode[index] === 1) continue
    const bodyFrom = (open ?? index) + 2
    while ((code[next]?.from ?? text.length) < bodyFrom) next++
    const isSpoiler = (code[next]?.from ?? text.length) > index && text.slice(bodyFrom, index).trim() !== ""
    if (open === undefined || !isSpoiler) {
      open = index
      continue
    }
    spans.push({ from: open, to: index + 2, bodyFrom, bodyTo: index, open: "||", close: "||", isClosed: true })
    open = undefined
  }
  return spans
}

/** Finds what is read as one: links, mentions, emoji, timestamps and inline code. */
function* unitsIn(text: string, isCode: Uint8Array) {
  const inCode = (at: number) => isCode[at] === 1
  for (const { 0: match, index } of text.matchAll(UNIT)) {
    if (!inCode(index)) yield { from: index, to: index + match.length, isLink: /^<?https?:/i.test(match) }
  }
  yield* inlineCodeIn(text, inCode)
  yield* maskedLinksIn(text, inCode)
}

/** Matches links, and Discord's own formats (Discord docs, reference, message formatting). */
const UNIT =
  /<(?:@[!&]?\d{1,20}|#\d{1,20}|id:\w{1,20}|\/[^<>:\n]{1,100}:\d{1,20}|a?:\w{1,32}:\d{1,20}|t:-?\d{1,20}(?::[a-z])?|https?:\/\/[^\s<>]+)>|https?:\/\/[!-;=?-~]+/gi

/** Finds inline code within a paragraph: from one or two backticks to as many. */
function* inlineCodeIn(text: string, inCode: (at: number) => boolean) {
  const open = new Map<number, number>()
  for (const { 0: match, index } of text.matchAll(/(?<![\\`])`{1,2}(?!`)|\n\s*\n/g)) {
    if (match.startsWith("\n")) {
      open.clear()
    } else if (!inCode(index)) {
      const from = open.get(match.length)
      if (from === undefined) open.set(match.length, index)
      else {
        yield { from, to: index + match.length, isLink: false }
        open.clear()
      }
    }
  }
}

/** Finds `[label](url)`, each to the end of its last word. */
function* maskedLinksIn(text: string, inCode: (at: number) => boolean) {
  const opened: Array<number> = []
  const address = new RegExp(ADDRESS)
  let past = 0
  for (const { 0: match, index } of text.matchAll(/(?<!\\)\[|\]\(?|\n/g)) {
    if (match === "\n") opened.length = 0
    else if (inCode(index)) continue
    else if (match === "[") opened.push(index)
    else {
      const from = opened.pop()
      if (match === "]" || from === undefined || index < past) continue
      address.lastIndex = index + 2
      const found = address.exec(text)
      if (found === null) continue
      past = index + 2 + found[0].length
      yield { from, to: past, isLink: found[1] !== undefined }
    }
  }
}

/** Matches the address of a masked link, with its title. */
const ADDRESS = /<?(https?:)?[^\s<>]+>?(?: "[^"\n]{0,200}"\))?/iy
