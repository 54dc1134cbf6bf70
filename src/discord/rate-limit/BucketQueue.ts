import { Deferred, Effect } from "effect"
import { Bucket } from "./Bucket.ts"
import { type RateLimitKey, stringOf } from "./RateLimitKey.ts"

/** A bucket and the calls that wait for it, first come, first served. */
export interface BucketQueue {
  readonly bucket: Bucket
  readonly waiting: Array<WaitingCall>
}

/** A call in a queue. */
export interface WaitingCall {
  readonly key: RateLimitKey
  changed: Deferred.Deferred<void> | undefined
}

/** Notifies a waiting call to check its bucket again. */
export const notify = (call: WaitingCall | undefined): Effect.Effect<void> =>
  call?.changed === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(call.changed, undefined))

/** Finds the queue of a key. Keys share a queue once responses have named the same bucket for them. */
export class BucketQueues {
  readonly #byKey = new Map<string, BucketQueue>()
  readonly #byBucket = new Map<string, BucketQueue>()
  /** The bucket that responses named, by route template. */
  readonly #bucketOf = new Map<string, string>()

  /** Returns the queue of a key; a new one if there is none. */
  of(key: RateLimitKey): BucketQueue {
    const name = stringOf(key)
    const queue = this.#byKey.get(name) ?? this.#shared(key) ?? { bucket: new Bucket(), waiting: [] }
    remember(this.#byKey, name, queue)
    return queue
  }

  /** Returns the bucket that responses named for the route of a key. */
  bucketOf(key: RateLimitKey): string | undefined {
    return this.#bucketOf.get(key.template)
  }

  /** Records the bucket that a response names for a key. */
  named(key: RateLimitKey, bucket: string): void {
    this.#bucketOf.set(key.template, bucket)
    const shared = `${bucket} ${key.major}`
    const queue = this.#byBucket.get(shared) ?? this.of(key)
    remember(this.#byBucket, shared, queue)
    remember(this.#byKey, stringOf(key), queue)
  }

  get size(): number {
    return Math.max(this.#byKey.size, this.#byBucket.size)
  }

  #shared(key: RateLimitKey): BucketQueue | undefined {
    const bucket = this.#bucketOf.get(key.template)
    return bucket === undefined ? undefined : this.#byBucket.get(`${bucket} ${key.major}`)
  }
}

/** The maximum number of queues. The oldest idle ones are removed first. */
const MAX_QUEUES = 2048

const remember = (queues: Map<string, BucketQueue>, key: string, queue: BucketQueue): void => {
  queues.delete(key)
  queues.set(key, queue)
  if (queues.size <= MAX_QUEUES) return
  for (const [old, { bucket, waiting }] of queues) {
    if (waiting.length === 0 && bucket.isIdle && old !== key) queues.delete(old)
    if (queues.size <= MAX_QUEUES) return
  }
}
