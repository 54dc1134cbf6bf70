/**
 * The boundary to `@discordjs/rest` and undici, and the only file of this module
 * with promises. The library builds requests (address, headers, multipart, user
 * agent); its own queue, retries and timer are out of the way: they would hide
 * what happens from the chain (docs/decisions.md has the measurements).
 */
// @effect-diagnostics asyncFunction:off newPromise:off
import type { Readable } from "node:stream"
import { REST, type RESTOptions, type ResponseLike } from "@discordjs/rest"
import { Effect, Layer, Redacted } from "effect"
import { Agent, type Dispatcher, Headers, request as undiciRequest } from "undici"
import type { HttpResponse, ResponseBody } from "../errors/classifyResponse.ts"
import { classifyForeign, type ForeignFailure } from "../errors/ForeignFailure.ts"
import { Transport, WireFailure } from "./Transport.ts"

/** Where Discord is and who we are. */
export interface RestTransportSettings {
  readonly apiUrl: string
  readonly token: Redacted.Redacted
  readonly userAgent: string
}

/** The longest answer read, in bytes; past it the connection is closed. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The largest delay a timer takes: `0` and `Infinity` would abort at once. */
const NEVER_MS = 2 ** 31 - 1

/** The transport over HTTP. Its sockets live as long as the scope. */
export const layer = (settings: RestTransportSettings): Layer.Layer<Transport> =>
  Layer.scoped(
    Transport,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(
          () => new Agent({ connections: 256, connect: { timeout: 5000 }, headersTimeout: 0, bodyTimeout: 0 })
        ),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const rest = new REST({
        api: settings.apiUrl,
        version: "10",
        retries: 0,
        timeout: NEVER_MS,
        hashSweepInterval: 0,
        handlerSweepInterval: 0,
        userAgentAppendix: settings.userAgent,
        agent,
        makeRequest
      }).setToken(Redacted.value(settings.token))
      bypassQueue(rest)

      return Transport.of({
        send: (request, onPhase) =>
          Effect.tryPromise({
            try: async (signal) => {
              onPhase("headers")
              const response = await rest.queueRequest({
                method: request.method as Parameters<typeof rest.queueRequest>[0]["method"], // the enum's values are these words
                fullRoute: `/${request.path.slice(1)}`,
                body: request.body,
                files: request.files.map(({ data, ...file }) => ({ ...file, data: viewOf(data) })),
                auth: request.authorized,
                signal,
                ...(request.headers !== undefined && { headers: request.headers }),
                ...(request.form && { appendToFormData: true }),
                ...(request.query !== undefined && { query: request.query }),
                ...(request.reason !== undefined && { reason: request.reason }),
                ...(request.headers !== undefined && { headers: { ...request.headers } })
              })
              onPhase("body")
              return await answerOf(response as Received, signal) // the handler hands on what `makeRequest` returned
            },
            catch: (error) => ({ error, failure: classifyForeign(error) })
          }).pipe(
            Effect.catchAll(({ error, failure }) =>
              failure._tag === "ForeignFailure" && isOfTheNetwork(failure)
                ? Effect.fail(new WireFailure({ network: failure.code }))
                : Effect.die(error)
            )
          )
      })
    })
  )

/**
 * Serves every request a handler that passes it straight on: the library's own
 * ones let one request at a time into a bucket and sleep on 429s.
 */
const bypassQueue = (rest: REST): void => {
  const passThrough: NonNullable<ReturnType<typeof rest.handlers.get>> = {
    id: "pass-through",
    inactive: false,
    queueRequest: (_route, url, init, { signal }) =>
      rest.options.makeRequest(url, signal === undefined || signal === null ? init : { ...init, signal })
  }
  rest.handlers.get = () => passThrough
}

/** A response whose body is still to be read, beside what the library's type asks for. */
interface Received extends ResponseLike {
  readonly received: Dispatcher.ResponseData
}

/** Sends a request that the library has built. */
const makeRequest = async (url: string, init: Parameters<RESTOptions["makeRequest"]>[1]): Promise<Received> => {
  // REST types its init after fetch; what it builds (string or FormData) is what undici takes.
  const received = await undiciRequest(url, init as Parameters<typeof undiciRequest>[1])
  const { body, statusCode: status } = received
  return {
    received,
    status,
    statusText: "",
    ok: status >= 200 && status < 300,
    headers: new Headers(),
    body,
    bodyUsed: false,
    arrayBuffer: () => body.arrayBuffer(),
    json: () => body.json(),
    text: () => body.text()
  }
}

/** Reads the body to its end: an unread one leaks its socket and can kill the process. */
const answerOf = async ({ received }: Received, signal: AbortSignal): Promise<HttpResponse> => {
  const { body, headers, statusCode: status } = received
  const text = await readAll(body).catch((error: unknown) => {
    // A cut error page is still that error; a cut answer is not an answer.
    if (status >= 400 && !signal.aborted) return undefined
    throw error
  })
  return {
    status,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(", ") : value
    },
    body: text === undefined ? { kind: "cut" } : parse(text)
  }
}

/** The same bytes as the type that the library knows, not copied. */
const viewOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

/** By events: an iterator over a stream takes a dozen turns of the loop more. */
const readAll = (body: Readable): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    body
      .on("data", (chunk: Uint8Array) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= MAX_BODY_BYTES) return
        resolve(undefined)
        // And with it the connection.
        body.destroy()
      })
      .once("end", () => resolve(Buffer.concat(chunks).toString("utf8")))
      .once("error", reject)
      .once("close", () => reject(Object.assign(new Error("the answer broke off"), { code: "UND_ERR_SOCKET" })))
  })

const parse = (text: string): ResponseBody => {
  if (text.trim() === "") return { kind: "empty" }
  try {
    return { kind: "json", value: JSON.parse(text) as unknown }
  } catch {
    return { kind: "foreign", text }
  }
}

/** Whether a connection failed or broke, or the other end speaks no HTTP; anything else the library throws is a bug of ours. */
const isOfTheNetwork = (failure: ForeignFailure): failure is ForeignFailure & { readonly code: string } =>
  failure.code !== undefined &&
  (failure.code.startsWith("HPE_") ||
    // The client's parser asserts what a response must be, such as a status from 100 on.
    failure.code === "ERR_ASSERTION" ||
    ((failure.kind === "unavailable" || failure.kind === "timeout") && !MISUSE.test(failure.code)))

/** What undici says of a request that it will not send. */
const MISUSE = /^UND_ERR_(INVALID|NOT_SUPPORTED|REQ_)/
