/** The stores that replicas of a server share through Redis. Only `serve --http` with `MCP_REDIS_URL` loads this. */
import type { RateLimiterStore } from "@effect/experimental/RateLimiter"
import { Layer } from "effect"
import type { ConfirmationTokens } from "../safety/ConfirmationTokens.ts"
import type { Declines } from "../safety/Declines.ts"
import type { RunningPlans } from "../tools/RunningPlans.ts"
import * as Lease from "./lease.ts"
import * as Redis from "./Redis.ts"
import * as SharedDeclines from "./sharedDeclines.ts"
import * as SharedLimits from "./sharedLimits.ts"
import * as SharedRates from "./sharedRates.ts"
import * as SharedTokens from "./sharedTokens.ts"

/** Provides the shared stores over one connection. `gatewayPid`: this process, if it may connect to the gateway. */
export const layer = (
  options: Redis.RedisOptions,
  gatewayPid?: number
): Layer.Layer<ConfirmationTokens | Declines | RateLimiterStore | RunningPlans> =>
  Layer.mergeAll(
    SharedTokens.layer,
    SharedDeclines.layer,
    SharedRates.layer,
    SharedLimits.layer,
    Lease.plansLayer(),
    gatewayPid === undefined ? Layer.empty : Lease.gatewayLayer(gatewayPid)
  ).pipe(Layer.provide(Redis.layer(options)))
