import { assert, describe, it } from "@effect/vitest"
import { mediaTypeOf } from "../../../src/tools/shared/files.ts"

/** Returns the media type of a file with these bytes, as latin1. */
const typeOf = (bytes: string) => mediaTypeOf(Buffer.from(bytes, "latin1"))

describe("mediaTypeOf", () => {
  it("detects a type by the first bytes", () => {
    const kinds = [
      ["\x89PNG\r\n\x1a\n\0\0", "image/png"],
      ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
      ["GIF87a\0", "image/gif"],
      ["GIF89a\0", "image/gif"],
      ["RIFF\x24\n\0\0WEBPVP8 ", "image/webp"],
      ["\0\0\0\x20ftypavif\0\0", "image/avif"],
      ["\0\0\0\x20ftypavis\0\0", "image/avif"],
      ["OggS\0\x02", "audio/ogg"],
      ["ID3\x04\0", "audio/mpeg"],
      ["\xff\xfb\x90\x64", "audio/mpeg"],
      ["\xff\xf3\x44\xc4", "audio/mpeg"]
    ] as const
    assert.deepStrictEqual(
      kinds.map(([bytes]) => typeOf(bytes)),
      kinds.map(([, type]) => type)
    )
  })

  it("returns undefined for other, truncated or empty files", () => {
    const others = ["", "\x89PN", "<html>", "RIFF\x24\n\0\0WAVEfmt ", "\0\0\0\x20ftypisom", "\xff\xf1\x50\x80", "PNG"]
    assert.deepStrictEqual(
      others.filter((bytes) => typeOf(bytes) !== undefined),
      []
    )
  })
})
