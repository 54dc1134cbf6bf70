import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { finishedEvent } from "../discordError.ts"
import { checkLocation, EventCreate, EventPatch, interested, makeEvent, toApiEvent } from "../eventForm.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findEvent, findGuild } from "../find.ts"
import { ensureInGuild, has, permissionsOf } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity } from "../State.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

const Page = Schema.Struct({
  limit: optional(integerText(1, 100)),
  after: optional(snowflake),
  before: optional(snowflake)
})

const EVENTS = "/guilds/:guild_id/scheduled-events"

const EVENT = `${EVENTS}/:event_id` as const

/** `/guilds/{guild.id}/scheduled-events`. */
export const eventRoutes = [
  route("GET", EVENTS, ({ param, query, state }) =>
    Effect.map(findGuild(state, param("guild_id")), ({ id }) =>
      json(
        200,
        [...state.events.of(id).values()].map((event) => toApiEvent(event, query))
      )
    )
  ),

  route("GET", EVENT, (request) =>
    Effect.map(eventOf(request), ({ event }) => json(200, toApiEvent(event, request.query)))
  ),

  route(
    "POST",
    EVENTS,
    Effect.fnUntraced(function* ({ body, param, reason, state }) {
      const guild = yield* findGuild(state, param("guild_id"))
      yield* ensureInGuild(state, guild.id, Bit.CreateEvents)
      const { image, ...form } = yield* decodeForm(EventCreate)(body)
      const event = makeEvent(state, guild.id, { ...form, image: typeof image === "string" ? "0" : null })
      yield* checkLocation(state, event)
      state.events.of(guild.id).set(event.id, event)
      writeAuditEntry({ state, reason }, guild.id, {
        action: AuditLogEvent.GuildScheduledEventCreate,
        target: event.id,
        after: form
      })
      return json(200, toApiEvent(event, {}))
    })
  ),

  route(
    "PATCH",
    EVENT,
    Effect.fnUntraced(function* (request) {
      const { event, guild } = yield* ownOrManaged(request)
      const { image, ...form } = yield* decodeForm(EventPatch)(request.body)
      // 3 is completed, 4 is cancelled.
      if (Number(event.status) > 2) return yield* finishedEvent
      const after: Entity = { ...event, ...form, ...(image !== undefined && { image: image === null ? null : "0" }) }
      yield* checkLocation(request.state, after)
      request.state.events.of(guild.id).set(event.id, after)
      writeAuditEntry(request, guild.id, {
        action: AuditLogEvent.GuildScheduledEventUpdate,
        target: event.id,
        before: event,
        after
      })
      return json(200, toApiEvent(after, {}))
    })
  ),

  route(
    "DELETE",
    EVENT,
    Effect.fnUntraced(function* (request) {
      const { event, guild } = yield* ownOrManaged(request)
      request.state.events.of(guild.id).delete(event.id)
      writeAuditEntry(request, guild.id, {
        action: AuditLogEvent.GuildScheduledEventDelete,
        target: event.id,
        before: event
      })
      return noContent
    })
  ),

  route(
    "GET",
    `${EVENT}/users`,
    Effect.fnUntraced(function* (request) {
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
    })
  ),

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

const ownOrManaged = Effect.fnUntraced(function* (request: Named) {
  const { event, guild } = yield* eventOf(request)
  const held = permissionsOf(request.state, guild.id, request.state.bot.id)
  const own = event.creator_id === request.state.bot.id
  if (!(own && has(held, Bit.CreateEvents))) yield* ensureInGuild(request.state, guild.id, Bit.ManageEvents)
  return { guild, event }
})
