/**
 * Measures a JSON-RPC frame byte by byte as it arrives, before it is parsed: its
 * size, nesting depth and number of values. A string in a field named `base64` is a
 * file and counts separately. One pass, no recursion.
 */
import type { ValidationIssue } from "../errors/fields.ts"
import { MAX_NESTING, MAX_VALUES } from "../tools/dsl/inputLimits.ts"

/** The maximum size of a frame in bytes, files excluded. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** The maximum size of all files in a frame in bytes: 25 MiB, Discord's limit for one request, in base64. */
export const MAX_FILE_BYTES = Math.ceil((25 * 1024 * 1024) / 3) * 4

/** Added to the limits of the arguments, because the arguments are inside the message and its `params`. */
const AROUND = { levels: 2, values: 100 } as const

/** Why a frame is rejected. */
export type Excess = Pick<ValidationIssue, "message" | "code">

const tooLong: Excess = {
  message: `A message can have at most ${MAX_FRAME_BYTES} bytes, plus ${MAX_FILE_BYTES} bytes of base64 files.`,
  code: "too_long"
}
const tooDeep: Excess = { message: `The arguments are nested more than ${MAX_NESTING} levels deep.`, code: "too_deep" }
const tooMany: Excess = { message: `The arguments have more than ${MAX_VALUES} values.`, code: "too_many_values" }

/** The maximum number of bytes kept of the top-level values of a frame. */
const OUTLINE_MAX = 2000

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const FILE = Buffer.from("base64")

/** Measures one frame after another. */
export class FrameMeter {
  /** The limit that the frame exceeds, if any. */
  excess: Excess | undefined
  /** The top level of the frame, in bytes. It has the request id for the response. */
  #outline: Array<number> = []
  #depth = 0
  #values = 0
  #bytes = 0
  #fileBytes = 0
  #inString = false
  #escaped = false
  #length = 0
  #matched = 0
  #afterFileName = false
  #isFile = false

  /** Starts the next frame. */
  reset(): void {
    this.excess = undefined
    this.#outline = []
    this.#depth = this.#values = this.#bytes = this.#fileBytes = this.#length = this.#matched = 0
    this.#inString = this.#escaped = this.#afterFileName = this.#isFile = false
  }

  /** Returns the top level of the frame as JSON text. Nested values are replaced with `null`. */
  outline(): string {
    return Buffer.from(this.#outline).toString("utf8")
  }

  /** Adds the next bytes of the frame. */
  add(part: Buffer): void {
    const fileBytes = this.#fileBytes
    for (let at = 0; at < part.length; ) at = this.#inString ? this.#string(part, at) : this.#structure(part, at)
    this.#bytes += part.length - (this.#fileBytes - fileBytes)
    if (this.#bytes > MAX_FRAME_BYTES || this.#fileBytes > MAX_FILE_BYTES) this.excess ??= tooLong
  }

  /** Reads bytes outside strings, up to the next string. */
  #structure(part: Buffer, from: number): number {
    let at = from
    while (at < part.length) {
      const byte = part[at++] as number // within the buffer
      if (byte === QUOTE) {
        this.#note(byte)
        this.#begin()
        return at
      }
      // The brackets of objects and lists differ by one bit: { [ and } ].
      const bracket = byte & 0xdf
      if (bracket === 0x5b) this.#open(byte)
      else if (bracket === 0x5d) this.#close(byte)
      else {
        if (byte === COMMA && ++this.#values > MAX_VALUES + AROUND.values) this.excess ??= tooMany
        this.#note(byte)
      }
    }
    return at
  }

  #open(byte: number): void {
    if (this.#depth === 0) this.#note(byte)
    else if (this.#depth === 1) for (const letter of NULL) this.#note(letter)
    if (++this.#depth > MAX_NESTING + AROUND.levels) this.excess ??= tooDeep
    if (++this.#values > MAX_VALUES + AROUND.values) this.excess ??= tooMany
  }

  #close(byte: number): void {
    this.#depth--
    if (this.#depth === 0) this.#note(byte)
  }

  #begin(): void {
    this.#inString = true
    this.#length = 0
    this.#matched = 0
    this.#isFile = this.#afterFileName
    this.#afterFileName = false
  }

  /** Reads the bytes of a string, up to its end. */
  #string(part: Buffer, from: number): number {
    let at = from
    while (at < part.length) {
      const byte = part[at] as number // within the buffer
      this.#note(byte)
      at++
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        this.#afterFileName = this.#length === FILE.length && this.#matched === FILE.length
        break
      }
      if (this.#length === this.#matched && byte === FILE[this.#matched]) this.#matched++
      this.#length++
    }
    if (this.#isFile) this.#fileBytes += at - from
    return at
  }

  #note(byte: number): void {
    if (this.#depth <= 1 && this.#outline.length < OUTLINE_MAX) this.#outline.push(byte)
  }
}

const NULL = Buffer.from("null")
