import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type { Part } from "@effect/platform/Multipart"
import { Effect, Either, Schema, Stream } from "effect"
import { invalidForm, invalidJson, type Refusal, tooLarge } from "./discordError.ts"

/** An uploaded file. */
export interface UploadedFile {
  readonly field: string
  readonly filename: string
  readonly content_type: string
  readonly size: number
  readonly data: Uint8Array
}

/** The decoded body and files of a request. `recorded` is kept even if decoding fails. */
export interface RequestBody {
  readonly recorded: unknown
  readonly body: Either.Either<unknown, Refusal>
  readonly files: ReadonlyArray<UploadedFile>
}

/** The target of a request: `/api/v10/users/@me?x=1` has the path `/users/@me` in the API. */
export interface RequestTarget {
  readonly path: string
  readonly inApi: boolean
  readonly query: Readonly<Record<string, string>>
  readonly queryAll: (name: string) => ReadonlyArray<string>
}

/** Parses the URL of a request. */
export const parseTarget = (url: string): RequestTarget => {
  const at = url.indexOf("?")
  const whole = at < 0 ? url : url.slice(0, at)
  const inside = /^\/api(?:\/v\d+)?(\/.*)$/.exec(whole)?.[1]
  const query = new URLSearchParams(at < 0 ? "" : url.slice(at + 1))
  return {
    path: inside ?? whole,
    inApi: inside !== undefined,
    query: Object.fromEntries(query),
    queryAll: (name) => query.getAll(name)
  }
}

/** Redacts the credential in headers. */
export const redacted = (headers: HttpServerRequest["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name === "authorization" ? [name, value.startsWith("Bot ") ? "Bot ***" : "***"] : [name, String(value)]
    )
  )

/** Reads and decodes the body. */
export const readBody = (request: HttpServerRequest): Effect.Effect<RequestBody> => {
  const type = request.headers["content-type"] ?? ""
  return type.startsWith("multipart/form-data") ? fromForm(request) : fromText(request, type)
}

const fromText = (request: HttpServerRequest, type: string): Effect.Effect<RequestBody> =>
  request.text.pipe(
    Effect.map((text): RequestBody => {
      if (text === "") return { recorded: undefined, body: Either.right(undefined), files: [] }
      const value = parseJson(text)
      const body = type.startsWith("application/json") ? value : Either.left(wrongType)
      return { recorded: Either.getOrElse(value, () => text), body, files: [] }
    }),
    // A disconnect of the client is also handled here. A disconnected client reads no response.
    Effect.orElseSucceed((): RequestBody => ({ recorded: undefined, body: Either.left(tooLarge), files: [] }))
  )

const fromForm = (request: HttpServerRequest): Effect.Effect<RequestBody> =>
  request.multipartStream.pipe(
    Stream.mapEffect(readPart),
    Stream.runCollect,
    Effect.map((parts): RequestBody => {
      const files = [...parts].flatMap((part) => (part.kind === "file" ? [part.file] : []))
      const payload = [...parts].flatMap((part) => (part.kind === "payload" ? [part.text] : [])).at(-1)
      const body = payload === undefined ? Either.right(undefined) : parseJson(payload)
      return {
        recorded: {
          payload_json: Either.getOrElse(body, () => payload),
          files: files.map(({ data: _, ...file }) => file)
        },
        body,
        files
      }
    }),
    Effect.orElseSucceed((): RequestBody => ({ recorded: undefined, body: Either.left(tooLarge), files: [] }))
  )

type Read =
  | { readonly kind: "file"; readonly file: UploadedFile }
  | { readonly kind: "payload"; readonly text: string }
  | { readonly kind: "other" }

const readPart = (part: Part) =>
  part._tag === "File"
    ? Effect.map(part.contentEffect, (content): Read => {
        const { contentType, key, name } = part
        return {
          kind: "file",
          file: {
            field: key,
            filename: name,
            content_type: contentType,
            size: content.byteLength,
            data: content
          }
        }
      })
    : Effect.succeed<Read>(part.key === "payload_json" ? { kind: "payload", text: part.value } : { kind: "other" })

const parseJson = (text: string): Either.Either<unknown, Refusal> =>
  Either.mapLeft(Schema.decodeEither(Schema.parseJson())(text), () => invalidJson)

const wrongType = invalidForm([
  {
    path: [],
    code: "CONTENT_TYPE_INVALID",
    message: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}."
  }
])
