import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { finishedEvent, unknownEvent } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import {
  checkLocation,
  decodeEvent,
  EventCreate,
  EventPatch,
  eventDefaults,
  interested,
  toApiEvent
} from "../eventForm.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findEvent, findGuild } from "../find.ts"
import { json } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"

const Page = Schema.Struct({
  limit: optional(integerText(1, 100)),
  after: optional(snowflake),
  before: optional(snowflake)
})

const EVENTS = "/guilds/:guild_id/scheduled-events"

const EVENT = `${EVENTS}/:event_id` as const

/** `/guilds/{guild.id}/scheduled-events`. */
export const eventRoutes = [
  ...storeRoutes({
    path: EVENTS,
    item: "event_id",
    unknown: unknownEvent,
    operations: CRUD,
    needsForOthers: Bit.ManageEvents,
    decode: { create: decodeEvent(EventCreate), modify: decodeEvent(EventPatch) },
    fields: ({ state }) => eventDefaults(state),
    // Status 3 is completed, 4 is canceled.
    check: ({ state }, event, before) => (Number(before?.status) > 2 ? finishedEvent : checkLocation(state, event)),
    toApi: (event, { query }) => toApiEvent(event, query),
    audit: {
      create: AuditLogEvent.GuildScheduledEventCreate,
      modify: AuditLogEvent.GuildScheduledEventUpdate,
      remove: AuditLogEvent.GuildScheduledEventDelete
    }
  }),

  route("GET", `${EVENT}/users`, function* (request) {
    const { event, guild } = yield* eventOf(request)
    const { limit = 100 } = yield* decodeForm(Page)(request.query)
    const members = request.state.membersOf(guild.id)
    const users = interested(event).flatMap((id) => {
      const member = members.get(id)
      if (member === undefined) return []
      const { user } = member
      const known = { guild_scheduled_event_id: event.id, user_id: id, user, response: 1 }
      return [request.query.with_member === "true" ? { ...known, member } : known]
    })
    return json(200, users.slice(0, limit))
  }),

  route("GET", `${EVENT}/users/counts`, (request) =>
    Effect.map(eventOf(request), ({ event }) =>
      json(200, {
        guild_scheduled_event_count: interested(event).length,
        guild_scheduled_event_exception_counts: {}
      })
    )
  )
]

type Named = RouteRequest<"guild_id" | "event_id">

const eventOf = Effect.fnUntraced(function* ({ param, state }: Named) {
  const guild = yield* findGuild(state, param("guild_id"))
  return { guild, event: yield* findEvent(state, guild.id, param("event_id")) }
})
