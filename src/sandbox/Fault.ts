import { Schema } from "effect"
import { operationOf, type Route } from "./Router.ts"

const optional = Schema.optional

const Positive = Schema.Int.pipe(Schema.positive())

const Headers = Schema.Record({ key: Schema.String, value: Schema.String })

const BreakPoint = Schema.Literal("headers", "body")

/** What goes wrong. Times are milliseconds, except `retry_after`: seconds, as Discord has it. */
export const FaultEffect = Schema.Union(
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
  Schema.Struct({ kind: Schema.Literal("hang"), at: BreakPoint }),
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
  /** The 202 of a search whose index is still being made. */
  Schema.Struct({
    kind: Schema.Literal("index_not_ready"),
    retry_after: optional(Schema.NonNegativeInt),
    documents_indexed: optional(Schema.NonNegativeInt)
  })
)
export type FaultEffect = typeof FaultEffect.Type

/** Something to go wrong, for which requests and how often. */
export const Fault = Schema.Struct({
  match: optional(
    Schema.Struct({
      method: optional(Schema.String),
      /** A glob on the path without `/api/v10`: `*` is one segment, `**` is any rest. */
      path: optional(Schema.String),
      /** An operation the sandbox knows, and no other whose path looks alike: `POST /channels/:id/messages`. */
      operation: optional(Schema.String)
    })
  ),
  /** How many requests that match pass before it begins; 0 when left out. */
  after: optional(Schema.NonNegativeInt),
  /** How many requests it spoils; 1 when left out. */
  times: optional(Schema.Union(Positive, Schema.Literal("forever"))),
  /** Whether the request is carried out before its answer is spoiled. */
  after_effect: optional(Schema.Boolean),
  do: FaultEffect
})
export type Fault = typeof Fault.Type

/** Faults one after another: each begins when the one before it is used up. */
export const Script = Schema.Struct({ script: Schema.NonEmptyArray(Fault) })
export type Script = typeof Script.Type

/** A fault with what is left of it, and the faults that follow when nothing is. */
export interface PendingFault {
  readonly fault: Fault
  readonly left: number | "forever"
  /** Requests that still pass before it begins. */
  readonly passing: number
  readonly next: ReadonlyArray<Fault>
}

/** A request as far as faults are about it. */
export interface FaultTarget {
  readonly method: string
  readonly path: string
  readonly operation: string | undefined
}

/** The faults still to come, in the order they were asked for. */
export class Faults {
  #pending: ReadonlyArray<PendingFault> = []

  inject({ script: [first, ...next] }: Script): void {
    this.#pending = [...this.#pending, pendingOf(first, next)]
  }

  clear(): void {
    this.#pending = []
  }

  get pending(): ReadonlyArray<PendingFault> {
    return this.#pending
  }

  /** The first fault that is due for this request, once less from now on. One that is not due yet has seen it pass. */
  take(request: FaultTarget): Fault | undefined {
    let hit: Fault | undefined
    this.#pending = this.#pending.flatMap((it) => {
      if (hit !== undefined || !matches(it.fault, request)) return it
      if (it.passing > 0) return { ...it, passing: it.passing - 1 }
      hit = it.fault
      return consumeOne(it)
    })
    return hit
  }
}

/** The operations that faults name and that no route has: such a fault would silently do nothing. */
export const unknownOperations = (
  scripts: ReadonlyArray<Script>,
  routes: ReadonlyArray<Route>
): ReadonlyArray<string> => {
  const known = new Set(routes.map(({ operation }) => operation))
  return scripts
    .flatMap(({ script }) => script.flatMap(({ match }) => match?.operation ?? []))
    .filter((operation) => !known.has(operationOf(operation)))
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

const matches = ({ match }: Fault, { method, operation, path }: FaultTarget): boolean =>
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
