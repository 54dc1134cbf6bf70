import { type Arbitrary, Effect, Encoding, Schema } from "effect"
import { type FileInput, FileSource } from "../../discord/FileSource.ts"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { flag, listOf, optional, text } from "./fields.ts"
import * as Limits from "./limits.ts"
import { mediaTypeOf } from "./mediaType.ts"

const source = {
  url: optional(text("A public https URL to download the file from.", { max: 2048 })),
  path: optional(text("A path in MCP_FILES_DIR on the server.", { max: 4096 })),
  base64: optional(text("The content in base64."))
}

type Source = Schema.Struct.Type<typeof source>

const from = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct(fields).annotations({ message: () => "must be an object with url, path or base64" })

const fromOne = (it: Source) =>
  [it.url, it.path, it.base64].filter((given) => given !== undefined).length === 1 ||
  "set exactly one of url, path and base64"

/** Generated files come with their content: making one must not download anything, nor read a disk. */
const withContentOf =
  (head: string) =>
  <A extends Source>(some: Arbitrary.LazyArbitrary<A>): Arbitrary.LazyArbitrary<A> =>
  (fc) =>
    // Without what it must not have and with what it may: still an A.
    fc
      .tuple(some(fc), fc.base64String({ minLength: 4, maxLength: 64 }))
      .map(([{ path: _, url: __, ...rest }, tail]) => ({ ...rest, base64: head + tail }) as unknown as A)

const withContent = withContentOf("")

/** What a generated picture or sound begins with, in base64; whole groups of four. */
const PNG_HEAD = "iVBORw0KGgoA"
const OGG_HEAD = "T2dnUwAC"

// Without a `jsonSchema` of its own a filter has no place for the description of the field it is.

/** One file to send, by address, path or content. */
export const file = from({
  ...source,
  name: optional(text("The file name; by default taken from the URL or path.", { max: 255 })),
  description: optional(text("Alternative text of a picture.", { max: Limits.ATTACHMENT_DESCRIPTION_MAX })),
  spoiler: optional(flag("Hidden as a spoiler."))
}).pipe(Schema.filter(fromOne, { jsonSchema: {}, arbitrary: withContent }))

/** Files of a message. */
export const files = listOf("Up to 10 files.", file, 0, Limits.FILES_MAX)

/** One file that is kept for itself: nobody reads a description of it. */
export const upload = from({
  ...source,
  name: optional(text("The file name; by default taken from the URL or path.", { max: 255 }))
}).pipe(Schema.filter(fromOne, { jsonSchema: {}, arbitrary: withContent }))

/** Where one picture comes from: an avatar, an icon, an emoji. */
export const image = from(source).pipe(Schema.filter(fromOne, { jsonSchema: {}, arbitrary: withContentOf(PNG_HEAD) }))

/** Where one sound comes from. */
export const sound = from(source).pipe(Schema.filter(fromOne, { jsonSchema: {}, arbitrary: withContentOf(OGG_HEAD) }))

/** A picture as Discord takes it: a data address (Discord docs, reference, image data). */
export const imageData = (picture: typeof image.Type, at: string, maxBytes?: number) =>
  dataAddress(picture, at, { kind: "image/", is: "a PNG, JPEG, GIF, WebP or AVIF picture", maxBytes })

/** The same for a picture that may be left out, or taken away by null. */
export const imageOrNull = (
  picture: typeof image.Type | null | undefined,
  at: string
): Effect.Effect<string | null | undefined, ValidationError, FileSource> =>
  picture === null || picture === undefined ? Effect.succeed(picture) : imageData(picture, at)

/** A sound as Discord takes it: a data address, too. */
export const soundData = (given: typeof sound.Type, at: string, maxBytes?: number) =>
  dataAddress(given, at, { kind: "audio/", is: "an MP3 or Ogg sound", maxBytes })

const dataAddress = (
  given: FileInput,
  at: string,
  asked: { readonly kind: string; readonly is: string; readonly maxBytes: number | undefined }
): Effect.Effect<string, ValidationError, FileSource> =>
  Effect.flatMap(FileSource, (files) => files.load(given, at, asked.maxBytes)).pipe(
    Effect.flatMap(({ data }) => {
      const type = mediaTypeOf(data)
      return type?.startsWith(asked.kind) === true
        ? Effect.succeed(`data:${type};base64,${Encoding.encodeBase64(data)}`)
        : refused(at, `is not ${asked.is}`)
    })
  )

const refused = (path: string, message: string) =>
  new ValidationError({ validation_issues: [{ path, message, code: "file" }] })
