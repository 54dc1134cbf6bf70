/** Media types that Discord accepts as data URLs. */
export type MediaType =
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "audio/ogg"
  | "audio/mpeg"

/** Detects the media type of a file by its first bytes. File names and Content-Type headers are not reliable. */
export const mediaTypeOf = (data: Uint8Array): MediaType | undefined => {
  const head = Buffer.from(data.subarray(0, HEAD_BYTES)).toString("latin1")
  return signatures.find(([signature]) => signature.test(head))?.[1]
}

const HEAD_BYTES = 16

/** In latin1, one character is one byte. */
const signatures: ReadonlyArray<readonly [RegExp, MediaType]> = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^.{4}ftypavi[fs]/s, "image/avif"],
  [/^OggS/, "audio/ogg"],
  // An ID3 tag, or a frame of MPEG 1, 2 or 2.5 layer III.
  [/^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, "audio/mpeg"]
]
