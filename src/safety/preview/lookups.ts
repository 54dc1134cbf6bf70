/** Lookups that end with their scope: reads that share replies, and a time limit that many lookups share. */
import { Effect, Fiber, Option, type Scope } from "effect"
import { summaryOf } from "../../discord/buildRequest.ts"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Reply } from "../../discord/DiscordRequest.ts"
import { pathOf } from "../../discord/DiscordRequest.ts"
import { unexpectedResponse } from "../../errors/classifyResponse.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { BulkheadFullError } from "../../errors/DiscordMcpError.ts"

/** The maximum number of concurrent reads. */
const CONCURRENCY = 4

/**
 * Wraps Discord with a limit on the number of reads and on their concurrency. Identical reads share one reply, also
 * after it has arrived. Each read has its own fiber, so that an interrupted caller does not affect the others.
 */
export const sharedReads = Effect.fnUntraced(function* (
  discord: Discord["Type"],
  limit = Number.POSITIVE_INFINITY
): Effect.fn.Return<Discord["Type"], never, Scope.Scope> {
  const scope = yield* Effect.scope
  const turns = yield* Effect.makeSemaphore(CONCURRENCY)
  const sent = new Map<string, Fiber.Fiber<Reply, DiscordFailure>>()

  const send = (key: string, { read: _, ...request }: DiscordRequest) =>
    sent.size >= limit
      ? new BulkheadFullError({ limit, scope: "global" })
      : Effect.map(Effect.forkIn(turns.withPermits(1)(discord.request(request)), scope), (fiber) => {
          sent.set(key, fiber)
          return fiber
        })

  return Discord.of({
    identified: discord.identified,
    names: discord.names,
    request: (request) =>
      Effect.suspend(() => {
        const key = JSON.stringify([request.subject, pathOf(request.route, request.path), request.query ?? {}])
        const running = sent.get(key)
        return running === undefined ? send(key, request) : Effect.succeed(running)
      }).pipe(
        Effect.flatMap(Fiber.join),
        Effect.flatMap((reply) => readFor(request, reply))
      )
  })
})

/** Reads a shared reply for one of its requests. Each request reads other parts of it. */
const readFor = (request: DiscordRequest, reply: Reply): Effect.Effect<Reply, DiscordFailure> => {
  if (request.read === undefined) return Effect.succeed(reply)
  const reading = request.read(reply.body)
  return reading === undefined
    ? unexpectedResponse(summaryOf(request, reply.attempts), 200)
    : Effect.succeed({ ...reply, ...reading })
}

/** Runs a lookup. `None` if it fails, even with a defect, or is unfinished when the time is up. */
export type Lookup = <A, E, R>(lookup: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, never, R>

/** Makes a time limit for many lookups. It has one timer: a timer for each would run on after its lookup. */
export const withinTime = (limitMs: number): Effect.Effect<Lookup, never, Scope.Scope> =>
  Effect.map(Effect.forkScoped(Effect.sleep(limitMs)), (timer): Lookup => {
    const timeUp = Effect.as(Fiber.join(timer), Option.none())
    return (lookup) =>
      Effect.asSome(lookup).pipe(
        Effect.catchAllCause((cause) =>
          Effect.as(Effect.logDebug("a lookup of a preview failed", cause), Option.none())
        ),
        Effect.raceFirst(timeUp)
      )
  })
