/**
 * Turns a response into a value or a typed failure. Pure; the first matching rule wins.
 * The order of the rules is part of the contract, see docs/errors.md.
 */
import { Either, Predicate } from "effect"
import type { AttemptError } from "./DiscordMcpError.ts"
import * as Errors from "./DiscordMcpError.ts"
import { type CodedTag, meaningOfCode, resourceOfCode, tagOfCode } from "./discordCodes.ts"
import type { Upstream } from "./fields.ts"
import { wasNeverSent } from "./proxyFailure.ts"
import { retryAfterMs } from "./retryAfter.ts"
import { meaningOfStatus, type StatusTag } from "./statusMeaning.ts"
import { flattenIssues } from "./validationIssues.ts"

/** The parts of a request that decide what a failure means. */
export interface RequestSummary {
  readonly method: string
  /** The route's template: `/channels/:id/messages/:id`. */
  readonly route: string
  /** The path's ids by field name, outermost first. */
  readonly ids: Readonly<Record<string, string>>
  /** Whose credential the request uses. */
  readonly subject: "bot" | "webhook" | "interaction"
  /** The content of a successful response; `json` by default. */
  readonly accept?: "json" | "text"
  /** Whether a second identical request changes nothing more. */
  readonly repeatable: boolean
  /** The number of this attempt, from 1. */
  readonly attempt: number
}

/** A complete response: the body was read to its end. */
export interface HttpResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: ResponseBody
}

/** What a response body contains. */
export type ResponseBody =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: unknown }
  /** Not empty and not JSON: a web page, plain text, broken JSON. */
  | { readonly kind: "foreign"; readonly text?: string }
  /** Cut off, or too long to read. */
  | { readonly kind: "cut" }

/** Returns the body of a successful response (`undefined` for 204), or the failure. */
export const classifyResponse = (
  request: RequestSummary,
  response: HttpResponse
): Either.Either<unknown, AttemptError> => {
  const { status, body } = response
  const json = body.kind === "json" && Predicate.isReadonlyRecord(body.value) ? body.value : undefined
  const code = discordCodeIn(json)
  const upstream: Upstream = {
    status,
    method: request.method,
    route: request.route,
    ...(code !== undefined && { discord_code: code })
  }
  if (status >= 200 && status < 300 && (code === undefined || tagOfCode(code) !== "DiscordIndexNotReady")) {
    if (status === 204) return Either.right(undefined)
    if (request.accept === "text") return textOf(request, response, upstream)
    if (body.kind === "json" && body.value !== null) return Either.right(body.value)
    return Either.left(unexpected(request, upstream))
  }
  return Either.left(failureOf({ request, response, upstream, json, code }))
}

/** Returns a text, which may be JSON-encoded. A web page comes from a proxy, not from Discord. */
const textOf = (
  request: RequestSummary,
  { body }: HttpResponse,
  upstream: Upstream
): Either.Either<string, AttemptError> => {
  if (body.kind === "empty") return Either.right("")
  if (body.kind === "json" && (typeof body.value === "string" || body.value === null))
    return Either.right(body.value ?? "")
  return body.kind === "foreign" && body.text !== undefined && !WEB_PAGE.test(body.text)
    ? Either.right(body.text)
    : Either.left(unexpected(request, upstream))
}

/** Web pages start with `<`. Their content type is not reliable. */
const WEB_PAGE = /^\s*</

/** Makes the failure of an attempt whose headers or body did not arrive in time. */
export const attemptTimedOut = (request: RequestSummary, phase: "headers" | "body"): Errors.DiscordTimeoutError =>
  new Errors.DiscordTimeoutError({ phase, outcome_unknown: !request.repeatable, attempts: request.attempt })

/** Makes the failure of an attempt whose connection failed. */
export const networkFailed = (request: RequestSummary, network: string): Errors.DiscordRestUnavailable =>
  new Errors.DiscordRestUnavailable({
    network,
    outcome_unknown: !request.repeatable && !wasNeverSent(network),
    attempts: request.attempt
  })

