import { Effect, Encoding, Schema } from "effect"
import { FileSource } from "../discord/FileSource.ts"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { listOf, optional, text } from "./fields.ts"
import * as Limits from "./Limits.ts"

const source = {
  url: optional(text("Where to download it from: https, a public address.", { max: 2048 })),
  path: optional(text("Where it lies on the server's disk, inside the operator's files directory.", { max: 4096 })),
  base64: optional(text("Its content in base64."))
}

const fromOne = <A extends { readonly url?: string; readonly path?: string; readonly base64?: string }>(it: A) =>
  [it.url, it.path, it.base64].filter((given) => given !== undefined).length === 1 ||
  "name exactly one of url, path and base64"

/** One file to send, by address, path or content. */
export const file = Schema.Struct({
  ...source,
  name: optional(text("The name people see; by default that of the address or path.", { max: 255 })),
  description: optional(text("Alternative text of a picture.", { max: Limits.ATTACHMENT_DESCRIPTION_MAX }))
}).pipe(Schema.filter(fromOne))

/** Files of a message. */
export const files = listOf("Up to 10 files.", file, 0, Limits.FILES_MAX)

/** One picture that Discord takes as text: an avatar, an icon, an emoji. */
export const image = Schema.Struct(source).pipe(Schema.filter(fromOne))

/** A picture as Discord takes it: a data address (Discord docs, reference, image data). */
export const imageData = (picture: typeof image.Type, at: string): Effect.Effect<string, ValidationError, FileSource> =>
  Effect.flatMap(FileSource, (files) => files.load(picture, at)).pipe(
    Effect.map(({ contentType = "image/png", data }) => `data:${contentType};base64,${Encoding.encodeBase64(data)}`)
  )
