/** Discord's limit of invalid requests: what counts, each client's share, and what happens near its end. */
import { Effect, type Exit } from "effect"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import * as Errors from "../../errors/DiscordMcpError.ts"
import { DiscordUnexpectedResponse } from "../../errors/DiscordMcpError.ts"
import { BoundedMap } from "../../resilience/BoundedMap.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import type { SharedLimitsShape } from "./Limits.ts"
import type { InvalidCounts } from "./LimitsStore.ts"

/** The number of invalid requests (401, 403, 429 unless shared) within `WINDOW_MS` for which Discord bans an IP address. */
export const LIMIT = 10_000

/** The window of Discord's limit of invalid requests (Discord docs, rate limits, invalid request limit). */
const WINDOW_MS = 600_000

const SLOT_MS = 10_000

/** The first slot is counted until its last millisecond has left the window. */
const SLOTS = WINDOW_MS / SLOT_MS + 1

/** The maximum age of the numbers of other replicas. In this time Discord accepts 50 requests of a bot. */
const STALE_MS = 1000

/**
 * The part of the limit that this server uses, in requests. The rest is for requests in flight at other
 * replicas, whose results this process does not know yet.
 */
const BUDGET = LIMIT * 0.95

/** From this part of its share on, a client gets refusals repeated without a request. */
const REPEATED_FROM = 0.5

/** From this part of its share on, a client may use only targets that Discord accepts. */
const ACCEPTED_ONLY_FROM = 0.8

/** The time for which a refusal is repeated without a request. Then one request tests whether it still holds. */
const REPEATED_MS = 60_000

/** The maximum number of targets that are remembered for one client, and of clients. The longest unused are forgotten. */
const MAX_TARGETS = 512
const MAX_CLIENTS = 1024

/** What an attempt says about its target. */
export type AttemptResult =
  /** Nothing was sent, or the connection failed. */
  | { readonly _tag: "nothing" }
  /** The request was sent, and no response arrived. */
  | { readonly _tag: "unanswered" }
  /** Discord does not count the response as invalid. */
  | { readonly _tag: "accepted" }
  | { readonly _tag: "refused"; readonly failure: Refusal }

/** Makes the failures that repeat a refusal of an earlier call, without the facts of its attempts. */
const repeated = {
  DiscordPermissionError: (failure) => new Errors.DiscordPermissionError(failure),
  DiscordNotFoundError: (failure) => new Errors.DiscordNotFoundError(failure),
  ValidationError: (failure) => new Errors.ValidationError(failure),
  DiscordAuthError: (failure) => new Errors.DiscordAuthError(failure),
  DiscordConflictError: (failure) => new Errors.DiscordConflictError(failure),
  DiscordLimitReached: (failure) => new Errors.DiscordLimitReached(failure),
  DiscordContentBlocked: (failure) => new Errors.DiscordContentBlocked(failure),
  DiscordFeatureUnavailable: (failure) => new Errors.DiscordFeatureUnavailable(failure),
  DiscordUnexpectedResponse: (failure) => new DiscordUnexpectedResponse({ ...failure, outcome_unknown: false }),
  DiscordRateLimitError: ({ retry_after_ms, scope, sent }) =>
    new Errors.DiscordRateLimitError({ retry_after_ms, scope, sent })
} satisfies { readonly [Tag in DiscordFailure["_tag"]]?: (failure: Repeated<Tag>) => DiscordFailure }

/** The facts of a refusal that is repeated: nothing is sent, so it has no attempts and no unknown outcome. */
type Repeated<Tag> = Omit<Extract<DiscordFailure, { readonly _tag: Tag }>, "attempts" | "outcome_unknown" | "sent"> & {
  readonly sent: false
  readonly retry_after_ms: number
}

/** The failures by which Discord refuses a request that it counts as invalid. A ban is about all requests. */
export type Refusal = Extract<DiscordFailure, { readonly _tag: keyof typeof repeated }>

/** Returns whether a failure is one of them. */
export const isRefusal = (failure: DiscordFailure): failure is Refusal => failure._tag in repeated

const repeat = (
  { attempts: _, outcome_unknown: __, ...facts }: Refusal & { outcome_unknown?: unknown },
  ms: number
): Refusal =>
  // Each entry accepts the facts of its tag. The compiler does not relate tag and facts in a union.
  (repeated[facts._tag] as (facts: object) => Refusal)({ ...facts, sent: false, retry_after_ms: Math.ceil(ms) })

/**
 * Makes empty counters. With `shared`, counts for all replicas; while the store is unavailable, only for
 * this process. `onRecord` is called with each new number of all clients.
 */
export const make = (
  shared?: SharedLimitsShape,
  onRecord: (all: number) => Effect.Effect<void> = () => Effect.void
): InvalidRequests => new InvalidRequests(shared, onRecord)

