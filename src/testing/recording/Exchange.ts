import { Hash, Schema } from "effect"
import type { WireRequest } from "../../discord/Transport.ts"
import type { HttpResponse } from "../../errors/classifyResponse.ts"
import { canonicalJson } from "../../safety/canonicalJson.ts"
import { MASK, type Redactor } from "../../text/secrets.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Fields = Schema.Record({ key: Schema.String, value: Schema.String })

/** A recorded request, without secrets and without values that differ each time. */
export const RequestRecord = Schema.Struct({
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
