import { type Arbitrary, Effect, Encoding, Predicate, Record, Schema } from "effect"
import { type FileInput, FileSource } from "../../discord/FileSource.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import { alsoTakes, type Conversion } from "../../objects/schema/alsoTakes.ts"
import { flag, listOf, opaque, optional, text } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"

const source = {
  url: optional(opaque("Public https URL.", Limits.URL_MAX)),
  path: optional(opaque("Server path, inside MCP_FILES_DIR.", 4096)),
  base64: optional(text("Base64."))
}

type Source = Schema.Struct.Type<typeof source> & { readonly content?: string }

const sourceStruct = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct(fields).annotations({
    message: () => "must be an object with url, path or base64",
    ...alsoTakes(toSource)
  })

/** The text of a file. `toFile` replaces it by base64 before the file is decoded. */
const content = optional(text("Its text, in place of the others."))

const fileStruct = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct({ ...fields, content }).annotations({
    message: () => "must be an object with url, path, base64 or content",
    ...alsoTakes(toFile)
  })

/** Converts a URL, or Discord's data URI of an image, to an object; and `data` to the source that it is. */
const toSource: Conversion = (value) => {
  if (typeof value === "string") {
    if (/^https?:\/\//i.test(value)) return { url: value }
    return DATA_URI.test(value) ? { base64: value } : value
  }
  if (!Predicate.isReadonlyRecord(value) || typeof value.data !== "string" || hasSource(value)) return value
  const { data, ...rest } = value
  if (/^https:\/\//i.test(data)) return { ...rest, url: data }
  return DATA_URI.test(data) || isBase64(data) ? { ...rest, base64: data } : { ...rest, content: data }
}

/** Converts a file, also one whose text is in `content`. */
const toFile: Conversion = (value) => {
  const file = toSource(value)
  if (!Predicate.isReadonlyRecord(file) || typeof file.content !== "string" || hasSource(file)) return file
  const { content, ...rest } = file
  return { ...("filename" in rest ? {} : { name: "text.txt" }), ...rest, base64: Encoding.encodeBase64(content) }
}

const hasSource = (file: Readonly<Record<string, unknown>>): boolean =>
  ["url", "path", "base64"].some((name) => file[name] != null)

const DATA_URI = /^data:[\w/+.-]{1,100};base64,/i

/** Whether a text is base64, and hardly anything else: such as a word. */
const isBase64 = (text: string): boolean =>
  text.length >= 16 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** Requires exactly one source. Generated files begin with `head`, in base64, so nothing is downloaded or read from disk. */
const withOneSource =
  (head = "") =>
  <A extends Source, I>(struct: Schema.Schema<A, I>): Schema.filter<Schema.Schema<A, I>> =>
    struct.pipe(
      Schema.filter(
        ({ base64, path, url }) =>
          [url, path, base64].filter((part) => part !== undefined).length === 1 ||
          "set exactly one of url, path and base64",
        {
          // Without its own `jsonSchema`, a filter drops the description of the field.
          jsonSchema: {},
          arbitrary: (files: Arbitrary.LazyArbitrary<A>) => (fc) =>
            fc
              .tuple(files(fc), fc.base64String({ minLength: 4, maxLength: 64 }))
              // The value is still an A, because all three sources are optional.
              .map(
                ([{ content: _, path: __, url: ___, ...rest }, tail]) =>
                  ({ ...rest, base64: head + tail }) as unknown as A
              )
        }
      )
    )

/** The first bytes of a picture and of a sound, in base64. */
const PNG_HEAD = "iVBORw0KGgoA"
const OGG_HEAD = "T2dnUwAC"

const name = optional(opaque("File name.", 255))

/** A file of a message. */
export const file = fileStruct({
  ...source,
  name,
  description: optional(text("Alternative text.", { max: Limits.ATTACHMENT_DESCRIPTION_MAX })),
  spoiler: optional(flag("Hide as a spoiler."))
}).pipe(withOneSource())

/** The files of a message. */
export const files = listOf("Up to 10 files. Each has url, path, base64 or content.", file, 0, Limits.FILES_MAX)

/** A file without a description. */
export const upload = fileStruct({ ...source, name }).pipe(withOneSource())

/** A picture, such as an avatar, icon or emoji. */
export const image = sourceStruct(source).pipe(withOneSource(PNG_HEAD))

/** A sound. */
export const sound = sourceStruct(source).pipe(withOneSource(OGG_HEAD))

/** Loads a picture as a data URL (Discord docs, reference, image data). */
export const imageData = (picture: typeof image.Type, path: string, maxBytes?: number) =>
  loadDataUrl(picture, path, "image/", "a PNG, JPEG, GIF, WebP or AVIF picture", maxBytes)

/** Loads the optional pictures of a request body. null, which clears a picture, stays null. */
export const imageBody = (
  pictures: Readonly<Record<string, typeof image.Type | null | undefined>>
): Effect.Effect<Readonly<Record<string, string | null | undefined>>, ValidationError, FileSource> =>
  Effect.all(
    Record.map(pictures, (picture, path) => (picture == null ? Effect.succeed(picture) : imageData(picture, path)))
  )

/** Loads a sound as a data URL. */
export const soundData = (file: typeof sound.Type, path: string, maxBytes?: number) =>
  loadDataUrl(file, path, "audio/", "an MP3 or Ogg sound", maxBytes)

const loadDataUrl = (
  file: FileInput,
  path: string,
  typePrefix: "image/" | "audio/",
  expected: string,
  maxBytes: number | undefined
): Effect.Effect<string, ValidationError, FileSource> =>
  Effect.flatMap(FileSource, (source) => source.load(file, path, maxBytes)).pipe(
    Effect.flatMap(({ data }) => {
      const type = mediaTypeOf(data)
      return type?.startsWith(typePrefix) === true
        ? Effect.succeed(`data:${type};base64,${Encoding.encodeBase64(data)}`)
        : new ValidationError({ validation_issues: [{ path, message: `is not ${expected}`, code: "file" }] })
    })
  )

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
