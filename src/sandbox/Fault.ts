import { Schema } from "effect"

const optional = Schema.optional

const Positive = Schema.Int.pipe(Schema.positive())

const Headers = Schema.Record({ key: Schema.String, value: Schema.String })

const Place = Schema.Literal("headers", "body")

/** What goes wrong. Times are milliseconds, except `retry_after`: seconds, as Discord has it. */
export const Harm = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("status"),
    status: Schema.Int.pipe(Schema.between(200, 599)),
    /** Any JSON value; `text` instead is sent as it is. */
    body: optional(Schema.Unknown),
    text: optional(Schema.String),
    content_type: optional(Schema.String),
    headers: optional(Headers)
  }),
  Schema.Struct({ kind: Schema.Literal("latency"), ms: Schema.NonNegativeInt }),
  Schema.Struct({ kind: Schema.Literal("hang"), at: Place }),
  Schema.Struct({ kind: Schema.Literal("reset"), at: Place }),
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
  /** The 202 of a search whose index is still being made. */
  Schema.Struct({
    kind: Schema.Literal("index_not_ready"),
    retry_after: optional(Schema.NonNegativeInt),
    documents_indexed: optional(Schema.NonNegativeInt)
  })
)
export type Harm = typeof Harm.Type

/** Something to go wrong, for which requests and how often. */
export const Fault = Schema.Struct({
  match: optional(
    Schema.Struct({
      method: optional(Schema.String),
      /** A glob on the path without `/api/v10`: `*` is one segment, `**` is any rest. */
      path: optional(Schema.String)
    })
  ),
  /** How many requests it spoils; 1 when left out. */
  times: optional(Positive),
  /** Whether the request is carried out before its answer is spoiled. */
  after_effect: optional(Schema.Boolean),
  do: Harm
})
export type Fault = typeof Fault.Type

/** A fault with what is left of it. */
export interface Pending {
  readonly fault: Fault
  readonly left: number
}

/** The faults still to come, in the order they were asked for. */
export class Faults {
  #pending: ReadonlyArray<Pending> = []

  inject(fault: Fault): void {
    this.#pending = [...this.#pending, { fault, left: fault.times ?? 1 }]
  }

  clear(): void {
    this.#pending = []
  }

  get pending(): ReadonlyArray<Pending> {
    return this.#pending
  }

  /** The first fault for this request, once less from now on. */
  take(method: string, path: string): Fault | undefined {
    const hit = this.#pending.find(({ fault }) => matches(fault, method, path))
    if (hit === undefined) return undefined
    this.#pending = this.#pending
      .map((it) => (it === hit ? { ...it, left: it.left - 1 } : it))
      .filter((it) => it.left > 0)
    return hit.fault
  }
}

const matches = ({ match }: Fault, method: string, path: string): boolean =>
  (match?.method === undefined || match.method.toUpperCase() === method) &&
  (match?.path === undefined || glob(match.path).test(path))

const glob = (pattern: string): RegExp => {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return ".*"
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
  })
  return new RegExp(`^${parts.join("")}$`)
}
