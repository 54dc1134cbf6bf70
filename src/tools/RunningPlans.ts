import { Context, Effect, Layer, type Scope } from "effect"
import { BulkheadFullError } from "../errors/DiscordMcpError.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"

/** One plan changes a guild at a time: two that were made from the same guild would create everything twice. */
export class RunningPlans extends Context.Tag("effect-discord-mcp/tools/RunningPlans")<
  RunningPlans,
  {
    /**
     * Keeps other plans from a guild until the scope closes. Fails if one runs. Returns whether one may have changed the
     * guild since it was read, at a monotonic time. Plans of other processes are seen only among replicas.
     */
    readonly begin: (guild: string, readMs: number) => Effect.Effect<boolean, BulkheadFullError, Scope.Scope>
  }
>() {}

/** Sees the plans of this server. */
export const make: Effect.Effect<RunningPlans["Type"]> = Effect.sync(() => {
  const guilds = new Set<string>()
  let endedMs = Number.NEGATIVE_INFINITY
  return {
    begin: (guild, readMs) => {
      const begin = Effect.suspend(() => (guilds.has(guild) ? isBusy : Effect.sync(() => guilds.add(guild))))
      const end = Effect.map(monotonicMs, (now) => {
        endedMs = now
        guilds.delete(guild)
      })
      return Effect.map(
        Effect.acquireRelease(begin, () => end),
        () => endedMs >= readMs
      )
    }
  }
})

/** Sees the plans of this server. */
export const layer: Layer.Layer<RunningPlans> = Layer.effect(RunningPlans, make)

/** Another plan of the guild runs. */
export const isBusy = new BulkheadFullError({ limit: 1, scope: "guild" })
