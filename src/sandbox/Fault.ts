import { Schema, Utils } from "effect"
import { type Buckets, rateLimited } from "./Buckets.ts"
import { json, type Reply, withHeaders } from "./discordError.ts"
import { operationOf, type Route } from "./Router.ts"

const optional = Schema.optional

const Positive = Schema.Int.pipe(Schema.positive())

const Headers = Schema.Record({ key: Schema.String, value: Schema.String })

const BreakPoint = Schema.Literal("headers", "body")

const Latency = Schema.Struct({ kind: Schema.Literal("latency"), ms: Schema.NonNegativeInt })

/** The effect on an HTTP request. Times are in milliseconds, except `retry_after`: seconds, as in Discord's API. */
const HttpEffect = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("status"),
    status: Schema.Int.pipe(Schema.between(200, 599)),
    /** Any JSON value. If `text` is set, it is sent unchanged instead. */
    body: optional(Schema.Unknown),
    text: optional(Schema.String),
    content_type: optional(Schema.String),
    headers: optional(Headers)
  }),
  Latency,
  Schema.Struct({
    kind: Schema.Literal("hang"),
    /** Before the headers (default), or in the middle of the body. */
    at: optional(BreakPoint),
    /** The time until the connection breaks. Default: it stays open until the client closes it. */
    ms: optional(Schema.NonNegativeInt)
  }),
  Schema.Struct({ kind: Schema.Literal("reset"), at: BreakPoint }),
  Schema.Struct({ kind: Schema.Literal("cut") }),
  Schema.Struct({
    kind: Schema.Literal("rate_limit"),
    scope: Schema.Literal("user", "global", "shared"),
    retry_after: Schema.NonNegative,
    headers: optional(Headers)
  }),
  Schema.Struct({
    kind: Schema.Literal("cloudflare"),
    page: Schema.Literal("1015", "1020", "banned"),
    retry_after: optional(Schema.NonNegative)
  }),
  /** The 202 of a search whose index is not ready. */
  Schema.Struct({
    kind: Schema.Literal("index_not_ready"),
    retry_after: optional(Schema.NonNegativeInt),
    documents_indexed: optional(Schema.NonNegativeInt)
  })
)
export type HttpEffect = typeof HttpEffect.Type

/** The effect on a payload of the gateway: `latency` delays it and every later one of its direction. */
const onlyGateway = [
  /** Closes the connection: with a close frame and this code (default 4000), or without a frame. */
  Schema.Struct({
    kind: Schema.Literal("disconnect"),
    code: optional(Schema.Int.pipe(Schema.between(1000, 4999))),
    frame: optional(Schema.Boolean)
  }),
  /** Asks the client to reconnect, and closes the connection `ms` later. */
  Schema.Struct({ kind: Schema.Literal("reconnect"), ms: optional(Schema.NonNegativeInt) }),
  Schema.Struct({ kind: Schema.Literal("invalid_session"), resumable: Schema.Boolean }),
  /** Neither sends nor handles the payload. */
  Schema.Struct({ kind: Schema.Literal("omit") }),
  Schema.Struct({ kind: Schema.Literal("duplicate") }),
  /** Sends the payload after the next one. */
  Schema.Struct({ kind: Schema.Literal("reorder") }),
  /** Leaves out sequence numbers after this payload. */
  Schema.Struct({ kind: Schema.Literal("gap"), by: Positive }),
  /** Asks for a heartbeat before the payload. */
  Schema.Struct({ kind: Schema.Literal("heartbeat") }),
  /** Sends an interaction to the application's endpoint with something wrong, or twice. */
  Schema.Struct({
    kind: Schema.Literal("forge"),
    part: Schema.Literal("signature", "timestamp", "body", "replay", "unsigned")
  })
] as const
const GatewayEffect = Schema.Union(Latency, ...onlyGateway)
export type GatewayEffect = typeof GatewayEffect.Type

const isHttp = Schema.is(HttpEffect)
const isGateway = Schema.is(GatewayEffect)

