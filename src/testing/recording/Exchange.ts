import { Hash, Schema } from "effect"
import type { WireRequest } from "../../discord/Transport.ts"
import type { HttpResponse } from "../../errors/classifyResponse.ts"
import { canonicalJson } from "../../safety/canonicalJson.ts"
import { MASK, type Redactor } from "../../telemetry/Redactor.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Fields = Schema.Record({ key: Schema.String, value: Schema.String })

/** A request as it is remembered: without secrets, and without what differs each time. */
export const Asked = Schema.Struct({
  path: Schema.String,
  query: optional(Schema.String),
  body: optional(Schema.Unknown),
  files: optional(Schema.Array(Schema.Struct({ name: Schema.String, bytes: Schema.Int, hash: Schema.Int }))),
  reason: optional(Schema.String)
})

/** What came back: a whole answer, a connection that broke, or nothing for as long as anybody waited. */
export const Came = Schema.Union(
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

/** What came back. */
export type Came = typeof Came.Type

/** One request to Discord and what came back. */
export const Exchange = Schema.Struct({ route: Schema.String, asked: Asked, came: Came })

/** One request to Discord and what came back. */
export type Exchange = typeof Exchange.Type

/** The request as it is remembered. */
export const askedOf = ({ body, files, path, query, reason }: WireRequest, redactor: Redactor): Exchange["asked"] => ({
  path: redactor.text(path),
  ...(query !== undefined && { query: redactor.text(query.toString()) }),
  ...(body !== undefined && { body: redactor.value(withoutNonce(asJson(body))) }),
  ...(files.length > 0 && { files: files.map(({ data, name }) => ({ name, bytes: data.length, hash: hashOf(data) })) }),
  ...(reason !== undefined && { reason: redactor.text(reason) })
})

/** The answer as it is remembered. */
export const cameOf = ({ body, header, status }: HttpResponse, redactor: Redactor): Came => ({
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

/** What requests are put in order by: `POST /channels/:id/messages`. */
export const routeOf = ({ method, path }: WireRequest, redactor: Redactor): string =>
  `${method} ${redactor
    .text(path)
    .replace(/^(\/(?:webhooks|interactions)\/\d+)\/[^/]+/, "$1/:token")
    .replace(/\/\d{15,}(?=\/|$)/g, "/:id")}`

/** Whether two requests are the same one. */
export const isSame = (one: Exchange["asked"], other: Exchange["asked"]): boolean =>
  canonicalJson(one) === canonicalJson(other)

/** Every header that anything in the chain reads. */
export const headerNames: ReadonlyArray<string> = [
  "date",
  "retry-after",
  "x-ratelimit-bucket",
  "x-ratelimit-global",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset-after",
  "x-ratelimit-scope"
]

/** A message's nonce is made anew for each call. */
const withoutNonce = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "enforce_nonce" in body ? { ...body, nonce: MASK } : body

/** What of a body reaches the other end. */
const asJson = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

const hashOf = (data: Uint8Array): number => Hash.string(new TextDecoder("latin1").decode(data))
