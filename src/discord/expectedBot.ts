import { Effect, type Scope } from "effect"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { DiscordAuthError, DiscordUnexpectedResponse } from "../errors/DiscordMcpError.ts"
import { currentUser, type DiscordRequest, type Reply } from "./DiscordRequest.ts"
import { shareRunning } from "./KillSwitch.ts"
import type { Permit } from "./Permit.ts"

/** Sends a request through the chain. */
type Request = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Verifies the token's bot before the first request. */
export interface Identified {
  readonly request: Request
  /** Fails if the token belongs to another bot. Sends at most one lookup. */
  readonly identified: Effect.Effect<void, DiscordFailure, Permit>
}

/**
 * Delays every request until Discord has returned the token's bot. The first request sends the lookup,
 * and the result is kept. If the lookup fails, the waiting requests fail with its error, and the next
 * request repeats the lookup.
 */
export const expectedBot = Effect.fnUntraced(function* (
  expected: string | undefined,
  request: Request
): Effect.fn.Return<Identified, never, Scope.Scope> {
  if (expected === undefined) return { request, identified: Effect.void }
  let botId: string | undefined
  const lookup = yield* shareRunning(
    Effect.map(Effect.flatMap(request(currentUser), idOf), (id) => {
      botId = id
      return id
    })
  )
  const identified = Effect.flatMap(
    Effect.suspend(() => (botId === undefined ? lookup : Effect.succeed(botId))),
    (id) => (id === expected ? Effect.void : otherBot(id, expected))
  )
  return { identified, request: (wanted) => Effect.zipRight(identified, request(wanted)) }
})

/** Makes the error for another bot's token. The bot's id is not secret. */
export const otherBot = (id: string, expected: string) =>
  new DiscordAuthError({ subject: "bot", bot_id: id, expected_bot_id: expected })

const idOf = ({ body }: Reply): Effect.Effect<string, DiscordUnexpectedResponse> => {
  const id: unknown = Object(body).id
  return typeof id === "string" && /^\d+$/.test(id)
    ? Effect.succeed(id)
    : new DiscordUnexpectedResponse({
        upstream: { status: 200, method: "GET", route: "/users/@me" },
        outcome_unknown: false,
        recovery: "Ask the operator to check DISCORD_API_URL: DISCORD_EXPECTED_BOT_ID cannot be checked."
      })
}