/** Makes the failure of a successful response whose body has another shape. */
export const unexpectedResponse = (request: RequestSummary, status: number): Errors.DiscordUnexpectedResponse =>
  unexpected(request, { status, method: request.method, route: request.route })

interface ErrorResponse {
  readonly request: RequestSummary
  readonly response: HttpResponse
  readonly upstream: Upstream
  readonly json: Readonly<Record<string, unknown>> | undefined
  readonly code: number | undefined
}

const failureOf = (exchange: ErrorResponse): AttemptError => {
  const { response, code, upstream } = exchange
  if (response.status === 429)
    return isDiscordRateLimit(exchange)
      ? build.DiscordRateLimitError(exchange)
      : build.DiscordCloudflareBlocked(exchange)
  if (response.status === 403 && isCloudflarePage(response)) return build.DiscordCloudflareBlocked(exchange)
  if (isRefusal(response.status) && !isFromDiscord(exchange)) return unexpected(exchange.request, upstream)
  if (response.status === 401) return build.DiscordAuthError(exchange)
  const tag = code === undefined ? undefined : tagOfCode(code)
  if (tag !== undefined) return build[tag](exchange)
  return build[meaningOfStatus(response.status).error](exchange)
}

/**
 * Returns whether the response is a page of Cloudflare, the network in front of Discord: its
 * headers or body name it. Any other page comes from a proxy.
 */
const isCloudflarePage = ({ body, header }: HttpResponse): boolean =>
  (body.kind === "foreign" || body.kind === "empty") &&
  (header("cf-ray") !== undefined ||
    header("server")?.toLowerCase() === "cloudflare" ||
    (body.kind === "foreign" && CLOUDFLARE.test(body.text?.slice(0, PAGE_CHARS) ?? "")))

/** Cloudflare's name or error code, such as `error code: 1015` (Cloudflare docs, 1xxx errors). */
const CLOUDFLARE = /\bcloudflare\b|\berror(?: code)?:? 1\d{3}\b/i

/** The part of a page that is searched, in characters. */
const PAGE_CHARS = 20_000

/**
 * Returns whether only Discord can decide a status. Other statuses mean the same if a proxy sends them.
 */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !meaningOfStatus(status).byAnyone

/**
 * Returns whether the body comes from Discord: JSON with a code from 10000 up, or the general
 * code 0. With 404 or 410, code 0 means an unknown route: the object itself may exist.
 */
const isFromDiscord = ({ response, code, json }: ErrorResponse): boolean =>
  code !== undefined || (json?.code === 0 && response.status !== 404 && response.status !== 410)

