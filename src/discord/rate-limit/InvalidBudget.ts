import { Effect, type Exit, Schema } from "effect"
import { DiscordRateLimitError } from "../../errors/ClientErrors.ts"
import { type AttemptError, DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { withMonotonicMs } from "../../resilience/monotonic.ts"
import { type InvalidRequests, LIMIT, WINDOW_MS } from "./InvalidRequests.ts"
import type { InvalidCounts } from "./LimitsStore.ts"

/**
 * Keeps the requests that Discord counts as invalid below its limit, and each client below its share.
 * A client that wastes its share loses only its own calls.
 */
export interface InvalidBudget {
  /**
   * Runs an attempt, or answers it without a request. `target` is the route with the ids that decide
   * whether Discord refuses it. `result` is read after the attempt.
   */
  readonly guard: <A, E>(
    client: string | undefined,
    target: string,
    resultOf: (exit: Exit.Exit<A, E | AttemptError>) => AttemptResult
  ) => <R>(send: Effect.Effect<A, E, R>) => Effect.Effect<A, E | AttemptError, R>
  /** Returns whether a client may repeat a request that Discord has just counted. */
  readonly mayRepeat: (client: string | undefined) => Effect.Effect<boolean>
}

/** What an attempt says about its target. */
export type AttemptResult =
  /** Nothing was sent, or the connection failed. */
  | { readonly _tag: "nothing" }
  /** The request was sent, and no response was awaited. */
  | { readonly _tag: "unanswered" }
  /** Discord does not count the response as invalid. */
  | { readonly _tag: "accepted" }
  | { readonly _tag: "refused"; readonly failure: AttemptError }

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

/** The maximum number of targets that are remembered for one client, and of clients. The oldest are forgotten. */
const MAX_TARGETS = 512
const MAX_CLIENTS = 1024

/** What Discord last answered to a client on a target. */
interface Answer {
  readonly at: number
  /** Unset: Discord does not refuse the target. */
  readonly refusal: AttemptError | undefined
  readonly repeatedUntil: number
}

interface Client {
  inFlight: number
  /** By target, the oldest answer first. */
  readonly answers: Map<string, Answer>
}

/**
 * Returns a client's share. It is half of what the client has used and what is left for all: then the
 * client always leaves as much as it uses, however many clients there are. Without client ids, there
 * is one client.
 */
const shareOf = (client: string | undefined, { all, own }: InvalidCounts): number =>
  client === undefined ? BUDGET : (own + BUDGET - all) / 2

/** Makes a budget over counters. */
export const make = (invalid: InvalidRequests): InvalidBudget => {
  const clients = new Map<string | undefined, Client>()
  let inFlight = 0

  const clientOf = (id: string | undefined): Client => {
    const client = clients.get(id) ?? { inFlight: 0, answers: new Map() }
    remember(clients, id, client, MAX_CLIENTS)
    return client
  }

  /** The part of its share that a client has used. Its requests in flight count, because Discord may refuse them all. */
  const usedPart = (id: string | undefined): Effect.Effect<number> =>
    Effect.map(invalid.count(id), ({ all, own }) => {
      const counts = { all: all + inFlight, own: own + clientOf(id).inFlight }
      return counts.all >= BUDGET ? 1 : (id === undefined ? counts.all : counts.own) / shareOf(id, counts)
    })

  /** Fails if the attempt must not be sent. */
  const admit = Effect.fnUntraced(function* (id: string | undefined, target: string) {
    const used = yield* usedPart(id)
    if (used < REPEATED_FROM) return
    const exhausted = Effect.flatMap(
      invalid.leavesInMs(id),
      (ms) => new DiscordRateLimitError({ retry_after_ms: Math.ceil(ms), scope: "invalid_requests", sent: false })
    )
    if (used >= 1) return yield* exhausted
    yield* withMonotonicMs((now) => {
      const { answers } = clientOf(id)
      const answer = answers.get(target)
      const isKnown = answer !== undefined && now - answer.at < WINDOW_MS
      if (isKnown && answer.refusal !== undefined && now < answer.repeatedUntil) {
        return Effect.fail(repeated(answer.refusal, answer.repeatedUntil - now))
      }
      if (used >= ACCEPTED_ONLY_FROM && !(isKnown && answer.refusal === undefined)) return exhausted
      // Other calls to the target are answered without a request until this one has its response.
      if (isKnown && answer.refusal !== undefined) answers.set(target, { ...answer, repeatedUntil: now + REPEATED_MS })
      return Effect.void
    })
  })

  const settle = (id: string | undefined, target: string, result: AttemptResult): Effect.Effect<unknown> => {
    const { answers } = clientOf(id)
    const note = (refusal: AttemptError | undefined) =>
      withMonotonicMs((now) =>
        Effect.sync(() =>
          remember(answers, target, { at: now, refusal, repeatedUntil: now + REPEATED_MS }, MAX_TARGETS)
        )
      )
    switch (result._tag) {
      case "nothing":
        return Effect.void
      case "unanswered": {
        // A client must not escape the count by cancelling its calls.
        const answer = answers.get(target)
        return answer !== undefined && answer.refusal === undefined ? Effect.void : invalid.record(id)
      }
      case "accepted":
        return note(undefined)
      case "refused":
        return note(result.failure)
    }
  }

  return {
    guard: (id, target, resultOf) => (send) =>
      Effect.uninterruptibleMask((restore) => {
        const client = clientOf(id)
        const count = (change: 1 | -1) =>
          Effect.sync(() => {
            inFlight += change
            client.inFlight += change
          })
        // Counted before it is admitted, so that calls at the same moment do not all see the last free place.
        return Effect.flatMap(
          Effect.zipRight(count(1), Effect.exit(restore(Effect.zipRight(admit(id, target), send)))),
          (exit) => Effect.zipRight(Effect.zipRight(settle(id, target, resultOf(exit)), count(-1)), exit)
        )
      }),
    mayRepeat: (id) => Effect.map(usedPart(id), (used) => used < REPEATED_FROM)
  }
}

/** Makes the answer to a call that is not sent: the refusal of an earlier one, without the facts of its attempts. */
const repeated = (refusal: AttemptError, ms: number): AttemptError => {
  const retry_after_ms = Math.ceil(ms)
  if (refusal._tag === "DiscordRateLimitError") {
    return new DiscordRateLimitError({ retry_after_ms, scope: refusal.scope, sent: false })
  }
  const { attempts: _, outcome_unknown: __, ...facts }: Record<string, unknown> = { ...encode(refusal) }
  return decode({
    ...facts,
    ...(refusal._tag === "DiscordUnexpectedResponse" && { outcome_unknown: false }),
    sent: false,
    retry_after_ms
  }) as AttemptError
}

const encode = Schema.encodeSync(DiscordFailure)
const decode = Schema.decodeUnknownSync(DiscordFailure)

/** Makes an entry the newest, and forgets the oldest above `max`. */
const remember = <Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, max: number): void => {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= max) return
  for (const oldest of entries.keys()) {
    entries.delete(oldest)
    return
  }
}
