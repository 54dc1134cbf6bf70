import { Effect } from "effect"
import { json } from "../discordError.ts"
import { route } from "../Router.ts"

/** `/gateway`: where the gateway is, and how often the bot can still identify. */
export const gatewayRoutes = [
  route("GET", "/gateway", ({ state }) => Effect.succeed(json(200, { url: state.gateway.url }))),

  route("GET", "/gateway/bot", ({ nowMs, state: { gateway } }) =>
    Effect.succeed(
      json(200, { url: gateway.url, shards: gateway.settings.shards, session_start_limit: gateway.limit(nowMs) })
    )
  )
]
