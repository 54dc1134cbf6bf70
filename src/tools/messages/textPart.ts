/** Decodes a text file in parts. The cursor of a part names the encoding and the first byte of the next part. */
import { Either } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { notACursor } from "../dsl/cursor.ts"

/** The encodings of text files. A file in another encoding of one byte per character reads as Windows-1252. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/** The start of a part: the position of its first byte, and the encoding if an earlier part showed it. */
export interface PartStart {
  readonly from: number
  readonly encoding?: Encoding
}

/** A decoded part of a file. */
export interface TextPart {
  readonly text: string
  readonly encoding: Encoding
  /** The number of bytes of the BOM, which the text does not have. */
  readonly skipped: number
}

/** Formats the start of a part as a cursor. `offset` means UTF-8, as in the cursors of lists. */
export const writePartCursor = ({ encoding = "utf-8", from }: PartStart): string =>
  `${encoding === "utf-8" ? "offset" : encoding}:${from}`

/** Parses a cursor. */
export const readPartCursor = (cursor: string): Either.Either<PartStart, ValidationIssue> => {
  const [, name, from] = /^([\w-]+):(\d{1,10})$/.exec(cursor) ?? []
  const encoding = name === "offset" ? "utf-8" : ENCODINGS.find((encoding) => encoding === name && name !== "utf-8")
  return encoding === undefined || from === undefined
    ? Either.left(notACursor)
    : Either.right({ from: Number(from), encoding })
}

const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const

/**
 * Decodes a part without the character that is cut at its end. Without an encoding, the BOM names it; else it is UTF-8,
 * or Windows-1252 for a text that is not UTF-8. Returns `undefined` for a file that is not text.
 */
export const decodePart = (data: Uint8Array, { encoding, from }: PartStart, isLast: boolean): TextPart | undefined => {
  const bom = from === 0 ? BOMS.find(({ bytes }) => bytes.every((byte, at) => data[at] === byte)) : undefined
  const skipped = bom?.bytes.length ?? 0
  const content = data.subarray(skipped)
  const label = bom?.encoding ?? encoding ?? "utf-8"
  const text = decode(isLast ? content : content.subarray(0, content.length - cutBytes(content, label)), label)
  if (text !== undefined) return text.includes("\0") ? undefined : { text, encoding: label, skipped }
  const legacy = label === "utf-8" && skipped === 0 ? decode(content, "windows-1252") : undefined
  return legacy === undefined || CONTROL.test(legacy)
    ? undefined
    : { text: legacy, encoding: "windows-1252", skipped: 0 }
}

/** Returns the number of bytes of a decoded text. */
export const bytesOf = (text: string, encoding: Encoding): number => {
  switch (encoding) {
    case "utf-8":
      return Buffer.byteLength(text)
    case "utf-16le":
    case "utf-16be":
      return text.length * 2
    case "windows-1252":
      return text.length
  }
}

const BOMS: ReadonlyArray<{ readonly encoding: Encoding; readonly bytes: ReadonlyArray<number> }> = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] }
]

/** Matches control characters that texts do not have. Texts have tabs, line breaks, form feeds and terminal escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x07\x0e-\x1a\x1c-\x1f]/

const decode = (data: Uint8Array, encoding: Encoding): string | undefined =>
  encoding === "windows-1252"
    ? decodeWindows1252(data)
    : Either.getOrUndefined(Either.try(() => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(data)))

/** `TextDecoder` of some versions of Node decodes Windows-1252 as Latin-1. */
const decodeWindows1252 = (data: Uint8Array): string =>
  Buffer.from(data)
    .toString("latin1")
    .replaceAll(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)

/** The characters of Windows-1252 from 80 to 9F (WHATWG, Encoding). Unassigned bytes stay controls. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

/** Counts the bytes of an incomplete character at the end. */
const cutBytes = (data: Uint8Array, encoding: Encoding): number => {
  switch (encoding) {
    case "utf-8":
      return cutUtf8Bytes(data)
    case "utf-16le":
    case "utf-16be":
      return cutUtf16Bytes(data, encoding === "utf-16le" ? 1 : 0)
    case "windows-1252":
      return 0
  }
}

const cutUtf8Bytes = (data: Uint8Array): number => {
  for (let back = 1; back <= 4 && back <= data.length; back++) {
    const byte = data[data.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

/** `high` is the position of the high byte in a unit. The first half of a surrogate pair is incomplete. */
const cutUtf16Bytes = (data: Uint8Array, high: 0 | 1): number => {
  const odd = data.length % 2
  const last = data[data.length - odd - 2 + high] ?? 0
  return data.length > 1 && (last & 0xfc) === 0xd8 ? odd + 2 : odd
}
