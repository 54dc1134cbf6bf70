import { Cache, Clock, type Duration, Effect, type Exit } from "effect"

/** The time of the monotonic clock in milliseconds, for measuring durations. */
export const monotonicMs: Effect.Effect<number> = Effect.clockWith((clock) => Effect.sync(() => monotonicMsOf(clock)))

/** Returns the monotonic time of a clock in milliseconds, for callbacks of node. */
export const monotonicMsOf = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6

/** Runs an operator of a library that measures durations by the wall clock, by the monotonic clock. */
export const byMonotonicClock = <A, E, R>(operator: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => Effect.withClock(operator, new MonotonicClock(clock)))

/** Runs an effect inside such an operator by the clock from before. */
const byOwnClock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => (clock instanceof MonotonicClock ? Effect.withClock(effect, clock.own) : effect))

/** Caches the result of an effect for a time, which the monotonic clock measures. */
export const cachedFor = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  timeToLive: Duration.DurationInput
): Effect.Effect<Effect.Effect<A, E>, never, R> =>
  Effect.map(Effect.cachedWithTTL(byOwnClock(effect), timeToLive), byMonotonicClock)

/** A cache whose entries expire by the monotonic clock. */
export interface MonotonicCache<Key, A, E> {
  /** Returns the value of a key. Concurrent calls share a lookup. */
  readonly get: (key: Key) => Effect.Effect<A, E>
}

/** Makes a cache. An entry whose lifetime is zero is not kept. */
export const makeCache = <Key, A, E>(options: {
  readonly capacity: number
  readonly timeToLive: (exit: Exit.Exit<A, E>) => Duration.DurationInput
  readonly lookup: (key: Key) => Effect.Effect<A, E>
}): Effect.Effect<MonotonicCache<Key, A, E>> =>
  Effect.map(
    Cache.makeWith({ ...options, lookup: (key: Key) => byOwnClock(options.lookup(key)) }),
    (cache): MonotonicCache<Key, A, E> => ({ get: (key) => byMonotonicClock(cache.get(key)) })
  )

/** A clock whose milliseconds are monotonic, too. */
class MonotonicClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.unsafeCurrentTimeMillis())
  readonly currentTimeNanos: Effect.Effect<bigint>
  readonly own: Clock.Clock

  constructor(own: Clock.Clock) {
    this.own = own
    this.currentTimeNanos = own.currentTimeNanos
  }

  unsafeCurrentTimeMillis(): number {
    return monotonicMsOf(this.own)
  }

  unsafeCurrentTimeNanos(): bigint {
    return this.own.unsafeCurrentTimeNanos()
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return this.own.sleep(duration)
  }
}
