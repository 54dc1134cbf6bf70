import { Deferred, Effect, Exit, FiberId } from "effect"
import { DiscordAuthError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { DiscordUnexpectedResponse } from "../errors/ServerErrors.ts"
import type { Permit } from "../safety/Permit.ts"
import { currentUser, type DiscordRequest, type Reply } from "./DiscordRequest.ts"

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
export const expectedBot = (expected: string | undefined, request: Request): Identified => {
  if (expected === undefined) return { request, identified: Effect.void }
  let found: string | undefined
  let asking: Deferred.Deferred<string, DiscordFailure> | undefined

  const ask: Effect.Effect<string, DiscordFailure, Permit> = Effect.suspend(() => {
    if (found !== undefined) return Effect.succeed(found)
    if (asking !== undefined) return Deferred.await(asking)
    const asked = Deferred.unsafeMake<string, DiscordFailure>(FiberId.none)
    asking = asked
    const answered = Effect.onExit(Effect.flatMap(request(currentUser), idOf), (exit) => {
      if (Exit.isSuccess(exit)) found = exit.value
      asking = undefined
      return Deferred.done(asked, exit)
    })
    // The lookup runs in its own fiber, because the first call may be interrupted while others wait for it.
    return Effect.zipRight(Effect.forkDaemon(answered), Deferred.await(asked))
  })

  const identified = Effect.flatMap(ask, (id) => (id === expected ? Effect.void : otherBot(id, expected)))
  return { identified, request: (wanted) => Effect.zipRight(identified, request(wanted)) }
}

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
