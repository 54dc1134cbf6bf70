import type { HttpResponse, RequestSummary } from "../../src/errors/classifyResponse.ts"

/** A write that must not be repeated, unless told otherwise. */
export const asked = (over: Partial<RequestSummary> = {}): RequestSummary => ({
  method: "POST",
  route: "/channels/:id/messages",
  ids: { channel_id: "1111" },
  subject: "bot",
  repeatable: false,
  attempt: 2,
  ...over
})

/** A read: always repeatable. */
export const askedRead = (over: Partial<RequestSummary> = {}): RequestSummary =>
  asked({ method: "GET", repeatable: true, ...over })

type Headers = Readonly<Record<string, string>>

const header = (headers: Headers) => (name: string) => headers[name]

/** An answer with a JSON body. */
export const json = (status: number, value: unknown, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "json", value }
})

/** An answer whose body is there, but is no JSON: a web page, plain text, broken JSON. */
export const foreign = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "foreign" }
})

/** An answer whose body broke off, or was too long to read. */
export const cut = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "cut" }
})

/** An answer without a body. */
export const empty = (status: number, headers: Headers = {}): HttpResponse => ({
  status,
  header: header(headers),
  body: { kind: "empty" }
})
