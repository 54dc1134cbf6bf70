import { Context } from "effect"
import type { LimitsStore } from "./LimitsStore.ts"
import type { SharedBuckets } from "./SharedBuckets.ts"

/** The limits that this process and the other replicas share through a store. */
export interface SharedLimitsShape {
  readonly buckets: (globalPerSecond: number) => SharedBuckets
  /**
   * Adds to the invalid requests of a client at all replicas. Returns its number and that of all clients;
   * `undefined` while the store is unavailable.
   */
  readonly countInvalid: LimitsStore["countInvalid"]
}

/**
 * The limits that replicas share. The default, `undefined`, means that no other process uses the bot.
 * The code of shared limits is loaded on demand.
 */
export class SharedLimits extends Context.Reference<SharedLimits>()("effect-discord-mcp/discord/SharedLimits", {
  defaultValue: (): SharedLimitsShape | undefined => undefined
}) {}
