/**
 * The buckets that replicas share. Each replica applies the rules of `Bucket` to the stored state. It
 * stores the result unless another replica was faster. So all replicas see each request from the
 * moment it is sent, and each response.
 */
import { Effect, identity, Random } from "effect"
import { withMonotonicMs } from "../../resilience/monotonic.ts"
import { Bucket } from "./Bucket.ts"
import { BucketCopies, type BucketCopy } from "./BucketCopies.ts"
import type { SentRequest } from "./CountedRequests.ts"
import {
  type Exchange,
  type LimitsStore,
  nameOf,
  type SharedEnd,
  type SharedKey,
  type Stamped,
  type StoredBucket
} from "./LimitsStore.ts"
import type { RateLimitHeaders } from "./RateLimitHeaders.ts"
import type { RateLimitKey } from "./RateLimitKey.ts"
import type { RouteBlockScope } from "./RouteBlocks.ts"
import { StoreClock } from "./StoreClock.ts"
import { decodeState, encodeState } from "./storedState.ts"

/** A request that all replicas count. */
export interface SharedRequest {
  readonly key: SharedKey
  readonly request: SentRequest
  readonly globalId: string | undefined
}

/** Whether a request may be sent. */
export type Admission =
  | { readonly _tag: "started"; readonly request: SharedRequest }
  | { readonly _tag: "named"; readonly bucket: string }
  | { readonly _tag: "blocked"; readonly ms: number; readonly scope: RouteBlockScope }
  | SharedWait
  /** The store is unavailable, so this process decides alone. */
  | { readonly _tag: "away" }

/** A limit delays the request. */
export interface SharedWait {
  readonly _tag: "wait"
  readonly scope: "user" | "global"
  /** The wait, if nothing changes. */
  readonly ms: number
  /** The minimum wait. */
  readonly leastMs: number
  /** The time after which to ask again, because another replica may change the state sooner. */
  readonly recheckMs: number
}

/** The facts of a response that all replicas need. */
export interface SharedOutcome {
  readonly response: "none" | "limited" | "other"
  readonly headers: RateLimitHeaders | undefined
  readonly isUnlimited: boolean
  /** Set for a 429 about the bucket. */
  readonly blockMs: number | undefined
  readonly routeBlock: SharedEnd["block"]
  readonly globalBlockMs: number | undefined
}

export interface SharedBuckets {
  /** Decides whether a request may be sent. `restore` makes the waits between the exchanges interruptible. */
  readonly admit: (key: RateLimitKey, bucket: string | undefined, restore: Restore) => Effect.Effect<Admission>
  /** Records that a request has ended. `bucket` is the bucket that responses have named until now. */
  readonly settle: (request: SharedRequest, bucket: string | undefined, outcome: SharedOutcome) => Effect.Effect<void>
}

/** The interval of further checks while other replicas have requests in flight. */
const RECHECK_MS = 50

/** The interval of further checks while the global limit delays the call. A request counts for a second after its end. */
const GLOBAL_RECHECK_MS = 1000

/** The maximum number of attempts to start a request, because another replica may be faster. The caller asks again. */
const START_ATTEMPTS_MAX = 10

/** The maximum number of attempts to end a request. No other attempt follows. */
const END_ATTEMPTS_MAX = 50

