import { Effect, Predicate, type Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Permit } from "../../safety/Permit.ts"
import { type Guard, guardOf } from "./guardOf.ts"

type Query = NonNullable<DiscordRequest["query"]>

/** Reads one resource. Fails if the reply does not fit `reply`. */
export const getJson = <Shape>(
  reply: Schema.Schema<Shape>,
  route: string,
  path: DiscordRequest["path"],
  query?: Query
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> => read<Shape>(guardOf(reply), route, path, query)

/**
 * Reads one resource for a preview. The preview omits what it cannot show. This function only checks
 * that the reply is an object or a list. `Shape` is Discord's documented type of the route.
 */
export const getUnchecked = <Shape>(
  route: string,
  path: DiscordRequest["path"],
  query?: Query,
  subject?: Subject
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  read<Shape>(Predicate.isObject, route, path, query, subject)

const read = <Shape>(
  fits: Guard,
  route: string,
  path: DiscordRequest["path"],
  query: Query = {},
  subject: Subject = "bot"
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  Effect.flatMap(Discord, ({ request }) =>
    request({ method: "GET", risk: "read", repeat: "same", duration: "default", route, path, query, subject, fits })
  ).pipe(
    Effect.map(({ body }) => body as Shape) // `fits` has checked it
  )
