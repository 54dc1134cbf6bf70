import { Deferred, Effect, Exit, FiberId } from "effect"
import { DiscordAuthError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { DiscordUnexpectedResponse } from "../errors/ServerErrors.ts"
import type { Permit } from "../safety/Permit.ts"
import { currentUser, type DiscordRequest, type Reply } from "./DiscordRequest.ts"

/** Makes a request over the chain. */
type Request = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Requests that wait until it is known whose token it is. */
export interface Identified {
  readonly request: Request
  /** Fails when the token is another bot's; asks Discord at most once. */
  readonly identified: Effect.Effect<void, DiscordFailure, Permit>
}

/**
 * Holds every request until Discord has said whose token it is. It is asked once, by
 * the first request, and its answer is remembered. That it cannot answer is the failure
 * of the requests that wait, and the next one asks again.
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

/** The token is another bot's. It is no secret whose. */
export const otherBot = (id: string, expected: string) =>
  new DiscordAuthError({ subject: "bot", bot_id: id, expected_bot_id: expected })

const idOf = ({ body }: Reply): Effect.Effect<string, DiscordUnexpectedResponse> => {
  const id: unknown = Object(body).id
  return typeof id === "string" && /^\d+$/.test(id)
    ? Effect.succeed(id)
    : new DiscordUnexpectedResponse({
        upstream: { status: 200, method: "GET", route: "/users/@me" },
        outcome_unknown: false,
        recovery: "Ask the operator to look at DISCORD_API_URL: DISCORD_EXPECTED_BOT_ID cannot be checked."
      })
}
