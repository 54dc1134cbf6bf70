import { Effect, Fiber, type Scope } from "effect"
import { summaryOf } from "../../discord/buildRequest.ts"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Reply } from "../../discord/DiscordRequest.ts"
import { pathOf } from "../../discord/Route.ts"
import { unexpectedResponse } from "../../errors/classifyResponse.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { BulkheadFullError } from "../../errors/ServerErrors.ts"

/** The maximum number of concurrent lookups. */
const CONCURRENCY = 4

/**
 * Wraps Discord with a limit on the number of requests and on their concurrency.
 * Identical requests share one reply. Interrupting one caller does not affect the others.
 */
export const make = Effect.fnUntraced(function* (
  discord: Discord["Type"],
  limit: number
): Effect.fn.Return<Discord["Type"], never, Scope.Scope> {
  const scope = yield* Effect.scope
  const turns = yield* Effect.makeSemaphore(CONCURRENCY)
  const sent = new Map<string, Fiber.Fiber<Reply, DiscordFailure>>()

  const send = ({ read: _, ...request }: DiscordRequest) =>
    sent.size >= limit
      ? new BulkheadFullError({ limit, scope: "global" })
      : Effect.tap(Effect.forkIn(turns.withPermits(1)(discord.request(request)), scope), (fiber) => {
          sent.set(keyOf(request), fiber)
        }).pipe(Effect.flatMap(Fiber.join))

  return Discord.of({
    identified: discord.identified,
    request: (request) =>
      Effect.suspend(() => {
        const before = sent.get(keyOf(request))
        return before === undefined ? send(request) : Fiber.join(before)
      }).pipe(Effect.flatMap((reply) => readFor(request, reply)))
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

const keyOf = ({ path, query, route, subject }: DiscordRequest): string =>
  JSON.stringify([subject, pathOf(route, path), query ?? {}])