/** A fault: its effect, the requests that it matches, and the number of times it applies. */
export const Fault = Schema.Struct({
  match: optional(
    Schema.Struct({
      method: optional(Schema.String),
      /** A glob for the path without `/api/v10`. `*` matches one segment, `**` matches the rest. */
      path: optional(Schema.String),
      /** An operation of the sandbox: `POST /channels/:id/messages`. Matches no other operation with a similar path. */
      operation: optional(Schema.String),
      /**
       * A payload of the gateway instead of a request: the name of an event, `HELLO`, `HEARTBEAT_ACK`, `RECONNECT` or
       * `INVALID_SESSION`, or of the client `IDENTIFY`, `RESUME` or `HEARTBEAT`. `*` matches any part of a name.
       */
      gateway: optional(Schema.String)
    })
  ),
  /** The probability that the fault applies to a request that matches. The same seed has the same outcomes. Default 1. */
  probability: optional(Schema.Number.pipe(Schema.between(0, 1))),
  /** The number of matching requests that pass before the fault applies. Default 0. */
  after: optional(Schema.NonNegativeInt),
  /** The number of requests that the fault applies to. Default 1. */
  times: optional(Schema.Union(Positive, Schema.Literal("forever"))),
  /** Whether the request is executed before the fault applies to its response. */
  after_effect: optional(Schema.Boolean),
  do: Schema.Union(...HttpEffect.members, ...onlyGateway)
}).pipe(
  Schema.filter(({ do: effect, match }) => {
    const isOnGateway = match?.gateway !== undefined
    if (isOnGateway ? isGateway(effect) : isHttp(effect)) return undefined
    const message = isOnGateway
      ? `"${String(effect.kind)}" is no effect on the gateway. Remove match.gateway.`
      : `"${String(effect.kind)}" is an effect on the gateway. Set match.gateway to the name of a payload.`
    return { path: ["do", "kind"], message }
  })
)
export type Fault = typeof Fault.Type

/** Faults in sequence. Each one starts when the previous one is used up. */
export const Script = Schema.Struct({ script: Schema.NonEmptyArray(Fault) })
export type Script = typeof Script.Type

/** A fault, the number of times it still applies, and the faults that follow it. */
interface PendingFault {
  readonly fault: Fault
  readonly left: number | "forever"
  /** Matching requests that still pass before the fault applies. */
  readonly passing: number
  readonly next: ReadonlyArray<Fault>
}

/** The parts of a request that a fault can match. */
interface RequestTarget {
  readonly method: string
  readonly path: string
  readonly operation: string | undefined
}

/** A fault with the effect on its kind of target. */
interface Taken<Effect> {
  readonly after_effect?: boolean | undefined
  readonly do: Effect
}

/** The pending faults, in the order in which they were injected. */
export class Faults {
  #pending: ReadonlyArray<PendingFault> = []
  readonly #random: Utils.PCGRandom

  constructor(seed = 1) {
    this.#random = new Utils.PCGRandom(seed)
  }

  inject({ script: [first, ...next] }: Script): void {
    this.#pending = [...this.#pending, pendingOf(first, next)]
  }

  clear(): void {
    this.#pending = []
  }

  get pending(): ReadonlyArray<PendingFault> {
    return this.#pending
  }

  /** Returns the first fault that applies to a request, and counts it. */
  take(request: RequestTarget): Taken<HttpEffect> | undefined {
    const fault = this.#take(({ match }) => match?.gateway === undefined && matches(match, request))
    return fault !== undefined && isHttp(fault.do) ? { ...fault, do: fault.do } : undefined
  }

  /** Returns the first fault that applies to a payload of the gateway, and counts it. */
  takeForGateway(payload: string): Taken<GatewayEffect> | undefined {
    const fault = this.#take(({ match }) => match?.gateway !== undefined && glob(match.gateway).test(payload))
    return fault !== undefined && isGateway(fault.do) ? { ...fault, do: fault.do } : undefined
  }

  /** A matching fault that does not apply yet lets the request pass. */
  #take(isMatch: (fault: Fault) => boolean): Fault | undefined {
    if (this.#pending.length === 0) return undefined
    let hit: Fault | undefined
    this.#pending = this.#pending.flatMap((fault) => {
      if (hit !== undefined || !isMatch(fault.fault)) return fault
      if (fault.passing > 0) return { ...fault, passing: fault.passing - 1 }
      if (fault.fault.probability !== undefined && this.#random.number() >= fault.fault.probability) return fault
      hit = fault.fault
      return consumeOne(fault)
    })
    return hit
  }
}

