import type { HttpResponse, RequestSummary } from "../../src/errors/classifyResponse.ts"

/** By default, a write that must not be retried. */
export const asked = (over: Partial<RequestSummary> = {}): RequestSummary => ({
  method: "POST",
  route: "/channels/:id/messages",
  ids: { channel_id: "1111" },
  subject: "bot",
  repeatable: false,
  attempt: 2,
  ...over
})

/** A read, which is always retriable. */
export const askedRead = (over: Partial<RequestSummary> = {}): RequestSummary =>
  asked({ method: "GET", repeatable: true, ...over })

type Headers = Readonly<Record<string, string>>

const header = (headers: Headers) => (name: string) => headers[name]

/** A response with a JSON body. */
export const json = (status: number, value: unknown, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "json", value }
})

/** A response whose body is not JSON: a web page, plain text, broken JSON. */
export const foreign = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "foreign" }
})

/** A response whose body was truncated or too long to read. */
export const cut = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "cut" }
})

/** A response without a body. */
export const empty = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "empty" }
})
