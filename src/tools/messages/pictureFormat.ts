/** Reads the headers of pictures in the formats that model providers accept. */
import type { PictureBounds } from "./messageFiles.ts"

/** A picture that is complete. */
export interface PictureFormat extends PictureBounds {
  readonly mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp"
}

/**
 * Detects a picture by its content, because its name and content type are not reliable. Returns `undefined` for another
 * format and for a picture that is cut off: a provider rejects a conversation with such a picture.
 */
export const pictureFormatOf = (data: Uint8Array): PictureFormat | undefined => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const found = pngOf(bytes) ?? gifOf(bytes) ?? webpOf(bytes) ?? jpegOf(bytes)
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined
}

/** PNG: a signature, then chunks of length, type, data and checksum. `IHDR` is first, `IEND` is last. */
const pngOf = (bytes: Buffer): PictureFormat | undefined => {
  if (bytes.length < 33 || bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return undefined
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") {
      return { mimeType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    }
  }
  return undefined
}

/** GIF: a signature and the size of the screen. The last byte is `;`. */
const gifOf = (bytes: Buffer): PictureFormat | undefined =>
  bytes.length > 13 && /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)) && bytes.at(-1) === 0x3b
    ? { mimeType: "image/gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : undefined

/** WebP: a RIFF container with its length. The first chunk is lossy, lossless or extended, each with its own header. */
const webpOf = (bytes: Buffer): PictureFormat | undefined => {
  const isWebp = bytes.length >= 30 && /^RIFF.{4}WEBP$/s.test(bytes.toString("latin1", 0, 12))
  if (!isWebp || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined
  const size = webpSizeOf(bytes)
  return size && { mimeType: "image/webp", ...size }
}

const webpSizeOf = (bytes: Buffer): PictureBounds | undefined => {
  const packed = bytes.readUInt32LE(21)
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case "VP8L":
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  return undefined
}

/** JPEG: segments of marker, length and data. A frame header has the size. The end marker comes after the scans. */
const jpegOf = (bytes: Buffer): PictureFormat | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (FRAME_HEADERS.has(marker)) {
      return bytes.lastIndexOf("\xff\xd9", undefined, "latin1") > at
        ? { mimeType: "image/jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
        : undefined
    }
    // A marker can have fill bytes before it.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The markers of frame headers: C0 to CF, without the tables C4 and CC and the extension C8. */
const FRAME_HEADERS: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, at) => 0xc0 + at).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker))
)
