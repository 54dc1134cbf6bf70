import { assert, describe, it } from "@effect/vitest"
import { tideClock } from "../../../src/sandbox/seed/history.ts"
import { pictureFormatOf } from "../../../src/tools/messages/pictureFormat.ts"

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replace(/\s/g, ""), "hex"))

/** A RIFF container with one chunk of this type and content. */
const webp = (type: string, content: string) => {
  const chunk = Buffer.concat([Buffer.from(type), bytes("10000000"), bytes(content), Buffer.alloc(16)])
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1")
  head.writeUInt32LE(4 + chunk.length, 4)
  return new Uint8Array(Buffer.concat([head, chunk]))
}

const gif = bytes("474946383961 0300 0200 800000 000000 ffffff 2c00000000030002000002028c0f 00 3b")
const jpeg = bytes("ffd8 ffe00004 0000 ffff c0000b 08 0002 0003 01 011100 ffda 0000 1234 ffd9")

const pictures: ReadonlyArray<readonly [string, Uint8Array, object]> = [
  ["PNG", tideClock, { mimeType: "image/png", width: 160, height: 120 }],
  ["GIF", gif, { mimeType: "image/gif", width: 3, height: 2 }],
  ["JPEG", jpeg, { mimeType: "image/jpeg", width: 3, height: 2 }],
  ["lossy WebP", webp("VP8 ", "300100 9d012a 0300 0200"), { mimeType: "image/webp", width: 3, height: 2 }],
  ["lossless WebP", webp("VP8L", "2f 02400000"), { mimeType: "image/webp", width: 3, height: 2 }],
  ["extended WebP", webp("VP8X", "00000000 020000 010000"), { mimeType: "image/webp", width: 3, height: 2 }]
]

describe("pictureFormatOf", () => {
  for (const [name, data, format] of pictures) {
    it(`reads the format and size of a ${name}, and rejects it cut off at any byte`, () => {
      assert.deepStrictEqual(pictureFormatOf(data), format as ReturnType<typeof pictureFormatOf>)
      for (let length = 0; length < data.length; length++) {
        assert.isUndefined(pictureFormatOf(data.subarray(0, length)), `${length} of ${data.length} bytes`)
      }
    })
  }

  it("rejects other formats, other files with the first bytes of a picture, and pictures without pixels", () => {
    const others = [
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "<!doctype html><title>Not found</title>",
      "GIF89a/*....*/=1;alert(1)//",
      "PK\u0003\u0004",
      "\x89PNG\r\n\x1a\n<script>",
      "RIFF....WEBPVP8 "
    ]
    for (const text of others) assert.isUndefined(pictureFormatOf(Buffer.from(text, "latin1")), text)
    const empty = Uint8Array.from(gif)
    empty.fill(0, 6, 8)
    assert.isUndefined(pictureFormatOf(empty))
  })
})
