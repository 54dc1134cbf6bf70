import { Effect, Scope } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { ValidationError } from "../errors/DiscordMcpError.ts"
import type { Reading } from "../objects/schema/reply.ts"
import type { Risk } from "./Permit.ts"

/** The methods of Discord's API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** The credential of a request: the bot's token, or the token in its path. */
export type Subject = "bot" | "webhook" | "interaction"

/** An uploaded file. */
export interface RequestFile {
  readonly name: string
  readonly data: Uint8Array
  readonly contentType?: string
  /** The name of its form field. Default: a file of a message. */
  readonly key?: string
}

/** One request to Discord, as a value. */
export interface DiscordRequest {
  readonly method: Method
  /** The route with placeholders: `/channels/{channel_id}/messages`. */
  readonly route: string
  /** The values of the placeholders. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters. A list is sent as one parameter per value. */
  readonly query?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>
  readonly body?: unknown
  readonly files?: ReadonlyArray<RequestFile>
  /**
   * Loads the content in place of `body` and `files`. Runs once, inside the call's
   * bulkhead slot. The content is released at the end of the call.
   */
  readonly load?: Effect.Effect<Pick<DiscordRequest, "body" | "files">, ValidationError, Scope.Scope>
  /** Sends the body as form fields instead of one JSON value. */
  readonly form?: true
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The audit log reason, at most 512 characters. */
  readonly reason?: string
  readonly subject: Subject
  /** Reads the response body. Returns `undefined` if it cannot be used. Unset: every body is accepted. */
  readonly read?: (body: unknown) => Reading | undefined
  /** The content of a successful response. Default: `json`. */
  readonly accept?: "json" | "text"
  readonly risk: Risk
  /**
   * Whether a second identical request has no further effect: `same` if the request is idempotent,
   * `nonce` if Discord deduplicates it by a nonce, `no` otherwise. This server adds the nonce.
   * Deduplication works as far as Discord's check is atomic.
   */
  readonly repeat: "same" | "nonce" | "no"
  /** `false`: no further requests explain a denial. */
  readonly explained?: false
  /** Selects the timeout and the deadline. */
  readonly duration: "default" | "long"
}

/** Discord's response. */
export interface Reply {
  /** The parsed body, as `read` returns it; `undefined` if it is empty. */
  readonly body: unknown
  readonly omitted?: Reading["omitted"]
  /** The object that a write has changed, as the same call has read it before. Unset: the call has not read it. */
  readonly before?: unknown
  /** Says that the request was sent in another way. */
  readonly notice?: string
  /** The number of attempts. */
  readonly attempts: number
  /** Whether a retried DELETE found that an earlier attempt without a response had succeeded. */
  readonly alreadyApplied: boolean
}

/** Returns `same` for an idempotent method, else `no`. */
export const repeatOf = (method: Method): DiscordRequest["repeat"] => (method === "POST" ? "no" : "same")

/** The request for the bot that the token belongs to. */
export const currentUser: DiscordRequest = {
  method: "GET",
  route: "/users/@me",
  path: {},
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default"
}

/** The time limits of a call. */
export interface TimeLimits {
  /** The timeout of one attempt. */
  readonly timeoutMs: number
  /** The deadline of the whole call, waits included. */
  readonly deadlineMs: number
}

/** The deadline of a long-running tool, as a multiple of the normal deadline. */
const LONG_DEADLINE_FACTOR = 4

/** Returns the time limits of a normal or a long-running tool. */
export const timeLimitsOf = (settings: Settings["Type"], duration: "default" | "long"): TimeLimits =>
  duration === "long"
    ? { timeoutMs: settings.timeoutLongMs, deadlineMs: settings.deadlineMs * LONG_DEADLINE_FACTOR }
    : { timeoutMs: settings.timeoutDefaultMs, deadlineMs: settings.deadlineMs }

/** Runs `use` with a request whose content is loaded at most once, and released afterwards. */
export const withContentCached = <A, E, R>(
  request: DiscordRequest,
  use: (request: DiscordRequest) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Scope.Scope> | R> => {
  const { load } = request
  return load === undefined
    ? use(request)
    : Effect.scopeWith((scope) =>
        Effect.flatMap(Effect.cached(Scope.extend(load, scope)), (load) => use({ ...request, load }))
      ).pipe(Effect.scoped)
}

/** Loads the content of a request. Inside `withContentCached`, the scope of `withContentCached` owns the content. */
export const loadContent = ({ load, ...request }: DiscordRequest): Effect.Effect<DiscordRequest, ValidationError> =>
  load === undefined
    ? Effect.succeed(request)
    : Effect.scoped(Effect.map(load, (content) => ({ ...request, ...content })))

/** Matches a placeholder in a route such as `/channels/{channel_id}/messages`. */
const FIELD = /\{(\w+)\}/g

/** Returns the template for logs and keys: `/channels/:id/messages`. It contains no ids and no tokens. */
export const templateOf = (route: string): string => traitsOfRoute(route).template

/** Returns the template with every placeholder as `:id`: `/channels/:id/messages/:id/reactions/:id/@me`. */
export const shapeOf = (route: string): string => templateOf(route).replaceAll(/:\w+/g, ":id")

/** Returns the names of a route's placeholders, in order. */
export const fieldsOf = (route: string): ReadonlyArray<string> => traitsOfRoute(route).fields

/** Returns the request path, with all values percent-encoded. */
export const pathOf = (route: string, values: Readonly<Record<string, string>>): string =>
  route.replaceAll(FIELD, (_, field: string) => encodeURIComponent(values[field] ?? ""))

/** The traits of a route. */
interface RouteTraits {
  readonly template: string
  readonly fields: ReadonlyArray<string>
  /**
   * The placeholders of the major parameter. Discord separates rate limits by bucket and major parameter (Discord
   * docs, rate limits: channel, guild, or webhook with its token).
   */
  readonly major: ReadonlyArray<string> | undefined
}

const cache = new Map<string, RouteTraits>()

/** Returns the traits of a route. They are kept, one for each route of the catalogue. */
export const traitsOfRoute = (route: string): RouteTraits => {
  const traits = cache.get(route) ?? readTraits(route)
  cache.set(route, traits)
  return traits
}

const readTraits = (route: string): RouteTraits => {
  const [, resource, id, token] = /^\/(channels|guilds|webhooks)\/\{(\w+)\}(?:\/\{(\w+)\})?/.exec(route) ?? []
  return {
    template: route.replaceAll(FIELD, (_, field: string) => (field.endsWith("_id") ? ":id" : `:${field}`)),
    fields: [...route.matchAll(FIELD)].map((match) => match[1] ?? ""),
    major: id === undefined ? undefined : resource === "webhooks" && token !== undefined ? [id, token] : [id]
  }
}
