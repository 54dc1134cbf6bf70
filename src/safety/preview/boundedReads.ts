import { Effect, Fiber, type Scope } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Reply } from "../../discord/DiscordRequest.ts"
import { pathOf } from "../../discord/Route.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { BulkheadFullError } from "../../errors/ServerErrors.ts"

/** Look-ups at once. */
const CONCURRENCY = 4

/**
 * Discord for what a preview looks up: so many requests in all and no more, a few
 * at a time, none of them twice. Whoever asks for what another has asked for
 * shares the answer, and does not lose it when the other gives up.
 */
export const make = Effect.fnUntraced(function* (
  discord: Discord["Type"],
  limit: number
): Effect.fn.Return<Discord["Type"], never, Scope.Scope> {
  const scope = yield* Effect.scope
  const turns = yield* Effect.makeSemaphore(CONCURRENCY)
  const asked = new Map<string, Fiber.Fiber<Reply, DiscordFailure>>()

  const ask = (request: DiscordRequest) =>
    asked.size >= limit
      ? new BulkheadFullError({ limit, scope: "global" })
      : Effect.tap(Effect.forkIn(turns.withPermits(1)(discord.request(request)), scope), (fiber) => {
          asked.set(keyOf(request), fiber)
        }).pipe(Effect.flatMap(Fiber.join))

  return Discord.of({
    identified: discord.identified,
    request: (request) =>
      Effect.suspend(() => {
        const before = asked.get(keyOf(request))
        return before === undefined ? ask(request) : Fiber.join(before)
      })
  })
})

const keyOf = ({ path, query, route, subject }: DiscordRequest): string =>
  JSON.stringify([subject, pathOf(route, path), query ?? {}])