/**
 * Counts the invalid requests of the last ten minutes and keeps them below Discord's limit, and each client below its
 * share. A client that wastes its share loses only its own calls. No client id means the only client.
 */
export class InvalidRequests {
  readonly #shared: SharedLimitsShape | undefined
  readonly #onRecord: (all: number) => Effect.Effect<void>
  readonly #all = new ClientState()
  readonly #clients = new BoundedMap<string, ClientState>(MAX_CLIENTS, ({ inFlight }) => inFlight > 0)

  constructor(shared: SharedLimitsShape | undefined, onRecord: (all: number) => Effect.Effect<void>) {
    this.#shared = shared
    this.#onRecord = onRecord
  }

  /** Counts a request and returns the new numbers. */
  readonly record = (client: string | undefined): Effect.Effect<InvalidCounts> =>
    Effect.flatMap(monotonicMs, (now) => {
      const own = this.#stateOf(client)
      for (const state of new Set([own, this.#all])) state.mine.add(now)
      return this.#shared === undefined
        ? Effect.succeed(this.#countsAt(own, now))
        : this.#share(this.#shared, client, 1)
    }).pipe(
      Effect.tap((counts) => this.#onRecord(counts.all)),
      // A call that is cancelled meanwhile counts too.
      Effect.uninterruptible
    )

  /** Returns the numbers. With replicas they may be `STALE_MS` old. */
  readonly count = (client: string | undefined): Effect.Effect<InvalidCounts> =>
    Effect.flatMap(monotonicMs, (now) => {
      const own = this.#stateOf(client)
      return this.#shared === undefined || now - own.sharedAt < STALE_MS
        ? Effect.succeed(this.#countsAt(own, now))
        : this.#share(this.#shared, client, 0)
    })

  /**
   * Runs an attempt, or answers it without a request. `target` is the route with the ids that decide
   * whether Discord refuses it. `resultOf` is called with the exit of the attempt.
   */
  readonly guard =
    <A, E>(client: string | undefined, target: string, resultOf: (exit: Exit.Exit<A, E>) => AttemptResult) =>
    <R>(send: Effect.Effect<A, E, R>): Effect.Effect<A, E | Refusal, R> =>
      Effect.uninterruptibleMask((restore) => {
        const own = this.#stateOf(client)
        // Counted before it is admitted, so that calls at the same moment do not all see the last free place.
        this.#addInFlight(own, 1)
        const admitted = this.#isFew()
          ? Effect.void
          : Effect.tapErrorCause(restore(this.#admit(client, target)), () =>
              Effect.sync(() => this.#addInFlight(own, -1))
            )
        return Effect.flatMap(Effect.zipRight(admitted, Effect.exit(restore(send))), (exit) => {
          this.#addInFlight(own, -1)
          return Effect.zipRight(this.#settle(client, target, resultOf(exit)), exit)
        })
      })

  /** Returns whether a client may repeat a request that Discord has just counted. */
  readonly mayRepeat = (client: string | undefined): Effect.Effect<boolean> =>
    Effect.map(this.#usedPart(client), (used) => used < REPEATED_FROM)

  #stateOf(client: string | undefined): ClientState {
    return client === undefined ? this.#all : this.#clients.use(client, () => new ClientState())
  }

  #countsAt(own: ClientState, now: number): InvalidCounts {
    return { all: this.#all.count(now), own: own.count(now) }
  }

  #addInFlight(own: ClientState, change: 1 | -1): void {
    this.#all.inFlight += change
    if (own !== this.#all) own.inFlight += change
  }

  /** Adds to the numbers of all replicas, and reads them. */
  readonly #share = Effect.fnUntraced(function* (
    this: InvalidRequests,
    store: SharedLimitsShape,
    client: string | undefined,
    more: 0 | 1
  ) {
    const counts = yield* store.countInvalid(more, client)
    const now = yield* monotonicMs
    const own = this.#stateOf(client)
    for (const [state, number] of new Map([
      [own, counts?.own],
      [this.#all, counts?.all]
    ])) {
      state.replicas = number
      if (number === undefined && more === 1) state.unshared.add(now)
    }
    own.sharedAt = now
    return this.#countsAt(own, now)
  })

  /**
   * Returns the part of its share that a client has used. The share is half of what the client has used and what is left
   * for all: then the client always leaves as much as it uses, however many clients there are. Requests in flight
   * count, because Discord may refuse them all.
   */
  #usedPart(client: string | undefined): Effect.Effect<number> {
    return Effect.map(this.count(client), (counts) => {
      const [used, own] = [counts.all + this.#all.inFlight, counts.own + this.#stateOf(client).inFlight]
      if (used >= BUDGET) return 1
      return client === undefined ? used / BUDGET : own / ((own + BUDGET - used) / 2)
    })
  }

  /** Whether a client that is alone has used less than `REPEATED_FROM`, so no client has used more. */
  #isFew(): boolean {
    const { inFlight, mine } = this.#all
    return this.#shared === undefined && mine.atMost + inFlight < (BUDGET / 2) * REPEATED_FROM
  }

  /** Fails if the attempt must not be sent. */
  readonly #admit = Effect.fnUntraced(function* (this: InvalidRequests, client: string | undefined, target: string) {
    const used = yield* this.#usedPart(client)
    if (used < REPEATED_FROM) return
    const now = yield* monotonicMs
    const { mine, outcomes } = this.#stateOf(client)
    const retry_after_ms = Math.ceil(mine.leavesInMs(now))
    const exhausted = new Errors.DiscordRateLimitError({ retry_after_ms, scope: "invalid_requests", sent: false })
    if (used >= 1) return yield* exhausted
    const outcome = outcomes.get(target)
    const latest = outcome !== undefined && now - outcome.at < WINDOW_MS ? outcome : undefined
    if (latest?.refusal !== undefined && now < latest.repeatedUntil) {
      return yield* repeat(latest.refusal, latest.repeatedUntil - now)
    }
    if (used >= ACCEPTED_ONLY_FROM && (latest === undefined || latest.refusal !== undefined)) return yield* exhausted
    // Other calls to the target are answered without a request until this one has its response.
    if (latest?.refusal !== undefined) outcomes.set(target, { ...latest, repeatedUntil: now + REPEATED_MS })
  })

  #settle(client: string | undefined, target: string, result: AttemptResult): Effect.Effect<void> {
    if (result._tag === "nothing") return Effect.void
    if (result._tag === "unanswered") {
      // A client must not escape the count by cancelling its calls.
      const outcome = this.#stateOf(client).outcomes.get(target)
      return outcome !== undefined && outcome.refusal === undefined ? Effect.void : Effect.asVoid(this.record(client))
    }
    const refusal = result._tag === "refused" ? result.failure : undefined
    return Effect.map(monotonicMs, (now) => {
      this.#stateOf(client).outcomes.set(target, { at: now, refusal, repeatedUntil: now + REPEATED_MS })
    })
  }
}

/** How Discord last responded to a client on a target. */
interface LastOutcome {
  readonly at: number
  /** Unset: Discord does not refuse the target. */
  readonly refusal: Refusal | undefined
  readonly repeatedUntil: number
}

/** The requests of one client or of all. */
class ClientState {
  inFlight = 0
  readonly outcomes = new BoundedMap<string, LastOutcome>(MAX_TARGETS)
  /** The requests of this process. */
  readonly mine = new WindowCount()
  /** The requests that the store did not count. They are added to the store's number afterwards. */
  readonly unshared = new WindowCount()
  /** The store's number; `undefined` while only this process counts. */
  replicas: number | undefined
  /** The time of the store's number. */
  sharedAt = Number.NEGATIVE_INFINITY

  count(now: number): number {
    const mine = this.mine.count(now)
    return this.replicas === undefined ? mine : Math.max(mine, this.replicas + this.unshared.count(now))
  }
}

/** The number of events in the last ten minutes, in slots of ten seconds. Times are monotonic milliseconds. */
class WindowCount {
  readonly #counts = new Array<number>(SLOTS).fill(0)
  #last = Number.NEGATIVE_INFINITY
  /** The number when the last event was added or counted. Now it may be lower. */
  atMost = 0

  add(now: number): void {
    this.#roll(now)
    this.atMost++
    this.#counts[this.#last % SLOTS] = (this.#counts[this.#last % SLOTS] ?? 0) + 1
  }

  count(now: number): number {
    this.#roll(now)
    return this.atMost
  }

  /** Returns after how many milliseconds the oldest event leaves the window, at least one slot's length. */
  leavesInMs(now: number): number {
    this.#roll(now)
    const oldest = this.#last - SLOTS + 1
    const ages = this.#counts.map((_, at) => oldest + at).filter((slot) => (this.#counts[slot % SLOTS] ?? 0) > 0)
    return Math.max(SLOT_MS, ((ages[0] ?? oldest) + SLOTS) * SLOT_MS - now)
  }

  /** Drops the slots that have left the window. */
  #roll(now: number): void {
    const slot = Math.floor(now / SLOT_MS)
    for (let at = Math.max(this.#last + 1, slot - SLOTS + 1); at <= slot; at++) {
      this.atMost -= this.#counts[at % SLOTS] ?? 0
      this.#counts[at % SLOTS] = 0
    }
    this.#last = Math.max(this.#last, slot)
  }
}
