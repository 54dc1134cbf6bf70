/**
 * The boundary to `@discordjs/rest` and undici, which speak promises. The library encodes
 * requests as HTTP (URL, headers, multipart, user agent). Its own queue, retries and timer
 * are disabled, because they would hide attempts from the chain (measurements: docs/decisions.md).
 */
// @effect-diagnostics asyncFunction:off
import { REST, type RESTOptions, type ResponseLike } from "@discordjs/rest"
import { Effect, Layer, Redacted } from "effect"
import { type Dispatcher, Headers, request as undiciRequest } from "undici"
import { noProxies, type ProxySettings } from "../config/proxyVariables.ts"
import type { HttpResponse, ResponseBody } from "../errors/classifyResponse.ts"
import { classifyForeign, type ForeignFailure } from "../errors/ForeignFailure.ts"
import { makeDispatcher } from "./proxy/proxyDispatcher.ts"
import { Transport, WireFailure } from "./Transport.ts"

/** The API's URL, the token, the user agent and the proxies. */
export interface RestTransportSettings {
  readonly apiUrl: string
  readonly token: Redacted.Redacted
  readonly userAgent: string
  /** Unset: none. */
  readonly proxies?: ProxySettings
}

/** The maximum size of a response in bytes. The connection of a larger one is closed. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The maximum delay of a timer. `0` and `Infinity` would abort at once. */
const NEVER_MS = 2 ** 31 - 1

/** Provides the HTTP transport. Its sockets close with the scope. */
export const layer = (settings: RestTransportSettings): Layer.Layer<Transport> =>
  Layer.scoped(
    Transport,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() =>
          makeDispatcher(settings.proxies ?? noProxies, {
            connections: 256,
            connect: { timeout: 5000 },
            headersTimeout: 0,
            bodyTimeout: 0,
            maxResponseSize: MAX_BODY_BYTES
          })
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
      return Transport.of({ send: sendBy(rest) })
    })
  )

/** Sends a request and reads its response. */
const sendBy =
  (rest: REST): Transport["Type"]["send"] =>
  (request, onPhase) =>
    Effect.tryPromise({
      try: async (signal) => {
        onPhase("headers")
        const response = await rest.queueRequest({
          method: request.method as Parameters<typeof rest.queueRequest>[0]["method"], // the values of the enum
          fullRoute: `/${request.path.slice(1)}`,
          body: request.body,
          files: request.files.map(({ data, ...file }) => ({ ...file, data: viewOf(data) })),
          auth: request.authorized,
          signal,
          ...(request.form && { appendToFormData: true }),
          ...(request.query !== undefined && { query: request.query }),
          ...(request.reason !== undefined && { reason: request.reason }),
          ...(request.headers !== undefined && { headers: { ...request.headers } })
        })
        onPhase("body")
        return await readResponse(response as Received, signal) // the handler returns what `makeRequest` returned
      },
      catch: (error) => {
        const failure = classifyForeign(error)
        if (failure._tag === "ForeignFailure" && isOfTheNetwork(failure)) {
          return new WireFailure({ network: failure.code })
        }
        // A bug of this server: Effect turns the thrown error into a defect.
        throw error
      }
    })

/**
 * Gives every request a handler that sends it directly. The library's own handlers send
 * one request per bucket at a time and sleep on 429.
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

/** A response with an unread body, in the library's type. */
interface Received extends ResponseLike {
  readonly received: Dispatcher.ResponseData
}

/** Sends a request built by the library. */
const makeRequest = async (url: string, init: Parameters<RESTOptions["makeRequest"]>[1]): Promise<Received> => {
  // The library uses fetch's types; undici accepts the bodies it builds (string or FormData).
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

/** Reads the whole body, because an unread body leaks its socket and can crash the process. */
const readResponse = async ({ received }: Received, signal: AbortSignal): Promise<HttpResponse> => {
  const { body, headers, statusCode: status } = received
  const text = await body.text().catch((error: unknown) => {
    // A truncated error page is still that error. A truncated success is a broken connection.
    if ((status >= 400 && !signal.aborted) || isTooLarge(error)) return undefined
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

/** Returns whether a response is larger than `MAX_BODY_BYTES`. */
const isTooLarge = (error: unknown): boolean => Object(error).code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"

/** Returns the bytes as the library's type, without a copy. */
const viewOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

const parse = (text: string): ResponseBody => {
  if (text.trim() === "") return { kind: "empty" }
  try {
    return { kind: "json", value: JSON.parse(text) as unknown }
  } catch {
    return { kind: "foreign", text }
  }
}

/**
 * Returns whether a failure comes from the connection or from invalid HTTP. Any other error of the
 * library is a bug of the server.
 */
const isOfTheNetwork = (failure: ForeignFailure): failure is ForeignFailure & { readonly code: string } =>
  failure.code !== undefined &&
  (failure.code.startsWith("HPE_") ||
    // undici's parser asserts properties of a response, such as a status of at least 100.
    failure.code === "ERR_ASSERTION" ||
    ((failure.kind === "unavailable" || failure.kind === "timeout") && !MISUSE.test(failure.code)))

/** The codes of requests that undici refuses to send. */
const MISUSE = /^UND_ERR_(INVALID|NOT_SUPPORTED|REQ_)/
