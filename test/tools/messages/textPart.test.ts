import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import {
  bytesOf,
  decodePart,
  type PartStart,
  readPartCursor,
  writePartCursor
} from "../../../src/tools/messages/textPart.ts"

const text = 'a é漢🌊"\n\u{1f469}\u200d\u{1f680} ŵ \ufffd end'.repeat(3)

const encoded: Readonly<Record<string, readonly [Buffer, string]>> = {
  "UTF-8": [Buffer.from(text), text],
  "UTF-8 with BOM": [Buffer.from(`\ufeff${text}`), text],
  "UTF-16LE": [Buffer.from(`\ufeff${text}`, "utf16le"), text],
  "UTF-16BE": [Buffer.from(`\ufeff${text}`, "utf16le").swap16(), text],
  "Windows-1252": [Buffer.from("Grüße für \x80 10 \xff".repeat(4), "latin1"), "Grüße für € 10 ÿ".repeat(4)]
}

/** Reads a file in parts of at most this many bytes, through the cursors. */
const readAll = (file: Buffer, size: number): string => {
  let start: PartStart = { from: 0 }
  let read = ""
  for (;;) {
    const data = file.subarray(start.from, start.from + size)
    const isLast = data.length < size
    const part = decodePart(data, start, isLast)
    if (part === undefined) return `${read}, then no text at byte ${start.from}`
    read += part.text
    if (isLast) return read
    const next = start.from + part.skipped + bytesOf(part.text, part.encoding)
    assert.isAbove(next, start.from)
    start = Either.getOrThrow(readPartCursor(writePartCursor({ from: next, encoding: part.encoding })))
  }
}

describe("a text file in parts", () => {
  for (const [encoding, [file, whole]] of Object.entries(encoded)) {
    it(`has every character once, wherever the parts end: ${encoding}`, () => {
      for (let size = 8; size <= file.length + 1; size++)
        assert.strictEqual(readAll(file, size), whole, `${size} bytes`)
    })
  }

  it("is not text if it has a NUL, or control characters in no Unicode encoding", () => {
    for (const bytes of [
      [0x61, 0, 0x62],
      [0xe9, 0x01],
      [0xff, 0xfe, 0, 0xd8, 0x61, 0]
    ]) {
      assert.isUndefined(decodePart(new Uint8Array(bytes), { from: 0 }, true), bytes.join())
    }
  })

  it("has no other cursors", () => {
    for (const cursor of ["offset:-1", "offset:", "utf-8:5", "utf-32:5", "before:5", `offset:${"9".repeat(11)}`, "5"]) {
      assert.isTrue(Either.isLeft(readPartCursor(cursor)), cursor)
    }
  })
})
