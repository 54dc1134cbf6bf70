/** What a call waits for, and whether it can arrive. */
import { Effect, Schema } from "effect"
import { expected } from "../../objects/schema/reply.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import { type Awaited, dependsOnPlace, neverSent, type Place, whyNoneArrives } from "../arrivals.ts"
import { Gateway } from "../Gateway.ts"
import { type EventFilter, type EventSettings, onlyMentions } from "./fields.ts"

const Channel = Schema.Struct({ guild_id: expected(Schema.NullOr(Schema.String)) })

/** Returns whether a channel is in a guild. `undefined` if it cannot be read. */
const placeOf = (channel_id: string) =>
  getReadable(Channel, "/channels/{channel_id}", { channel_id }).pipe(
    Effect.map(({ guild_id }): Place => (guild_id == null ? "direct" : "guild")),
    Effect.orElseSucceed(() => undefined)
  )

/** Adds the place to what a call waits for. It is read only if it decides whether an event can arrive. */
export const withPlace = Effect.fnUntraced(function* (awaited: Awaited, channel_id: string | undefined) {
  const status = yield* (yield* Gateway).status
  if (channel_id === undefined || !dependsOnPlace(awaited, status)) return awaited
  return { ...awaited, place: yield* placeOf(channel_id) } satisfies Awaited as Awaited
})

/** Returns what a call waits for, within the caller's policy. */
export const awaitedBy = (filter: EventFilter, settings: EventSettings) => {
  const { channel_id, contains, guild_id, include_own, reply_to, types } = filter
  // Discord sends the texts of the bot's own messages, of mentions of the bot, and of replies that ping it.
  const hasText = include_own === true || reply_to !== undefined || onlyMentions(filter, settings)
  const isInGuild = guild_id !== undefined || settings.allowedGuilds !== undefined
  const awaited: Awaited = {
    types,
    byText: contains !== undefined && !hasText,
    ...(isInGuild && { place: "guild" })
  }
  return withPlace(awaited, channel_id)
}

/** Fails if nothing that is waited for can arrive. A short interruption of the connection is no reason. */
export const failIfNoneArrives = (awaited: Awaited) =>
  Effect.gen(function* () {
    const none = whyNoneArrives(awaited, yield* (yield* Gateway).status)
    if (none !== undefined) return yield* none
  })

/** Says which types of events do not arrive. */
export const missingNotes = (awaited: Awaited) =>
  Effect.map(
    Effect.flatMap(Gateway, ({ status }) => status),
    (status) =>
      neverSent(awaited, status).map(
        ({ intents, type }) => `No ${type} arrives without ${intents.join(" or ")} in MCP_GATEWAY_INTENTS.`
      )
  )