/** Makes an effect interruptible where the caller is. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes the shared buckets over a store. */
export const make = (store: LimitsStore, globalPerSecond: number): SharedBuckets => {
  const copies = new BucketCopies()
  const clock = new StoreClock()

  /** Asks the store, and updates the clock from its answer. */
  const ask = <Answer>(question: Effect.Effect<Stamped<Answer> | undefined>): Effect.Effect<Answer | undefined> =>
    withMonotonicMs((before) =>
      Effect.flatMap(question, (stamped) =>
        withMonotonicMs((after) => {
          if (stamped !== undefined) clock.learn(before, after, stamped.at)
          return Effect.succeed(stamped?.answer)
        })
      )
    )

  /** Runs one change of a bucket at a time, because concurrent changes would conflict. */
  const changing = <A>(
    key: SharedKey,
    change: (copy: BucketCopy) => Effect.Effect<A>,
    restore: Restore = identity
  ): Effect.Effect<A> =>
    Effect.suspend(() => {
      const copy = copies.of(key)
      return Effect.acquireUseRelease(
        restore(copy.mutex.take(1)),
        () => change(copy),
        () => copy.mutex.release(1)
      )
    })

  const admit: SharedBuckets["admit"] = ({ global, major, template }, name, restore) => {
    const key: SharedKey = { template, major, bucket: name }
    return changing(
      key,
      Effect.fnUntraced(function* (copy): Effect.fn.Return<Admission> {
        const globalId = global ? yield* freshId : undefined
        let isFresh = false
        for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt++) {
          // An exchange is never interrupted, because the store may have counted the request.
          yield* restore(Effect.void)
          const now = yield* withMonotonicMs((local) => Effect.succeed(clock.earliest(local)))
          const bucket = new Bucket(copy.state)
          const ms = bucket.waitMs(now)
          if (isFresh && ms > 0) return waitFor(bucket, now, ms, bucket.inFlight(now) > copy.own)
          // Only reads if the store's time is unknown, or if a possibly outdated state delays the request.
          const mayLeave = clock.isKnown && ms <= 0
          const request = mayLeave ? bucket.start(now) : undefined
          const to = mayLeave ? yield* stored(bucket, now) : undefined
          const answer = yield* ask(
            store.start({
              key,
              from: copy.version,
              to: to?.stored,
              lifeMs: bucket.lifeMs(now),
              global: globalId === undefined ? undefined : { id: globalId, perSecond: globalPerSecond }
            })
          )
          if (answer === undefined) return { _tag: "away" }
          if (answer._tag === "named" || answer._tag === "blocked") return answer
          if (answer._tag === "global") {
            return { ...answer, _tag: "wait", scope: "global", recheckMs: GLOBAL_RECHECK_MS }
          }
          if (answer._tag === "changed") {
            replace(copy, answer.stored)
            isFresh = true
          } else if (request !== undefined && to !== undefined) {
            copy.version = to.stored.version
            copy.state = to.state
            copy.own++
            return { _tag: "started", request: { key, request, globalId } }
          }
        }
        return { _tag: "wait", scope: "user", ms: RECHECK_MS, leastMs: 0, recheckMs: RECHECK_MS }
      }),
      restore
    )
  }

  /**
   * Replaces the copy of this process with the stored state. If the store has none, as after the loss of its data, the
   * copy stays, and is stored with the next request.
   */
  const replace = (copy: BucketCopy, { state, version }: StoredBucket): void => {
    if (version === copy.version) return
    copy.version = version
    // Decoding rejects a state from before the store's clock was set back.
    const known = version === "" && copy.state !== undefined ? encodeState(copy.state) : state
    copy.state = decodeState(known, clock.storeTime)
  }

  /**
   * Changes a stored bucket. If the store is unavailable, the change is dropped, and the request
   * counts for its maximum time.
   */
  const exchange = (
    key: SharedKey,
    change: (bucket: Bucket, now: number) => void,
    more: Omit<SharedEnd, keyof Exchange>
  ): Effect.Effect<void> =>
    changing(
      key,
      Effect.fnUntraced(function* (copy) {
        for (let attempt = 0; attempt < END_ATTEMPTS_MAX; attempt++) {
          const now = yield* withMonotonicMs((local) => Effect.succeed(clock.latest(local)))
          const bucket = new Bucket(copy.state)
          change(bucket, now)
          const to = yield* stored(bucket, now)
          const answer = yield* ask(
            store.end({ key, from: copy.version, to: to.stored, lifeMs: bucket.lifeMs(now), ...more })
          )
          if (answer === undefined) return
          if (answer._tag === "ended") {
            copy.version = to.stored.version
            copy.state = to.state
            return
          }
          replace(copy, answer.stored)
        }
      })
    )

  const settle: SharedBuckets["settle"] = ({ globalId, key, request }, name, outcome) => {
    const home: SharedKey = { ...key, bucket: name }
    const isHome = nameOf(home) === nameOf(key)
    const { blockMs, globalBlockMs, headers, isUnlimited, response, routeBlock: block } = outcome
    const end = exchange(
      home,
      (bucket, now) => {
        // A store that lost its data does not contain the request.
        if (isHome && bucket.has(request)) bucket.end(request, now, response, headers)
        else bucket.join(request, now, response === "limited" ? undefined : headers)
        if (isUnlimited) bucket.markUnlimited()
        if (blockMs !== undefined) bucket.block(now, blockMs)
      },
      { namesBucket: headers?.bucket !== undefined, block, globalBlockMs, globalId }
    )
    const leave = exchange(key, (bucket, now) => bucket.end(request, now, "other"), {
      namesBucket: false,
      block: undefined,
      globalBlockMs: undefined,
      globalId: undefined
    })
    return Effect.suspend(() => {
      copies.of(key).own--
      // Changes the named bucket first, so that no call is sent under the old name.
      return isHome ? end : Effect.zipRight(end, leave)
    })
  }

  return { admit, settle }
}

const waitFor = (bucket: Bucket, now: number, ms: number, othersMayEnd: boolean): SharedWait => ({
  _tag: "wait",
  scope: "user",
  ms,
  leastMs: Math.min(ms, bucket.projectedWaitMs(now, 0)),
  recheckMs: othersMayEnd ? RECHECK_MS : Number.POSITIVE_INFINITY
})

/** Returns a random text that is unique among all replicas. */
const freshId = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 8), 2), (numbers) =>
  numbers.map((number) => number.toString(36)).join("-")
)

/** Encodes the state of a bucket with a new version. */
const stored = (bucket: Bucket, now: number) =>
  Effect.map(freshId, (version) => {
    const state = bucket.state(now)
    return { state, stored: { version, state: encodeState(state) } }
  })
