import { Effect } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Clearance } from "../../safety/Clearance.ts"

/** Reads something on the way of a tool with its own logic. `Shape` is what Discord promises for this route. */
export const lookUp = <Shape>(
  route: string,
  path: DiscordRequest["path"],
  query: NonNullable<DiscordRequest["query"]> = {},
  subject: Subject = "bot"
): Effect.Effect<Shape, DiscordFailure, Discord | Clearance> =>
  Effect.flatMap(Discord, ({ request }) => request({ ...READ, route, path, query, subject })).pipe(
    Effect.map(({ body }) => body as Shape) // Discord's promise, see above
  )

const READ = { method: "GET", risk: "read", repeat: "same", duration: "default" } as const
