import { Array as Arr } from "effect"
import { escapeDelimiters } from "./delimiters.ts"

/** A value that is safe to show, and what was changed. */
export interface Sanitized<A> {
  readonly value: A
  /** One notice per kind of change. Empty if the value is unchanged. */
  readonly notices: ReadonlyArray<string>
}

/** The notice about invisible characters. */
export const HIDDEN_NOTICE = "Invisible characters were removed."

/** The notice about imitated delimiters. */
export const DELIMITER_NOTICE = "Text that imitates the delimiters of this server was removed."

/** Matches a character that is not printable ASCII, or that can start a delimiter. Most texts contain none. */
const DOUBTFUL = /[^\t\n\x20-\x25\x27-\x3B\x3D-\x5B\x5D-\x7E]/

/** Removes invisible characters and imitated delimiters from every text in a value. */
export const sanitize = <A>(value: A): Sanitized<A> => {
  const notices = new Set<string>()
  const noteChange = (notice: string, before: string, after: string): string => {
    if (after !== before) notices.add(notice)
    return after
  }
  const sanitizeText = (text: string): string => {
    if (!DOUBTFUL.test(text)) return text
    const visible = noteChange(HIDDEN_NOTICE, text, stripInvisible(text))
    const escaped = noteChange(DELIMITER_NOTICE, visible, escapeDelimiters(visible))
    // An invisible character can be legitimate only because of the delimiter next to it.
    return escaped === visible ? escaped : stripInvisible(escaped)
  }
  // mapTexts replaces texts by texts, so the type stays A.
  return { value: mapTexts(value, sanitizeText) as A, notices: [...notices].toSorted() }
}

/**
 * Applies a function to every text in a value at any depth, field names included.
 * Returns the same reference for every part that does not change.
 */
export const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return inList(value, change)
  return isPlain(value) ? inRecord(value, change) : value
}

const inList = (list: ReadonlyArray<unknown>, change: (text: string) => string): ReadonlyArray<unknown> => {
  let changed: Array<unknown> | undefined
  for (const [at, item] of list.entries()) {
    const other = mapTexts(item, change)
    if (Object.is(other, item)) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

const inRecord = (record: Readonly<Record<string, unknown>>, change: (text: string) => string): object => {
  let changed: Map<string, unknown> | undefined
  for (const name of Object.keys(record)) {
    const item = record[name]
    const other = mapTexts(item, change)
    const named = change(name)
    if (changed === undefined && named === name && Object.is(other, item)) continue
    changed ??= new Map(Arr.takeWhile(Object.entries(record), ([before]) => before !== name))
    changed.set(uniqueName(named, changed), other)
  }
  return changed === undefined ? record : Object.fromEntries(changed)
}

/** Numbers field names that became equal, so that no field is lost. */
const uniqueName = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  let count = 1
  let numbered = name
  while (taken.has(numbered)) numbered = `${name} (${++count})`
  return numbered
}

/** Returns whether a value is an object of plain data, not the instance of a class. */
export const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Removes invisible characters from a text; returns the same text if there are none. Invisible text
 * can carry instructions. The removed characters are Unicode's default-ignorable characters (tags,
 * zero-width characters, direction overrides, selectors, fillers), other format characters, control
 * characters except newline and tab, lone surrogates and noncharacters. An invisible character that
 * its neighbours need stays, one at a time, so that a run of them carries nothing. Takes one linear
 * pass.
 */
export const stripInvisible = (text: string): string => {
  if (!UNUSUAL.test(text)) return text
  const units = suspectUnits()
  let kept = ""
  let from = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (units[unit] === PLAIN) {
      at++
      continue
    }
    if (unit >= 0xd83c && unit <= 0xd83e && isLow(text.charCodeAt(at + 1))) {
      // Both surrogates of an emoji.
      at += 2
      continue
    }
    const point = text.codePointAt(at) ?? unit
    const size = point > 0xffff ? 2 : 1
    const needed = isSuspect(point) ? neededAt(text, at, point) : size
    if (needed === 0) {
      if (at > from) kept += text.slice(from, at)
      from = at + size
    }
    at += needed === 0 ? size : needed
  }
  return from === 0 ? text : kept + text.slice(from)
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Matches a character that is not printable ASCII, newline or tab. */
const UNUSUAL = /[^\t\n\x20-\x7E]/

