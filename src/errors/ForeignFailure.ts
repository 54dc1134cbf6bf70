import { Data, Schema } from "effect"
import { DiscordMcpError } from "./DiscordMcpError.ts"
import { PROXY_CODE } from "./proxyFailure.ts"

/** The kinds of failure of third-party code. `internal` is a bug: report it, do not handle it. */
export type ForeignKind =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "validation"
  | "conflict"
  | "rate_limited"
  | "timeout"
  | "unavailable"
  | "internal"

/** A failure of third-party code: a file read, a download, a library's promise. Only these fields are kept. */
export class ForeignFailure extends Data.TaggedError("ForeignFailure")<{
  readonly kind: ForeignKind
  /** The system's or library's own code, such as `ECONNREFUSED`. */
  readonly code: string | undefined
  readonly message: string
}> {}

/**
 * Classifies a value that third-party code throws. Our own errors are returned unchanged.
 * Otherwise the first match counts: the constructor's name, error texts of systems and
 * providers, common words, an abort. Anything else is a bug.
 */
export const classifyForeign = (thrown: unknown): DiscordMcpError | ForeignFailure => {
  if (isDiscordMcpError(thrown)) return thrown
  const { codes, name, texts } = readThrown(thrown)
  const failure = (kind: ForeignKind) => new ForeignFailure({ kind, code: codes[0], message: texts[0] ?? "" })

  const byConstructor = constructors.get(name)
  if (byConstructor !== undefined) return failure(byConstructor)
  const haystack = [...codes, name, ...texts]
  const byProvider = firstMatch(providerPatterns, haystack)
  if (byProvider !== undefined) return failure(byProvider)
  // The message of a TypeError describes our code, so its words say nothing about the cause.
  if (name === "TypeError") return failure("internal")
  return failure(firstMatch(commonPatterns, haystack) ?? (name === "AbortError" ? "timeout" : "internal"))
}

/** Classifies a bare error text by its words; `undefined` if no word matches. */
export const foreignKindOfText = (text: string): ForeignKind | undefined =>
  firstMatch(providerPatterns, [text]) ?? firstMatch(commonPatterns, [text])

const isDiscordMcpError = Schema.is(DiscordMcpError)

type Pattern = readonly [RegExp, ForeignKind]

const constructors: ReadonlyMap<string, ForeignKind> = new Map([
  ["SyntaxError", "validation"],
  ["RangeError", "validation"],
  ["URIError", "validation"],
  ["ZodError", "validation"],
  ["ParseError", "validation"],
  ["ReferenceError", "internal"],
  ["EvalError", "internal"],
  ["AggregateError", "internal"]
])

/** Error texts of systems and providers. They are more specific than common words, so they are tried first. */
const providerPatterns: ReadonlyArray<Pattern> = [
  [new RegExp(`^${PROXY_CODE}`), "unavailable"],
  [/ThrottlingException|TooManyRequestsException/, "rate_limited"],
  [/AccessDenied|UnauthorizedOperation/, "forbidden"],
  [/ResourceNotFoundException/, "not_found"],
  [/status code 401/i, "unauthorized"],
  [/status code 403/i, "forbidden"],
  [/status code 404/i, "not_found"],
  [/status code 409/i, "conflict"],
  [/status code 429/i, "rate_limited"],
  [/status code 5\d\d/i, "unavailable"],
  [/ECONNREFUSED|connection refused/i, "unavailable"],
  [/ETIMEDOUT|UND_ERR_\w*TIMEOUT|connection timeout/i, "timeout"],
  [/unique constraint|duplicate key/i, "conflict"],
  [/foreign key constraint/i, "validation"],
  [/JWT expired/i, "unauthorized"],
  [/row level security/i, "forbidden"],
  [/insufficient_quota|quota exceeded/i, "rate_limited"],
  [/model_not_found/i, "not_found"],
  [/context_length_exceeded/i, "validation"],
  [/ENOTFOUND|EAI_AGAIN|\bDNS\b/, "unavailable"],
  [/ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ECONNABORTED|connection reset|UND_ERR_\w+/i, "unavailable"],
  [/CERT_|_CERT\b|ERR_TLS_|UNABLE_TO_\w+/, "unavailable"],
  [/\bENOENT\b/, "not_found"],
  [/\b(EACCES|EPERM)\b/, "forbidden"],
  [/\bEEXIST\b/, "conflict"]
]

/** Common words of messages and names. */
const commonPatterns: ReadonlyArray<Pattern> = [
  [
    /unauthorized|unauthenticated|not\s+authorized|not.*logged.*in|invalid[\s_-]+token|expired[\s_-]+token/i,
    "unauthorized"
  ],
  [/permission|forbidden|access.*denied|not.*allowed/i, "forbidden"],
  [/not found|no such|doesn't exist|couldn't find/i, "not_found"],
  [
    /invalid|validation|malformed|bad request|wrong format|missing\s+(?:required|param|field|input|value|arg)/i,
    "validation"
  ],
  [/conflict|already exists|duplicate|unique constraint/i, "conflict"],
  [/rate limit|too many requests|throttled/i, "rate_limited"],
  [/timeout|timed out|deadline exceeded/i, "timeout"],
  [/abort(ed)?|cancell?ed/i, "timeout"],
  [/service unavailable|bad gateway|gateway timeout|upstream error/i, "unavailable"],
  [/zod|schema validation/i, "validation"]
]

const firstMatch = (patterns: ReadonlyArray<Pattern>, haystack: ReadonlyArray<string>): ForeignKind | undefined =>
  patterns.find(([pattern]) => haystack.some((text) => pattern.test(text)))?.[1]

/** The maximum number of causes that are followed. A longer chain is a loop. */
const MAX_CAUSES = 5

/** Collects the name, codes and messages of a thrown value and of its causes. */
const readThrown = (thrown: unknown) => {
  const codes: Array<string> = []
  const texts: Array<string> = []
  let name = ""
  for (let at = thrown, depth = 0; at !== undefined && at !== null && depth < MAX_CAUSES; depth++) {
    if (typeof at !== "object") {
      texts.push(String(at))
      break
    }
    if (depth === 0) name = nameOf(at)
    if ("code" in at && typeof at.code === "string") codes.push(at.code)
    if ("message" in at && typeof at.message === "string") texts.push(at.message)
    at = "cause" in at ? at.cause : undefined
  }
  return { name, codes, texts }
}

/** Returns the `name` of a thrown object, else its constructor's name. An object without a prototype has neither. */
const nameOf = (thrown: object): string => {
  if ("name" in thrown && typeof thrown.name === "string") return thrown.name
  const { constructor: made }: { readonly constructor?: unknown } = thrown
  return typeof made === "function" ? made.name : ""
}