/** One constructor for each error that a JSON code or a status maps to. */
const build = {
  DiscordPermissionError: (it: ErrorResponse) => new Errors.DiscordPermissionError(common(it)),
  DiscordRateLimitError: (exchange: ErrorResponse) =>
    new Errors.DiscordRateLimitError({
      ...common(exchange),
      retry_after_ms: retryAfterMs(exchange.response.header, exchange.json) ?? 1000,
      scope: scopeOf(exchange),
      sent: true
    }),
  DiscordNotFoundError: (exchange: ErrorResponse) => {
    const last = Object.keys(exchange.request.ids).at(-1)
    const resource = resourceOfCode(exchange.code) ?? (last === undefined ? "resource" : nounOf(last))
    const id =
      exchange.request.ids[`${resource.replaceAll(" ", "_").toLowerCase()}_id`] ??
      (last !== undefined && nounOf(last) === resource ? exchange.request.ids[last] : undefined)
    return new Errors.DiscordNotFoundError({ ...common(exchange), resource, ...(id !== undefined && { id }) })
  },
  ValidationError: (exchange: ErrorResponse) => {
    const nested = flattenIssues(exchange.json?.errors)
    return new Errors.ValidationError({
      ...common(exchange),
      validation_issues:
        nested.length > 0
          ? nested
          : [
              {
                path: "",
                message: meaningOfCode(exchange.code) ?? `refused with HTTP ${exchange.upstream.status}`,
                code: String(exchange.code ?? exchange.upstream.status)
              }
            ]
    })
  },
  DiscordAuthError: (it: ErrorResponse) =>
    new Errors.DiscordAuthError({ ...common(it), subject: it.code === 50027 ? "webhook" : it.request.subject }),
  DiscordCloudflareBlocked: (exchange: ErrorResponse) => {
    const retry_after_ms = retryAfterMs(exchange.response.header, exchange.json)
    return new Errors.DiscordCloudflareBlocked({
      ...common(exchange),
      ...(retry_after_ms !== undefined && { retry_after_ms })
    })
  },
  DiscordConflictError: (it: ErrorResponse) => new Errors.DiscordConflictError(common(it)),
  DiscordLimitReached: (it: ErrorResponse) => new Errors.DiscordLimitReached(common(it)),
  DiscordContentBlocked: (it: ErrorResponse) => new Errors.DiscordContentBlocked(common(it)),
  DiscordFeatureUnavailable: (it: ErrorResponse) => new Errors.DiscordFeatureUnavailable(common(it)),
  DiscordRestUnavailable: (exchange: ErrorResponse) => {
    const retry_after_ms = retryAfterMs(exchange.response.header, exchange.json)
    const refused =
      exchange.response.status < 500 || exchange.response.status === 502 || exchange.response.status === 503
    return new Errors.DiscordRestUnavailable({
      ...common(exchange),
      ...(retry_after_ms !== undefined && { retry_after_ms }),
      outcome_unknown: !refused && !exchange.request.repeatable
    })
  },
  DiscordTimeoutError: (exchange: ErrorResponse) =>
    new Errors.DiscordTimeoutError({
      phase: "upstream",
      outcome_unknown: exchange.upstream.status === 504 && !exchange.request.repeatable,
      ...common(exchange)
    }),
  DiscordUnexpectedResponse: (it: ErrorResponse) => unexpected(it.request, it.upstream),
  DiscordIndexNotReady: (it: ErrorResponse) => {
    const retry_after_ms = retryAfterMs(it.response.header, it.json)
    return new Errors.DiscordIndexNotReady({ ...common(it), ...(retry_after_ms !== undefined && { retry_after_ms }) })
  }
} satisfies { readonly [Tag in CodedTag | StatusTag]: (it: ErrorResponse) => AttemptError }

const common = (it: ErrorResponse) => ({ upstream: it.upstream, attempts: it.request.attempt })

const unexpected = (request: RequestSummary, upstream: Upstream) =>
  new Errors.DiscordUnexpectedResponse({
    upstream,
    outcome_unknown: request.method !== "GET",
    attempts: request.attempt
  })

/**
 * Returns whether a 429 comes from Discord: it has `retry_after` or rate-limit headers. Any other 429
 * comes from Cloudflare.
 */
const isDiscordRateLimit = (exchange: ErrorResponse): boolean =>
  typeof exchange.json?.retry_after === "number" ||
  exchange.response.header("x-ratelimit-limit") !== undefined ||
  exchange.response.header("x-ratelimit-scope") !== undefined ||
  exchange.response.header("x-ratelimit-global") !== undefined

const scopeOf = (it: ErrorResponse): "user" | "global" | "shared" => {
  if (it.json?.global === true || it.response.header("x-ratelimit-global") === "true") return "global"
  const scope = it.response.header("x-ratelimit-scope")
  return scope === "shared" || scope === "global" ? scope : "user"
}

/** Returns Discord's code. Code 0, "general error", adds nothing to the status and is left out. */
const discordCodeIn = (json: ErrorResponse["json"]): number | undefined =>
  typeof json?.code === "number" && Number.isSafeInteger(json.code) && json.code >= LOWEST_CODE ? json.code : undefined

/** The lowest of Discord's error codes (Discord docs, JSON error codes). */
const LOWEST_CODE = 10_000

const nounOf = (field: string): string => field.replace(/_(id|code)$/, "").replaceAll("_", " ")
