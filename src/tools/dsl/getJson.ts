import { Effect, Predicate, type Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Permit } from "../../safety/Permit.ts"
import { guardOf } from "./guardOf.ts"

/** Reads one resource and decodes it. Fails if the reply does not fit `reply`. */
export const getJson = <Shape>(
  reply: Schema.Schema<Shape>,
  route: string,
  path: DiscordRequest["path"],
  query: NonNullable<DiscordRequest["query"]> = {}
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  Effect.flatMap(Discord, ({ request }) =>
    request({ ...READ, route, path, query, subject: "bot", fits: guardOf(reply) })
  ).pipe(
    Effect.map(({ body }) => body as Shape) // `fits` has been held against it
  )

/**
 * Reads something for a preview, which does without what is not as it expects. `Shape` is what
 * Discord promises for this route; only that it is an object or a list is certain.
 */
export const lookUp = <Shape>(
  route: string,
  path: DiscordRequest["path"],
  query: NonNullable<DiscordRequest["query"]> = {},
  subject: Subject = "bot"
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  Effect.flatMap(Discord, ({ request }) =>
    request({ ...READ, route, path, query, subject, fits: Predicate.isObject })
  ).pipe(
    Effect.map(({ body }) => body as Shape) // Discord's promise, see above
  )

const READ = { method: "GET", risk: "read", repeat: "same", duration: "default" } as const
