import { Effect, Random } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { RequestSummary } from "../errors/classifyResponse.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { fieldsOf, majorOf, pathOf, templateOf } from "./Route.ts"
import type { RateLimitKey } from "./rate-limit/RateLimitKey.ts"
import type { WireRequest } from "./Transport.ts"

/** What is sent, the same in every try: a message gets its nonce here, once per call, and is one message as far as Discord's check of it is atomic. */
export const buildRequest = (request: DiscordRequest): Effect.Effect<WireRequest, ValidationError> => {
  const unsendable = [
    ...fieldsOf(request.route).filter((field) => !isSegment(request.path[field] ?? "")),
    ...(LONE_SURROGATE.test(request.reason ?? "") ? ["reason"] : [])
  ]
  if (unsendable.length > 0) {
    const issue = { message: "cannot be sent as it is", code: "unsendable" }
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

/** Whether a value stays in its place in the path: dots alone walk along it, however they are encoded (WHATWG URL). */
const isSegment = (value: string): boolean =>
  value !== "" && value !== "." && value !== ".." && !LONE_SURROGATE.test(value)

/** Half a character: there is no encoding of it. */
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * The line a request stands in. Discord counts deletions of messages in other
 * buckets when the message is older than two weeks or younger than ten seconds.
 */
export const rateLimitKeyOf = (request: DiscordRequest, nowMs: number): RateLimitKey => {
  const template = `${request.method} ${templateOf(request.route)}`
  const message = request.path.message_id
  const suffix =
    template === "DELETE /channels/:id/messages/:id" && message !== undefined ? ` ${ageOf(message, nowMs)}` : ""
  return {
    template: template + suffix,
    major: majorOf(request.route, request.path),
    global: request.subject !== "interaction"
  }
}

/** What was asked, for the classifier. */
export const askedOf = (
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

/** 24 characters of 0-9a-z: Discord takes up to 25. */
const nonce = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36), 24), (digits) =>
  digits.map((digit) => digit.toString(36)).join("")
)

const queryOf = (query: DiscordRequest["query"]): URLSearchParams | undefined => {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)] satisfies [string, string])
  )
  return given.length === 0 ? undefined : new URLSearchParams(given)
}

const DISCORD_EPOCH_MS = 1_420_070_400_000

const ageOf = (messageId: string, nowMs: number): "old" | "new" | "recent" => {
  const age = nowMs - (Number(BigInt(messageId) >> 22n) + DISCORD_EPOCH_MS)
  return age > 14 * 86_400_000 ? "old" : age < 10_000 ? "new" : "recent"
}
