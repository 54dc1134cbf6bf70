/** What a file is, by its first bytes: neither its name nor a server's word for it can be relied on. */

/** Kinds of files that Discord takes as text. */
export type MediaType =
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp"
  | "image/avif"
  | "audio/ogg"
  | "audio/mpeg"

/** The kind of a file, if it is one of these. */
export const mediaTypeOf = (data: Uint8Array): MediaType | undefined => {
  const head = Buffer.from(data.subarray(0, HEAD_BYTES)).toString("latin1")
  return signatures.find(([signature]) => signature.test(head))?.[1]
}

const HEAD_BYTES = 16

/** A byte is one character here. */
const signatures: ReadonlyArray<readonly [RegExp, MediaType]> = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^.{4}ftypavi[fs]/s, "image/avif"],
  [/^OggS/, "audio/ogg"],
  // A tag, or the first frame at once: MPEG 1, 2 or 2.5, layer III.
  [/^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, "audio/mpeg"]
]
