/**
 * The state of Discord's limits that the replicas of a server share. The store only keeps
 * states and exchanges them atomically. `ReplicaLimits` has the rules.
 */
import { type Effect, Option, Schema } from "effect"
import type { BucketState } from "./Bucket.ts"

/** The scope of the limit that blocks a route. */
export type RouteBlockScope = "user" | "shared"

/** The stored state of a bucket. Every change gives it a new version. A missing state has no version. */
export interface StoredBucket {
  readonly version: string
  readonly state: string
}

/** The key of a change: a route with its major parameter, and its known bucket. */
export interface SharedKey {
  readonly template: string
  readonly major: string
  /** The bucket in the responses. */
  readonly bucket: string | undefined
}

/** Returns the name of a bucket in the store: its route, until a response names the bucket. */
export const nameOf = ({ bucket, major, template }: SharedKey): string => `${bucket ?? template} ${major}`

/** A change of a bucket. The store applies it only if the stored version is `from`. */
export interface Exchange {
  readonly key: SharedKey
  readonly from: string
  readonly to: StoredBucket
  /** The time that the store keeps the state. */
  readonly lifeMs: number
}

/** A request for admission. Without `to`, the store only reads the stored state. */
export interface SharedStart extends Omit<Exchange, "to"> {
  readonly to: StoredBucket | undefined
  /** The global limit; `undefined` if it does not count the request. */
  readonly global: { readonly id: string; readonly perSecond: number } | undefined
}

/** The end of a request. */
export interface SharedEnd extends Exchange {
  /** Whether the response names the bucket of `key`. Only then do all replicas use that bucket for the route. */
  readonly namesBucket: boolean
  /** The request's id in the global limit. */
  readonly globalId: string | undefined
  /** Set for a 429 about only the route. */
  readonly block: { readonly ms: number; readonly scope: RouteBlockScope } | undefined
  /** Set for a 429 about all routes. */
  readonly globalBlockMs: number | undefined
}

/** The result of an admission. */
export type StartAnswer =
  | { readonly _tag: "started" }
  /** The stored state differs from `from`. */
  | { readonly _tag: "changed"; readonly stored: StoredBucket }
  /** Responses to another replica name another bucket. */
  | { readonly _tag: "named"; readonly bucket: string }
  | { readonly _tag: "blocked"; readonly ms: number; readonly scope: RouteBlockScope }
  /** The wait if no request ends, and the minimum wait. */
  | { readonly _tag: "global"; readonly ms: number; readonly minimumMs: number }

/** The result of a change. */
export type EndAnswer = { readonly _tag: "ended" } | { readonly _tag: "changed"; readonly stored: StoredBucket }

/** An answer, with the store's time in milliseconds. */
export interface Stamped<Answer> {
  readonly answer: Answer
  readonly at: number
}

/** The invalid requests of the last ten minutes. */
export interface InvalidCounts {
  /** Those of all clients. */
  readonly all: number
  /** Those of one client. */
  readonly own: number
}

/** The store. Every answer is `undefined` while the store is unavailable. */
export interface LimitsStore {
  readonly start: (start: SharedStart) => Effect.Effect<Stamped<StartAnswer> | undefined>
  readonly end: (end: SharedEnd) => Effect.Effect<Stamped<EndAnswer> | undefined>
  /** Adds to the invalid requests of a client in the last ten minutes. Returns its number and that of all clients. */
  readonly countInvalid: (more: 0 | 1, client: string | undefined) => Effect.Effect<InvalidCounts | undefined>
}

/** A number that is `extreme` where JSON has null. */
const orNull = (extreme: number) =>
  Schema.transform(Schema.NullOr(Schema.Number), Schema.Number, {
    strict: true,
    decode: (value) => value ?? extreme,
    encode: (value) => (value === extreme ? null : value)
  })

const Time = orNull(Number.NEGATIVE_INFINITY)

const State: Schema.Schema<BucketState, string> = Schema.parseJson(
  Schema.Struct({
    inFlight: Schema.Array(Schema.Struct({ sentAt: Schema.Number, order: Schema.Number, concurrent: Schema.Number })),
    sent: Schema.Number,
    lastEndedAt: Time,
    limit: Schema.UndefinedOr(orNull(Number.POSITIVE_INFINITY)),
    windowMs: Schema.Number,
    proven: Schema.Number,
    resetAt: Time,
    blockedUntil: Time,
    latest: Schema.Number
  })
)

/** Encodes a state. */
export const encodeState: (state: BucketState) => string = Schema.encodeSync(State)

const decode = Schema.decodeUnknownOption(State)

/**
 * Parses a state. Returns `undefined` for an invalid text. Also returns `undefined` for times after
 * `now`, which show that the clock was set back.
 */
export const decodeState = (text: string, now: number): BucketState | undefined =>
  Option.getOrUndefined(Option.filter(decode(text), (state) => newestOf(state) <= now + TOLERANCE_MS))

/** A response has the latest possible time of the store, so its time may be ahead by the latency of the store. */
const TOLERANCE_MS = 1000

const newestOf = ({ inFlight, lastEndedAt }: BucketState): number => Math.max(inFlight.at(-1)?.sentAt ?? 0, lastEndedAt)
