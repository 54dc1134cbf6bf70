/** The state of a bucket as text, for replicas that share it. */
import { Option, Schema } from "effect"
import type { BucketState } from "./Bucket.ts"

/** A number that is `extreme` where JSON has null. */
const orNull = (extreme: number) =>
  Schema.transform(Schema.NullOr(Schema.Number), Schema.Number, {
    strict: true,
    decode: (value) => value ?? extreme,
    encode: (value) => (value === extreme ? null : value)
  })

const Time = orNull(Number.NEGATIVE_INFINITY)

const Request = Schema.Struct({ sentAt: Schema.Number, order: Schema.Number, concurrent: Schema.Number })

const Observation = Schema.Struct({
  request: Request,
  headers: Schema.Struct({
    bucket: Schema.UndefinedOr(Schema.String),
    limit: Schema.Number,
    remaining: Schema.Number,
    resetAfterMs: Schema.Number
  }),
  at: Schema.Number,
  sent: Schema.Number
})

const State: Schema.Schema<BucketState, string> = Schema.parseJson(
  Schema.Struct({
    requests: Schema.Struct({
      inFlight: Schema.Array(Request),
      ends: Schema.Array(Schema.Number),
      sent: Schema.Number,
      lastEndedAt: Time
    }),
    limit: Schema.UndefinedOr(orNull(Number.POSITIVE_INFINITY)),
    windowMs: Schema.Number,
    proven: Schema.Number,
    resetAt: Time,
    refillsWhole: Schema.Boolean,
    blockedUntil: Time,
    latest: Schema.UndefinedOr(Observation),
    lowest: Schema.UndefinedOr(Observation)
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

const newestOf = ({ latest, requests }: BucketState): number =>
  Math.max(requests.inFlight.at(-1)?.sentAt ?? 0, requests.lastEndedAt, latest?.at ?? 0)
