import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Data, Effect, Hash, ParseResult, Schema } from "effect"
import type { WireRequest } from "../../discord/Transport.ts"
import type { HttpResponse } from "../../errors/classifyResponse.ts"
import { canonicalJson } from "../../text/canonicalJson.ts"
import { MASK, type Redactor } from "../../text/secrets.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Fields = Schema.Record({ key: Schema.String, value: Schema.String })

/** A recorded request, without secrets and without values that differ each time. */
const RequestRecord = Schema.Struct({
  path: Schema.String,
  query: optional(Schema.String),
  body: optional(Schema.Unknown),
  files: optional(Schema.Array(Schema.Struct({ name: Schema.String, bytes: Schema.Int, hash: Schema.Int }))),
  reason: optional(Schema.String)
})

/** A recorded outcome: a complete response, a network error, or no response. */
export const Outcome = Schema.Union(
  Schema.Struct({
    status: Schema.Int,
    headers: Fields,
    body: Schema.Union(
      Schema.Struct({ kind: Schema.Literal("empty", "cut") }),
      Schema.Struct({ kind: Schema.Literal("json"), value: Schema.Unknown }),
      Schema.Struct({ kind: Schema.Literal("foreign"), text: optional(Schema.String) })
    )
  }),
  Schema.Struct({ network: Schema.String }),
  Schema.Struct({ silence: Schema.Literal(true) })
)

/** A recorded outcome. */
export type Outcome = typeof Outcome.Type

/** A request to Discord and its outcome. */
export const Exchange = Schema.Struct({ route: Schema.String, asked: RequestRecord, came: Outcome })

/** A request to Discord and its outcome. */
export type Exchange = typeof Exchange.Type

/** Returns the recorded form of a request. */
export const requestRecord = (
  { body, files, path, query, reason }: WireRequest,
  redactor: Redactor
): Exchange["asked"] => ({
  path: redactor.text(path),
  ...(query !== undefined && { query: redactor.text(query.toString()) }),
  ...(body !== undefined && { body: redactor.value(withoutNonce(asJson(body))) }),
  ...(files.length > 0 && { files: files.map(({ data, name }) => ({ name, bytes: data.length, hash: hashOf(data) })) }),
  ...(reason !== undefined && { reason: redactor.text(reason) })
})

/** Returns the recorded form of a response. */
export const outcomeOf = ({ body, header, status }: HttpResponse, redactor: Redactor): Outcome => ({
  status,
  headers: Object.fromEntries(
    headerNames.flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [[name, redactor.text(value)]]
    })
  ),
  body:
    body.kind === "json"
      ? { kind: "json", value: redactor.value(body.value) }
      : body.kind === "foreign" && body.text !== undefined
        ? { kind: "foreign", text: redactor.text(body.text) }
        : { kind: body.kind }
})

/** Returns the route of a request, which groups the exchanges: `POST /channels/:id/messages`. */
export const routeOf = ({ method, path }: WireRequest, redactor: Redactor): string =>
  `${method} ${redactor
    .text(path)
    .replace(/^(\/(?:webhooks|interactions)\/\d+)\/[^/]+/, "$1/:token")
    .replace(/\/\d{15,}(?=\/|$)/g, "/:id")}`

/** Returns whether two recorded requests are equal. */
export const isSame = (one: Exchange["asked"], other: Exchange["asked"]): boolean =>
  canonicalJson(one) === canonicalJson(other)

/** All response headers that the server reads. */
export const headerNames: ReadonlyArray<string> = [
  "cf-ray",
  "date",
  "retry-after",
  "server",
  "x-ratelimit-bucket",
  "x-ratelimit-global",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset-after",
  "x-ratelimit-scope"
]

/** Each call has a new nonce. */
const withoutNonce = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "enforce_nonce" in body ? { ...body, nonce: MASK } : body

/** Encodes and decodes a body as JSON, as the wire does. */
const asJson = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

const hashOf = (data: Uint8Array): number => Hash.string(new TextDecoder("latin1").decode(data))

/** The content of a recording file. */
export const Recording = Schema.Struct({
  recording: Schema.Literal("effect-discord-mcp"),
  version: Schema.Literal(1),
  about: Schema.String,
  exchanges: Schema.Array(Exchange)
})

/** A recording cannot be read, recorded or written. */
export class RecordingFailed extends Data.TaggedError("RecordingFailed")<{ readonly message: string }> {}

/** Reads the exchanges of a file. Returns `undefined` if the file does not exist. */
export const read = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* Effect.mapError(fs.exists(file), unreadable(file)))) return undefined
  const text = yield* Effect.mapError(fs.readFileString(file), unreadable(file))
  const { exchanges } = yield* Effect.mapError(
    decode(text),
    (error) =>
      new RecordingFailed({
        message: `${file} is not a recording: ${ParseResult.TreeFormatter.formatErrorSync(error)}`
      })
  )
  return exchanges
})

/** Writes a recording atomically. A secret in one exchange is masked in all exchanges. */
export const write = Effect.fnUntraced(
  function* (file: string, exchanges: ReadonlyArray<Exchange>, redactor: Redactor) {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const about = "Exchanges with Discord for tests, secrets masked. To record them again, delete this file."
    const recording = { recording: "effect-discord-mcp", version: 1, about, exchanges: redactor.value(exchanges) }
    yield* fs.makeDirectory(paths.dirname(file), { recursive: true })
    // A test that is stopped leaves no incomplete recording.
    yield* fs.writeFileString(`${file}.part`, `${JSON.stringify(recording, undefined, 2)}\n`)
    yield* fs.rename(`${file}.part`, file)
  },
  Effect.mapError((error) => new RecordingFailed({ message: `The recording cannot be written: ${error.message}` }))
)

const decode = Schema.decode(Schema.parseJson(Recording))

const unreadable = (file: string) => (error: { readonly message: string }) =>
  new RecordingFailed({ message: `${file} cannot be read: ${error.message}` })
