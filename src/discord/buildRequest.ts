import { Effect, Random } from "effect"
import type { RequestSummary } from "../errors/classifyResponse.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { createdAtMs } from "../objects/schema/snowflake.ts"
import { type OwnSecretsShape, secretIssue } from "../text/secrets.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { fieldsOf, pathOf, templateOf, traitsOfRoute } from "./DiscordRequest.ts"
import type { RateLimitKey } from "./rate-limit/Limits.ts"
import type { WireRequest } from "./Transport.ts"

/**
 * Encodes a request once for all attempts, unless it contains a secret of this server. A message gets its nonce here,
 * so Discord deduplicates its attempts.
 */
export const buildRequest = Effect.fnUntraced(function* (
  request: DiscordRequest,
  secrets?: OwnSecretsShape
): Effect.fn.Return<WireRequest, ValidationError> {
  const secret = secrets && pathOfSecret(request, secrets)
  if (secret !== undefined) return yield* new ValidationError({ validation_issues: [secretIssue(secret)] })
  const { body, files = [], form, headers, method, path, query, reason, repeat, route, subject } = request
  const unsendable = fieldsOf(route).filter((field) => !isSegment(path[field] ?? ""))
  if (LONE_SURROGATE.test(reason ?? "")) unsendable.push("reason")
  if (unsendable.length > 0) {
    const issue = { message: "contains characters that cannot be sent", code: "unsendable" }
    return yield* new ValidationError({ validation_issues: unsendable.map((path) => ({ path, ...issue })) })
  }
  return {
    method,
    path: pathOf(route, path),
    query: queryOf(query),
    body: repeat === "nonce" ? { ...Object(body), nonce: yield* nonce, enforce_nonce: true } : body,
    files,
    ...(form && { form }),
    ...(headers && { headers }),
    reason,
    authorized: subject === "bot"
  }
})

/** Returns the path of the field with a secret: in the URL, the body, the reason, or the names and bytes of files. */
const pathOfSecret = ({ body, files = [], path, query, reason }: DiscordRequest, secrets: OwnSecretsShape) =>
  secrets.find(
    path,
    query,
    body,
    { files: files.map(({ data: _, ...texts }) => texts), reason },
    { files: files.map(({ data }) => data) }
  )

/** Returns whether a value is one path segment. `.` and `..` change the path, even percent-encoded (WHATWG URL). */
const isSegment = (value: string): boolean =>
  value !== "" && value !== "." && value !== ".." && !LONE_SURROGATE.test(value)

/** Matches half of a surrogate pair, which cannot be encoded. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** The names of a request in the chain. */
export interface RequestNames {
  /** Method and route without ids: the key of the circuit, and the label in logs, metrics and spans. */
  readonly route: string
  /**
   * The key of the rate limit. Discord uses other buckets for deleting messages that are older than two
   * weeks or younger than ten seconds.
   */
  readonly limitKey: RateLimitKey
  /**
   * The route with the ids that decide whether Discord refuses the request: its channel, guild or webhook, else all
   * its ids.
   */
  readonly target: string
}

/** Returns the names of a request that is sent now. */
export const namesOf = ({ method, path, route, subject }: DiscordRequest, nowMs: number): RequestNames => {
  const { major, template } = traitsOfRoute(route)
  const name = `${method} ${template}`
  const message = path.message_id
  const age = name === "DELETE /channels/:id/messages/:id" && message !== undefined ? ` ${ageOf(message, nowMs)}` : ""
  const ids = major?.map((field) => path[field] ?? "").join("/")
  return {
    route: name,
    limitKey: {
      template: name + age,
      major: ids ?? "global",
      id: `${name}${age} ${ids ?? "global"}`,
      global: subject !== "interaction"
    },
    target: `${name} ${ids ?? Object.values(path).join("/")}`
  }
}

/** Summarizes a request for `classifyResponse`. */
export const summaryOf = (
  { accept = "json", method, path, repeat, route, subject }: DiscordRequest,
  attempt: number
): RequestSummary => ({
  method,
  route: templateOf(route),
  // Only failures need the ids.
  get ids() {
    const fields = fieldsOf(route).filter((field) => !field.endsWith("token"))
    return Object.fromEntries(fields.map((field) => [field, path[field] ?? ""]))
  },
  subject,
  accept,
  repeatable: repeat === "same",
  attempt
})

/** Makes a nonce of 24 characters of 0-9a-z, eight from each number. Discord allows 25. */
const nonce = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 8), 3), (numbers) =>
  numbers.map((number) => number.toString(36).padStart(8, "0")).join("")
)

const queryOf = (query: DiscordRequest["query"] = {}): URLSearchParams | undefined => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) parameters.append(name, String(one))
  }
  return parameters.size === 0 ? undefined : parameters
}

const ageOf = (messageId: string, nowMs: number): "old" | "new" | "recent" => {
  const age = nowMs - createdAtMs(messageId)
  return age > 14 * 86_400_000 ? "old" : age < 10_000 ? "new" : "recent"
}
