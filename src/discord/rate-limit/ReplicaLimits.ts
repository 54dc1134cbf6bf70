/**
 * The limits that replicas share. Each replica applies the rules of `Bucket` to the stored state. It
 * stores the result unless another replica was faster. So all replicas see each request from the
 * moment it is sent, and each response. While the store is unavailable, each process decides alone.
 */
import { Effect, identity, Random } from "effect"
import { BoundedMap } from "../../resilience/BoundedMap.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { Bucket, type BucketState, type SentRequest } from "./Bucket.ts"
import {
  type Admitted,
  type Delayed,
  delayed,
  type LimitReport,
  type Limits,
  type LocalLimits,
  type RateLimitKey,
  type Restore
} from "./Limits.ts"
import {
  decodeState,
  type Exchange,
  encodeState,
  type LimitsStore,
  nameOf,
  type RouteBlockScope,
  type SharedEnd,
  type SharedKey,
  type Stamped,
  type StoredBucket
} from "./LimitsStore.ts"

/** A request that all replicas count. */
interface SharedRequest {
  readonly key: SharedKey
  readonly request: SentRequest
  readonly globalId: string | undefined
}

/** Whether the replicas admit a request. */
type Answer =
  | { readonly _tag: "started"; readonly request: SharedRequest }
  | { readonly _tag: "named"; readonly bucket: string }
  | { readonly _tag: "blocked"; readonly ms: number; readonly scope: RouteBlockScope }
  | Delayed
  | { readonly _tag: "unavailable" }

/** The stored state as this process saw it last. */
interface BucketCopy {
  version: string
  state: BucketState | undefined
  /** The number of this process's requests in flight. The end of a request notifies the calls that wait here. */
  own: number
  readonly mutex: Effect.Semaphore
}

/** The maximum number of copies. The longest unused are dropped, and read again when needed. */
const MAX_COPIES = 2048

/** The interval of further checks while other replicas have requests in flight. */
const RECHECK_MS = 50

/** The interval of further checks while the global limit delays the call. A request counts for a second after its end. */
const GLOBAL_RECHECK_MS = 1000

/** The maximum number of attempts to start a request, because another replica may be faster. The caller asks again. */
const START_ATTEMPTS_MAX = 10

/** The maximum number of attempts to end a request. No other attempt follows. */
const END_ATTEMPTS_MAX = 50

/** Makes the limits of all replicas, from a store and the limits of this process. */
export const make = (store: LimitsStore, local: LocalLimits): Limits => new ReplicaLimits(store, local)

class ReplicaLimits implements Limits {
  readonly #store: LimitsStore
  readonly #local: LocalLimits
  readonly #copies = new BoundedMap<string, BucketCopy>(MAX_COPIES, ({ own }) => own > 0)
  readonly #clock = new StoreClock()
  readonly #requests = new WeakMap<Admitted, SharedRequest>()

  constructor(store: LimitsStore, local: LocalLimits) {
    this.#store = store
    this.#local = local
  }

  readonly admit = Effect.fnUntraced(function* (this: ReplicaLimits, key: RateLimitKey, restore: Restore) {
    const local = this.#local
    const shared: SharedKey = { template: key.template, major: key.major, bucket: local.nameOf(key) }
    const answer = yield* this.#start(shared, key.global, restore)
    const now = yield* monotonicMs
    switch (answer._tag) {
      case "unavailable":
        return local.admitAt(key, now)
      case "delayed":
        return answer
      case "named":
        local.rename(key, answer.bucket)
        return delayed("user", 0)
      case "blocked":
        local.block(key, answer.ms, answer.scope, now)
        return delayed(answer.scope, 0)
      case "started": {
        const admitted = local.start(key, now)
        this.#requests.set(admitted, answer.request)
        return admitted
      }
    }
  })

  readonly settle = (admitted: Admitted, report: LimitReport): Effect.Effect<void> =>
    Effect.suspend(() => {
      const shared = this.#requests.get(admitted)
      const ended =
        shared === undefined
          ? Effect.void
          : this.#end(shared, report.headers?.bucket ?? this.#local.nameOf(admitted.key), report)
      return Effect.zipRight(ended, this.#local.settle(admitted, report))
    })

  /** The copies may be outdated, so only the store knows what delays a bucket. */
  readonly bucketDelay = (): undefined => undefined

  /** Asks the replicas whether a request may be sent. */
  #start(key: SharedKey, isGlobal: boolean, restore: Restore): Effect.Effect<Answer> {
    return this.#changing(key, (copy) => this.#startWith(copy, key, isGlobal, restore), restore)
  }

