import { Effect, Random } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { RequestSummary } from "../errors/classifyResponse.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { fieldsOf, majorOf, pathOf, templateOf } from "./Route.ts"
import type { RateLimitKey } from "./rate-limit/Limits.ts"
import { createdAtMs } from "./snowflake.ts"
import type { WireRequest } from "./Transport.ts"

/** Encodes a request once for all attempts. A message gets its nonce here, so Discord deduplicates its attempts. */
export const buildRequest = (request: DiscordRequest): Effect.Effect<WireRequest, ValidationError> => {
  const unsendable = [
    ...fieldsOf(request.route).filter((field) => !isSegment(request.path[field] ?? "")),
    ...(LONE_SURROGATE.test(request.reason ?? "") ? ["reason"] : [])
  ]
  if (unsendable.length > 0) {
    const issue = { message: "contains characters that cannot be sent", code: "unsendable" }
    return new ValidationError({ validation_issues: unsendable.map((path) => ({ path, ...issue })) })
  }
  const wire: WireRequest = {
    method: request.method,
    path: pathOf(request.route, request.path),
    query: queryOf(request.query),
    body: request.body,
    files: request.files ?? [],
    ...(request.form && { form: request.form }),
    ...(request.headers && { headers: request.headers }),
    reason: request.reason,
    authorized: request.subject === "bot"
  }
  return request.repeat === "nonce"
    ? Effect.map(nonce, (nonce) => ({ ...wire, body: { ...Object(request.body), nonce, enforce_nonce: true } }))
    : Effect.succeed(wire)
}

/** Returns whether a value is one path segment. `.` and `..` change the path, even percent-encoded (WHATWG URL). */
const isSegment = (value: string): boolean =>
  value !== "" && value !== "." && value !== ".." && !LONE_SURROGATE.test(value)

/** Matches half of a surrogate pair, which cannot be encoded. */
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Returns the rate limit key of a request. Discord uses other buckets for deleting
 * messages that are older than two weeks or younger than ten seconds.
 */
export const rateLimitKeyOf = (request: DiscordRequest, nowMs: number): RateLimitKey => {
  const template = `${request.method} ${templateOf(request.route)}`
  const message = request.path.message_id
  const suffix =
    template === "DELETE /channels/:id/messages/:id" && message !== undefined ? ` ${ageOf(message, nowMs)}` : ""
  const major = majorOf(request.route, request.path)
  return {
    template: template + suffix,
    major,
    id: `${template}${suffix} ${major}`,
    global: request.subject !== "interaction"
  }
}

/**
 * Returns the route of a request with the ids that decide whether Discord refuses it: its channel, guild or
 * webhook, else all its ids.
 */
export const targetOf = ({ method, path, route }: DiscordRequest): string => {
  const major = majorOf(route, path)
  return `${method} ${templateOf(route)} ${major === "global" ? Object.values(path).join("/") : major}`
}

/** Summarizes a request for `classifyResponse`. */
export const summaryOf = (
  { accept = "json", method, path, repeat, route, subject }: DiscordRequest,
  attempt: number
): RequestSummary => ({
  method,
  route: templateOf(route),
  ids: Object.fromEntries(
    fieldsOf(route)
      .filter((field) => !field.endsWith("token"))
      .map((field) => [field, path[field] ?? ""])
  ),
  subject,
  accept,
  repeatable: repeat === "same",
  attempt
})

/** Makes a nonce of 24 characters of 0-9a-z, eight from each number. Discord allows 25. */
const nonce = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 8), 3), (numbers) =>
  numbers.map((number) => number.toString(36).padStart(8, "0")).join("")
)

const queryOf = (query: DiscordRequest["query"]): URLSearchParams | undefined => {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)] satisfies [string, string])
  )
  return given.length === 0 ? undefined : new URLSearchParams(given)
}

const ageOf = (messageId: string, nowMs: number): "old" | "new" | "recent" => {
  const age = nowMs - createdAtMs(messageId)
  return age > 14 * 86_400_000 ? "old" : age < 10_000 ? "new" : "recent"
}