/**
 * Candidates for removal, by Unicode property. Visible format characters are excluded:
 * signs around numbers in Arabic, Syriac and Kaithi.
 */
const SUSPECT =
  /^(?![\t\n\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u

const PLAIN = 0

/** For each code unit, whether it is suspect or half of a pair. Computed on first use. */
const suspectUnits = (): Uint8Array => {
  if (units === undefined) {
    units = new Uint8Array(0x10000)
    for (let unit = 0; unit < units.length; unit++) units[unit] = SUSPECT.test(String.fromCharCode(unit)) ? 1 : PLAIN
  }
  return units
}
let units: Uint8Array | undefined

const isSuspect = (point: number): boolean => {
  if (point < 0x10000) return suspectUnits()[point] !== PLAIN
  // The planes of emoji and ideographs contain no suspects except noncharacters.
  if (point >= 0x1f000 && point < 0x40000) return (point & 0xfffe) === 0xfffe
  return SUSPECT.test(String.fromCodePoint(point))
}

/** Traits of a character that decide whether an invisible neighbour is needed. Bit flags. */
const traits = {
  emoji: 1,
  pictograph: 2,
  joins: 4,
  spaceless: 8,
  rightToLeft: 16,
  mongolian: 32,
  variable: 64,
  letter: 128,
  hieroglyph: 256,
  known: 512
} as const

/** Matches a letter or mark of these scripts. */
const letterOf = (scripts: string): RegExp => {
  const each = scripts.split(" ").map((script) => String.raw`\p{Script_Extensions=${script}}`)
  return new RegExp(String.raw`^(?=[\p{L}\p{M}])[${each.join("")}]`, "u")
}

const tests: ReadonlyArray<readonly [bit: number, test: RegExp]> = [
  [traits.emoji, /^(?![#*\d])\p{Emoji}/u],
  [traits.pictograph, /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u],
  // Scripts whose letters join or stack: a joiner or non-joiner changes their form.
  [
    traits.joins,
    letterOf(
      "Arab Syrc Mand Nkoo Adlm Rohg Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali"
    )
  ],
  [traits.spaceless, letterOf("Khmr Thai Laoo Mymr")],
  [traits.rightToLeft, letterOf("Arab Hebr Syrc Thaa Nkoo")],
  [traits.mongolian, letterOf("Mong")],
  // Ideographs and mathematical signs have variation sequences.
  [traits.variable, /^[\p{Script=Han}\p{Sm}]/u],
  [traits.letter, /^\p{L}/u],
  [traits.hieroglyph, /^\p{Script=Egyp}/u]
]

/** Cached traits of the first two planes, which hold nearly all characters. Allocated on first use. */
let knownTraits: Uint16Array | undefined

const traitsOf = (point: number): number => {
  if (point < 0) return 0
  knownTraits ??= new Uint16Array(0x20000)
  const found = knownTraits[point] ?? 0
  if (found !== 0) return found
  const character = String.fromCodePoint(point)
  // An invisible character never justifies another one.
  const own = isSuspect(point) ? 0 : tests.reduce((sum, [bit, test]) => (test.test(character) ? sum + bit : sum), 0)
  if (point < knownTraits.length) knownTraits[point] = own + traits.known
  return own + traits.known
}

/** Returns how many invisible code units stay from here on; usually 0. */
const neededAt = (text: string, at: number, point: number): number => {
  if (point >= TAGS) return regionAt(text, at)
  const before = pointBefore(text, at)
  const next = text.codePointAt(at + (point > 0xffff ? 2 : 1)) ?? NONE
  return isNeeded(text, at, point, before, next) ? (point > 0xffff ? 2 : 1) : 0
}

const isNeeded = (text: string, at: number, point: number, before: number, next: number): boolean => {
  switch (point) {
    case 0x200d:
      // Joined emoji: families, professions, a heart on fire.
      if (has(next, traits.pictograph) && !isModifier(next)) {
        const base = before === SELECTOR_16 ? pointBefore(text, at - 1) : before
        if (has(base, traits.pictograph)) return true
      }
      return isAlone(next) && has(before, traits.joins)
    case 0x200c:
      // Persian, Hindi and other languages are misspelt without this character.
      return isAlone(next) && has(before, traits.joins)
    case 0x200b:
      // A word boundary in scripts without spaces.
      return has(before, traits.spaceless) && has(next, traits.spaceless)
    case SELECTOR_16:
      // Emoji presentation, or the base of a keycap.
      return has(before, traits.emoji) || (next === 0x20e3 && isKeycap(before))
    case 0xfe0e:
      return has(before, traits.emoji)
    case 0xfe00:
    case 0xfe01:
    case 0xfe02:
      return has(before, traits.variable)
    case 0x180b:
    case 0x180c:
    case 0x180d:
    case 0x180f:
      return has(before, traits.mongolian)
    case 0x180e:
      return has(before, traits.mongolian) && has(next, traits.mongolian)
    case 0x061c:
    case 0x200e:
    case 0x200f:
      // Keeps punctuation on the correct side of right-to-left text.
      return (
        (isAlone(next) && has(before, traits.rightToLeft)) ||
        ((before === NONE || !isSuspect(before)) && has(next, traits.rightToLeft))
      )
    case 0x00ad:
      // A soft hyphen inside a word.
      return has(before, traits.letter) && has(next, traits.letter)
    case 0x115f:
      // The filler of an incomplete Hangul syllable.
      return (next >= 0x1161 && next <= 0x11a7) || (next >= 0xd7b0 && next <= 0xd7c6)
    case 0x1160:
      return (before >= 0x1100 && before <= 0x115e) || (before >= 0xa960 && before <= 0xa97c)
    // exhaustive: no other character is needed, except a joiner between two hieroglyphs.
    default:
      return point >= 0x13430 && point <= 0x1343f && has(before, traits.hieroglyph) && has(next, traits.hieroglyph)
  }
}

const has = (point: number, trait: number): boolean => (traitsOf(point) & trait) !== 0

const isAlone = (next: number): boolean => next === NONE || !isSuspect(next)

const NONE = -1
const SELECTOR_16 = 0xfe0f
const TAGS = 0xe0000

/** A skin tone follows its emoji without a joiner. */
const isModifier = (point: number): boolean => point >= 0x1f3fb && point <= 0x1f3ff

const isKeycap = (point: number): boolean => point === 0x23 || point === 0x2a || (point >= 0x30 && point <= 0x39)

const pointBefore = (text: string, at: number): number => {
  if (at <= 0) return NONE
  const unit = text.charCodeAt(at - 1)
  const pair = isLow(unit) && at >= 2 ? (text.codePointAt(at - 2) ?? unit) : unit
  return pair > 0xffff ? pair : unit
}

/** The flags in use: England, Scotland and Wales. Any other tag sequence is invisible text. */
const regions = ["gbeng", "gbsct", "gbwls"].map(
  (code) => `${[...code].map((letter) => String.fromCodePoint(TAGS + letter.charCodeAt(0))).join("")}\u{E007F}`
)

const BLACK_FLAG = 0x1f3f4

const regionAt = (text: string, at: number): number =>
  pointBefore(text, at) === BLACK_FLAG ? (regions.find((region) => text.startsWith(region, at))?.length ?? 0) : 0
