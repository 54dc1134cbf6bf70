/** The stores that replicas of a server share through Redis. Only `serve --http` with `MCP_REDIS_URL` loads this. */
import type { RateLimiterStore } from "@effect/experimental/RateLimiter"
import { Layer } from "effect"
import type { ConfirmationTokens } from "../safety/ConfirmationTokens.ts"
import type { Declines } from "../safety/Declines.ts"
import * as Redis from "./Redis.ts"
import * as SharedDeclines from "./sharedDeclines.ts"
import * as SharedLimits from "./sharedLimits.ts"
import * as SharedRates from "./sharedRates.ts"
import * as SharedTokens from "./sharedTokens.ts"

/** Provides the shared stores over one connection. */
export const layer = (options: Redis.RedisOptions): Layer.Layer<ConfirmationTokens | Declines | RateLimiterStore> =>
  Layer.mergeAll(SharedTokens.layer, SharedDeclines.layer, SharedRates.layer, SharedLimits.layer).pipe(
    Layer.provide(Redis.layer(options))
  )