/** Returns the operations that faults name and no route has. A fault with such an operation would never apply. */
export const unknownOperations = (
  scripts: ReadonlyArray<Script>,
  routes: ReadonlyArray<Route>
): ReadonlyArray<string> => {
  const operations = new Set(routes.map(({ operation }) => operation))
  return scripts
    .flatMap(({ script }) => script.flatMap(({ match }) => match?.operation ?? []))
    .filter((operation) => !operations.has(operationOf(operation)))
}

const pendingOf = (fault: Fault, next: ReadonlyArray<Fault>): PendingFault => ({
  fault,
  left: fault.times ?? 1,
  passing: fault.after ?? 0,
  next
})

const consumeOne = (pending: PendingFault): ReadonlyArray<PendingFault> => {
  if (pending.left === "forever") return [pending]
  if (pending.left > 1) return [{ ...pending, left: pending.left - 1 }]
  const [first, ...next] = pending.next
  return first === undefined ? [] : [pendingOf(first, next)]
}

const matches = (match: Fault["match"], { method, operation, path }: RequestTarget): boolean =>
  (match?.method === undefined || match.method.toUpperCase() === method) &&
  (match?.path === undefined || glob(match.path).test(path)) &&
  (match?.operation === undefined || operationOf(match.operation) === operation)

const glob = (pattern: string): RegExp => {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*"
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
  })
  return new RegExp(`^${parts.join("")}$`)
}

/** The parts of a request that the response of a fault depends on. */
interface FaultedRequest {
  readonly buckets: Buckets
  readonly operation: string
  readonly major: string
  readonly nowMs: number
}

type Of<K extends HttpEffect["kind"]> = Extract<HttpEffect, { readonly kind: K }>

/** Returns the response that the fault describes. */
export const statusReply = (effect: Of<"status">): Reply => {
  const type = effect.content_type ?? (effect.text === undefined ? "application/json" : "text/plain")
  const body = effect.text ?? (effect.body === undefined ? "" : JSON.stringify(effect.body))
  return { status: effect.status, headers: { ...(body !== "" && { "content-type": type }), ...effect.headers }, body }
}

/**
 * Returns a 429 as Discord sends it in each scope. The bucket of a shared limit
 * is not empty, so its reset does not replace `Retry-After`.
 */
export const rateLimitReply = (
  effect: Of<"rate_limit">,
  { buckets, major, nowMs, operation }: FaultedRequest
): Reply => {
  const bucket = {
    user: () => buckets.exhaustedHeaders(operation, effect.retry_after * 1000, nowMs),
    shared: () => buckets.headers(operation, major, nowMs),
    global: () => ({})
  }
  return withHeaders(rateLimited(effect.scope, effect.retry_after, bucket[effect.scope]()), effect.headers ?? {})
}

/** Returns a Cloudflare response. It has no rate-limit headers. */
export const cloudflareReply = (effect: Of<"cloudflare">): Reply =>
  withHeaders(pages[effect.page], {
    server: "cloudflare",
    ...(effect.retry_after !== undefined && { "retry-after": String(Math.ceil(effect.retry_after)) })
  })

/** Returns the response of a search without an index (Discord docs, search guild messages). */
export const notReadyReply = ({ documents_indexed = 0, retry_after = 2 }: Of<"index_not_ready">): Reply =>
  json(202, { message: "Index not yet available. Try again later", code: 110000, documents_indexed, retry_after })

/** The response that breaks in the middle if the request is not executed. */
export const placeholderReply: Reply = json(200, { sandbox: "half of an answer ".repeat(16) })

const html = (title: string, code: number) =>
  `<!DOCTYPE html><html><head><title>${title} | discord.com used Cloudflare to restrict access</title></head>` +
  `<body><h1>Error ${code}</h1><p>error code: ${code}</p></body></html>`

const pages: Readonly<Record<Of<"cloudflare">["page"], Reply>> = {
  "1015": { status: 429, headers: { "content-type": "text/plain" }, body: "error code: 1015" },
  "1020": { status: 403, headers: { "content-type": "text/html" }, body: html("Access denied", 1020) },
  banned: json(429, {
    message:
      "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. " +
      "Please read our docs at https://discord.com/developers/docs/topics/rate-limits to prevent this moving forward.",
    code: 0
  })
}
