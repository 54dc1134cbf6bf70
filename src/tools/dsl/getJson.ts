import { Effect, type Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { Permit } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Reading } from "../../objects/schema/reply.ts"
import { type Reader, readerOf, strictReaderOf } from "../../objects/schema/reply.ts"
import { Omissions } from "./view.ts"

type Query = NonNullable<DiscordRequest["query"]>

/** Reads one resource. Fails if any part of the reply does not fit `reply`, for decisions that need all of it. */
export const getJson = <Shape>(
  reply: Schema.Schema<Shape>,
  route: string,
  path: DiscordRequest["path"],
  query?: Query,
  subject?: Subject
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  Effect.map(read(strictReaderOf(reply), route, path, query, subject), ({ body }) => body)

/** Reads one resource. Leaves out parts of the reply that do not fit `reply`, and adds them to `Omissions`. */
export const getReadable = <Shape>(
  reply: Schema.Schema<Shape>,
  route: string,
  path: DiscordRequest["path"],
  query?: Query,
  subject?: Subject
): Effect.Effect<Shape, DiscordFailure, Discord | Permit> =>
  Effect.zipWith(read(readerOf(reply), route, path, query, subject), Omissions, ({ body, omitted }, { add }) => {
    add(omitted)
    return body
  })

const read = <Shape>(
  reader: Reader<Shape>,
  route: string,
  path: DiscordRequest["path"],
  query: Query = {},
  subject: Subject = "bot"
): Effect.Effect<Reading<Shape>, DiscordFailure, Discord | Permit> =>
  Effect.flatMap(Discord, ({ request }) =>
    request({
      method: "GET",
      risk: "read",
      repeat: "same",
      duration: "default",
      route,
      path,
      query,
      subject,
      read: reader
    })
  ).pipe(
    // `reader` has read the body.
    Effect.map(({ body, omitted = [] }) => ({ body: body as Shape, omitted }))
  )
