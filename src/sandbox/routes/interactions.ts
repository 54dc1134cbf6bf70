import { Effect } from "effect"
import { refuse, unknownInteraction, unknownMessage } from "../discordError.ts"
import { noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import { timeOf } from "../Snowflakes.ts"
import { byToken } from "./webhooks.ts"

/** The time limit for the first response to an interaction. */
const WAITS_MS = 3000

const ORIGINAL = "/webhooks/:webhook_id/:webhook_token/messages/@original"

const open = { open: true }

const original = (request: RouteRequest<"webhook_id" | "webhook_token">) =>
  Effect.zipRight(byToken(request), unknownMessage)

/** `/interactions`. The sandbox creates no interactions, so it accepts any id of the last three seconds. */
export const interactionRoutes = [
  route(
    "POST",
    "/interactions/:interaction_id/:token/callback",
    function* ({ nowMs, param, state }) {
      const id = param("interaction_id")
      if (Math.abs(nowMs - timeOf(id)) > WAITS_MS) return yield* unknownInteraction
      const answered = state.entities.of("/interactions")
      if (answered.has(id)) return yield* refuse(400, 40060, "Interaction has already been acknowledged.")
      answered.set(id, { id })
      return noContent
    },
    open
  ),
  route("GET", ORIGINAL, original, open),
  route("PATCH", ORIGINAL, original, open),
  route("DELETE", ORIGINAL, original, open)
]
