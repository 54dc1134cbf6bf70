import { Deferred, Effect } from "effect"
import { Bucket } from "./Bucket.ts"
import { type RateLimitKey, stringOf } from "./RateLimitKey.ts"

/** A bucket and the calls that wait for it. Clients take turns; the calls of one client are first come, first served. */
export interface BucketQueue {
  readonly bucket: Bucket
  /** In the order in which they are sent. */
  readonly waiting: Array<WaitingCall>
  /** The round of the call that left the queue last. In each round, each waiting client has one call. */
  round: number
}

/** A call in a queue. */
export interface WaitingCall {
  readonly key: RateLimitKey
  readonly client: string | undefined
  readonly round: number
  changed: Deferred.Deferred<void> | undefined
}

/**
 * Returns the place of a new call: the round after the last one of its client, behind the calls of that
 * round. So no client waits for all calls of another.
 */
export const placeOf = (
  { round, waiting }: BucketQueue,
  client: string | undefined
): { readonly round: number; readonly ahead: number } => {
  const last = waiting.findLast((call) => call.client === client)
  const own = Math.max(round, last?.round ?? 0) + 1
  return { round: own, ahead: waiting.findLastIndex((call) => call.round <= own) + 1 }
}

/** Removes a call. Only a call that is sent ends its round. */
export const leave = (queue: BucketQueue, call: WaitingCall, isSent: boolean): void => {
  queue.waiting.splice(queue.waiting.indexOf(call), 1)
  if (isSent) queue.round = Math.max(queue.round, call.round)
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
    const queue = this.#byKey.get(name) ?? this.#shared(key) ?? { bucket: new Bucket(), waiting: [], round: 0 }
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
