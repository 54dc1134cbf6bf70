/** Reads requests, and records them. */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import { Deferred, Effect, Either, Schema } from "effect"
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
  return type.startsWith("multipart/form-data") ? fromForm(request, type) : fromText(request, type)
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

/** Reads a form with fetch's parser: the platform's drops files of text or JSON, and names beyond Latin-1. */
const fromForm = (request: HttpServerRequest, type: string): Effect.Effect<RequestBody> =>
  Effect.gen(function* () {
    const bytes = yield* request.arrayBuffer
    const form = yield* Effect.tryPromise(() => new Response(bytes, { headers: { "content-type": type } }).formData())
    const payload = form.getAll("payload_json").findLast((value) => typeof value === "string")
    // Without a payload, each field is one of the body, as for stickers.
    const fields = [...form].filter(([, value]) => typeof value === "string")
    const body =
      payload !== undefined
        ? parseJson(payload)
        : Either.right(fields.length === 0 ? undefined : Object.fromEntries(fields))
    const files = yield* Effect.forEach(
      [...form].flatMap(([field, value]) => (typeof value === "string" ? [] : [{ field, file: value }])),
      readFile
    )
    const payload_json = Either.getOrElse(body, () => payload)
    return { recorded: { payload_json, files: files.map(({ data: _, ...file }) => file) }, body, files }
  }).pipe(Effect.orElseSucceed((): RequestBody => ({ recorded: undefined, body: Either.left(tooLarge), files: [] })))

const readFile = ({ field, file }: { readonly field: string; readonly file: File }) =>
  Effect.map(
    Effect.promise(() => file.arrayBuffer()),
    (content): UploadedFile => ({
      field,
      filename: file.name,
      content_type: file.type,
      size: content.byteLength,
      data: new Uint8Array(content)
    })
  )

const parseJson = (text: string): Either.Either<unknown, Refusal> =>
  Either.mapLeft(Schema.decodeEither(Schema.parseJson())(text), () => invalidJson)

const wrongType = invalidForm([
  {
    path: [],
    code: "CONTENT_TYPE_INVALID",
    message: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}."
  }
])

/** A request that the sandbox received, and its outcome. */
export interface RecordedRequest {
  readonly method: string
  /** Without `/api`, version and query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** `authorization` is redacted: `Bot ***`. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value. For a form with files: `{ payload_json, files }`. */
  readonly body: unknown
  /** The status of the response. Absent until there is a response. */
  readonly status?: number
  /** Whether the client closed the connection before the response was complete. */
  readonly aborted: boolean
}

/** Maximum number of recorded requests. */
const MAX_REQUESTS = 10_000

/** Records requests and lets callers wait for them. */
export class Recorder {
  readonly #entries: Array<RecordedRequest> = []
  #dropped = 0
  readonly arrived = new AwaitableCounter()
  readonly aborted = new AwaitableCounter()

  /** Records a request before its body is read. Returns its ticket for later updates. */
  open(request: Omit<RecordedRequest, "aborted" | "body" | "status">): number {
    this.#entries.push({ ...request, body: undefined, aborted: false })
    if (this.#entries.length > MAX_REQUESTS) {
      this.#entries.shift()
      this.#dropped++
    }
    return this.#entries.length - 1 + this.#dropped
  }

  /** Records the body of a request. */
  arrive(ticket: number, body: unknown): void {
    this.#update(ticket, { body })
    this.arrived.add()
  }

  answer(ticket: number, status: number): void {
    this.#update(ticket, { status })
  }

  abort(ticket: number): void {
    this.#update(ticket, { aborted: true })
    this.aborted.add()
  }

  get all(): ReadonlyArray<RecordedRequest> {
    return [...this.#entries]
  }

  #update(ticket: number, change: Partial<RecordedRequest>): void {
    const at = ticket - this.#dropped
    const entry = this.#entries[at]
    if (entry !== undefined) this.#entries[at] = { ...entry, ...change }
  }
}

/** A counter that callers can wait for. */
export class AwaitableCounter {
  #count = 0
  readonly #waiting = new Set<{ readonly count: number; readonly reached: Deferred.Deferred<void> }>()

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count++
    for (const waiter of this.#waiting) {
      if (waiter.count > this.#count) continue
      this.#waiting.delete(waiter)
      Deferred.unsafeDone(waiter.reached, Effect.void)
    }
  }

  /** Completes when the counter reaches `count`. */
  reach(count: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#count >= count) return Effect.void
      return Effect.flatMap(Deferred.make<void>(), (reached) => {
        const waiter = { count, reached }
        this.#waiting.add(waiter)
        return Effect.ensuring(
          Deferred.await(reached),
          Effect.sync(() => this.#waiting.delete(waiter))
        )
      })
    })
  }
}
