/** One plan changes a guild at a time: two that were made from the same guild would create everything twice. */
import { Context, Effect, MutableHashMap, Option } from "effect"
import { BulkheadFullError } from "../../errors/ServerErrors.ts"
import { monotonicMs } from "../../resilience/monotonic.ts"

/** The guilds that plans of this process change or have changed, each with the monotonic time of the end, if it has ended. */
class Changes extends Context.Reference<Changes>()("effect-discord-mcp/tools/blueprint/Changes", {
  defaultValue: () => MutableHashMap.empty<string, Option.Option<number>>()
}) {}

/**
 * Keeps other plans from the guild until the scope closes. Fails if one runs. Returns whether one has ended since the guild
 * was read. Plans of other processes are not seen.
 */
export const changeAlone = Effect.fn("blueprint.changeAlone")(function* (guild: string, readMs: number) {
  const changes = yield* Changes
  const begin = Effect.suspend(() => {
    const last = Option.getOrElse(MutableHashMap.get(changes, guild), () => Option.some(-1))
    if (Option.isNone(last)) return new BulkheadFullError({ limit: 1, scope: "guild" })
    MutableHashMap.set(changes, guild, Option.none())
    return Effect.succeed(last.value >= readMs)
  })
  const end = Effect.map(monotonicMs, (now) => MutableHashMap.set(changes, guild, Option.some(now)))
  return yield* Effect.acquireRelease(begin, () => end)
})