  readonly #startWith = Effect.fnUntraced(function* (
    this: ReplicaLimits,
    copy: BucketCopy,
    key: SharedKey,
    isGlobal: boolean,
    restore: Restore
  ): Effect.fn.Return<Answer> {
    const globalId = isGlobal ? yield* freshId : undefined
    let isFresh = false
    for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt++) {
      // An exchange is never interrupted, because the store may have counted the request.
      yield* restore(Effect.void)
      const now = this.#clock.earliest(yield* monotonicMs)
      const bucket = new Bucket(copy.state)
      const ms = bucket.waitMs(now)
      if (isFresh && ms > 0) {
        const retryMs = bucket.inFlight(now) > copy.own ? Math.min(ms, RECHECK_MS) : ms
        return delayed("user", retryMs, Math.min(ms, bucket.minimumMs(now, 0)))
      }
      // Only reads if the store's time is unknown, or if a possibly outdated state delays the request.
      const mayLeave = this.#clock.isKnown && ms <= 0
      const request = mayLeave ? bucket.start(now) : undefined
      const to = mayLeave ? yield* stored(bucket, now) : undefined
      const answer = yield* this.#ask(
        this.#store.start({
          key,
          from: copy.version,
          to: to?.stored,
          lifeMs: bucket.lifeMs(now),
          global: globalId === undefined ? undefined : { id: globalId, perSecond: this.#local.global.perSecond }
        })
      )
      if (answer === undefined) return { _tag: "unavailable" }
      if (answer._tag === "named" || answer._tag === "blocked") return answer
      if (answer._tag === "global") {
        return delayed("global", Math.min(answer.ms, GLOBAL_RECHECK_MS), answer.minimumMs)
      }
      if (answer._tag === "changed") {
        this.#replace(copy, answer.stored)
        isFresh = true
      } else if (request !== undefined && to !== undefined) {
        copy.version = to.stored.version
        copy.state = to.state
        copy.own++
        return { _tag: "started", request: { key, request, globalId } }
      }
    }
    return delayed("user", RECHECK_MS, 0)
  })

  /** Shares the report of a response. */
  #end({ globalId, key, request }: SharedRequest, name: string | undefined, report: LimitReport): Effect.Effect<void> {
    const home: SharedKey = { ...key, bucket: name }
    const isHome = nameOf(home) === nameOf(key)
    const { globalBlockMs, headers, routeBlock: block } = report
    this.#copyOf(key).own--
    const ended = this.#exchange(
      home,
      // A store that lost its data does not contain the request.
      (bucket, now) => bucket.end(request, now, report, isHome && bucket.has(request)),
      { namesBucket: headers?.bucket !== undefined, block, globalBlockMs, globalId }
    )
    const left = this.#exchange(key, (bucket, now) => bucket.leave(request, now), {
      namesBucket: false,
      block: undefined,
      globalBlockMs: undefined,
      globalId: undefined
    })
    // Changes the named bucket first, so that no call is sent under the old name.
    return isHome ? ended : Effect.zipRight(ended, left)
  }

  /**
   * Changes a stored bucket. If the store is unavailable, the change is dropped, and the request
   * counts for its maximum time.
   */
  #exchange(
    key: SharedKey,
    change: (bucket: Bucket, now: number) => void,
    more: Omit<SharedEnd, keyof Exchange>
  ): Effect.Effect<void> {
    return this.#changing(key, (copy) => this.#exchangeWith(copy, key, change, more))
  }

  readonly #exchangeWith = Effect.fnUntraced(function* (
    this: ReplicaLimits,
    copy: BucketCopy,
    key: SharedKey,
    change: (bucket: Bucket, now: number) => void,
    more: Omit<SharedEnd, keyof Exchange>
  ) {
    for (let attempt = 0; attempt < END_ATTEMPTS_MAX; attempt++) {
      const now = this.#clock.latest(yield* monotonicMs)
      const bucket = new Bucket(copy.state)
      change(bucket, now)
      const to = yield* stored(bucket, now)
      const answer = yield* this.#ask(
        this.#store.end({ key, from: copy.version, to: to.stored, lifeMs: bucket.lifeMs(now), ...more })
      )
      if (answer === undefined) return
      if (answer._tag === "ended") {
        copy.version = to.stored.version
        copy.state = to.state
        return
      }
      this.#replace(copy, answer.stored)
    }
  })

  #copyOf(key: SharedKey): BucketCopy {
    return this.#copies.use(nameOf(key), () => ({
      version: "",
      state: undefined,
      own: 0,
      mutex: Effect.unsafeMakeSemaphore(1)
    }))
  }

  /** Asks the store, and updates the clock from its answer. */
  #ask<A>(question: Effect.Effect<Stamped<A> | undefined>): Effect.Effect<A | undefined> {
    return Effect.flatMap(monotonicMs, (before) =>
      Effect.flatMap(question, (stamped) =>
        Effect.flatMap(monotonicMs, (after) => {
          if (stamped !== undefined) this.#clock.learn(before, after, stamped.at)
          return Effect.succeed(stamped?.answer)
        })
      )
    )
  }

  /** Runs one change of a bucket at a time, because concurrent changes would conflict. */
  #changing<A>(
    key: SharedKey,
    change: (copy: BucketCopy) => Effect.Effect<A>,
    restore: Restore = identity
  ): Effect.Effect<A> {
    return Effect.suspend(() => {
      const copy = this.#copyOf(key)
      return Effect.acquireUseRelease(
        restore(copy.mutex.take(1)),
        () => change(copy),
        () => copy.mutex.release(1)
      )
    })
  }

  /**
   * Replaces the copy of this process with the stored state. If the store has none, as after the loss of its data, the
   * copy stays, and is stored with the next request.
   */
  #replace(copy: BucketCopy, { state, version }: StoredBucket): void {
    if (version === copy.version) return
    copy.version = version
    // Decoding rejects a state from before the store's clock was set back.
    const latest = version === "" && copy.state !== undefined ? encodeState(copy.state) : state
    copy.state = decodeState(latest, this.#clock.storeTime)
  }
}

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

/**
 * The store's clock, which all replicas use. The store answers between the question and the arrival of
 * the answer, so both bounds of the store's time are known. A request counts as sent at the lower
 * bound, and a response as received at the upper bound.
 */
class StoreClock {
  #earliest = Number.NaN
  #latest = Number.NaN
  /** The store's time at the last answer. */
  storeTime = 0

  get isKnown(): boolean {
    return !Number.isNaN(this.#earliest)
  }

  learn(before: number, after: number, at: number): void {
    this.#earliest = at - after
    this.#latest = at - before
    this.storeTime = at
  }

  earliest(now: number): number {
    return now + this.#earliest
  }

  latest(now: number): number {
    return now + this.#latest
  }
}
