import { type Arbitrary, Effect, Encoding, Schema } from "effect"
import { FileSource } from "../discord/FileSource.ts"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { listOf, optional, text } from "./fields.ts"
import * as Limits from "./Limits.ts"

const source = {
  url: optional(text("Where to download it from: https, a public address.", { max: 2048 })),
  path: optional(text("Where it lies on the server's disk, inside the operator's files directory.", { max: 4096 })),
  base64: optional(text("Its content in base64."))
}

type Source = Schema.Struct.Type<typeof source>

const fromOne = (it: Source) =>
  [it.url, it.path, it.base64].filter((given) => given !== undefined).length === 1 ||
  "name exactly one of url, path and base64"

/** Generated files come with their content: making one must not download anything, nor read a disk. */
const withContent =
  <A extends Source>(some: Arbitrary.LazyArbitrary<A>): Arbitrary.LazyArbitrary<A> =>
  (fc) =>
    // Without what it must not have and with what it may: still an A.
    fc
      .tuple(some(fc), fc.base64String({ minLength: 4, maxLength: 64 }))
      .map(([{ path: _, url: __, ...rest }, base64]) => ({ ...rest, base64 }) as unknown as A)

/** One file to send, by address, path or content. */
export const file = Schema.Struct({
  ...source,
  name: optional(text("The name people see; by default that of the address or path.", { max: 255 })),
  description: optional(text("Alternative text of a picture.", { max: Limits.ATTACHMENT_DESCRIPTION_MAX }))
}).pipe(Schema.filter(fromOne, { arbitrary: withContent }))

/** Files of a message. */
export const files = listOf("Up to 10 files.", file, 0, Limits.FILES_MAX)

/** One picture that Discord takes as text: an avatar, an icon, an emoji. */
export const image = Schema.Struct(source).pipe(Schema.filter(fromOne, { arbitrary: withContent }))

/** A picture as Discord takes it: a data address (Discord docs, reference, image data). */
export const imageData = (picture: typeof image.Type, at: string): Effect.Effect<string, ValidationError, FileSource> =>
  Effect.flatMap(FileSource, (files) => files.load(picture, at)).pipe(
    Effect.map(({ contentType = "image/png", data }) => `data:${contentType};base64,${Encoding.encodeBase64(data)}`)
  )
