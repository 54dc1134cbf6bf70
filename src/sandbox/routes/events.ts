import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { note } from "../audit.ts"
import { finishedEvent } from "../discordError.ts"
import { checkPlace, EventCreate, EventPatch, interested, makeEvent, told } from "../eventForm.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findEvent, findGuild } from "../find.ts"
import { ensureInGuild, has, permissionsOf } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import type { Thing } from "../State.ts"

const Page = Schema.Struct({
  limit: optional(integerText(1, 100)),
  after: optional(snowflake),
  before: optional(snowflake)
})

const EVENTS = "/guilds/:guild_id/scheduled-events"

const EVENT = `${EVENTS}/:event_id` as const

/** `/guilds/{guild.id}/scheduled-events`. */
export const eventRoutes = [
  route("GET", EVENTS, ({ param, query, world }) =>
    Effect.map(findGuild(world, param("guild_id")), ({ id }) =>
      json(
        200,
        [...world.events.of(id).values()].map((event) => told(event, query))
      )
    )
  ),

  route("GET", EVENT, (call) => Effect.map(eventOf(call), ({ event }) => json(200, told(event, call.query)))),

  route(
    "POST",
    EVENTS,
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.CreateEvents)
      const { image, ...form } = yield* decodeForm(EventCreate)(body)
      const event = makeEvent(world, guild.id, { ...form, image: typeof image === "string" ? "0" : null })
      yield* checkPlace(world, event)
      world.events.of(guild.id).set(event.id, event)
      note({ world, reason }, guild.id, {
        action: AuditLogEvent.GuildScheduledEventCreate,
        target: event.id,
        after: form
      })
      return json(200, told(event, {}))
    })
  ),

  route(
    "PATCH",
    EVENT,
    Effect.fnUntraced(function* (call) {
      const { event, guild } = yield* ownOrManaged(call)
      const { image, ...form } = yield* decodeForm(EventPatch)(call.body)
      // 3 is completed, 4 is cancelled.
      if (Number(event.status) > 2) return yield* finishedEvent
      const after: Thing = { ...event, ...form, ...(image !== undefined && { image: image === null ? null : "0" }) }
      yield* checkPlace(call.world, after)
      call.world.events.of(guild.id).set(event.id, after)
      note(call, guild.id, {
        action: AuditLogEvent.GuildScheduledEventUpdate,
        target: event.id,
        before: event,
        after
      })
      return json(200, told(after, {}))
    })
  ),

  route(
    "DELETE",
    EVENT,
    Effect.fnUntraced(function* (call) {
      const { event, guild } = yield* ownOrManaged(call)
      call.world.events.of(guild.id).delete(event.id)
      note(call, guild.id, { action: AuditLogEvent.GuildScheduledEventDelete, target: event.id, before: event })
      return noContent
    })
  ),

  route(
    "GET",
    `${EVENT}/users`,
    Effect.fnUntraced(function* (call) {
      const { event, guild } = yield* eventOf(call)
      const { limit = 100 } = yield* decodeForm(Page)(call.query)
      const members = call.world.membersOf(guild.id)
      const users = interested(event).flatMap((id) => {
        const member = members.get(id)
        if (member === undefined) return []
        const { user } = member
        const known = { guild_scheduled_event_id: event.id, user_id: id, user, response: 1 }
        return [call.query.with_member === "true" ? { ...known, member } : known]
      })
      return json(200, users.slice(0, limit))
    })
  ),

  route("GET", `${EVENT}/users/counts`, (call) =>
    Effect.map(eventOf(call), ({ event }) =>
      json(200, {
        guild_scheduled_event_count: interested(event).length,
        guild_scheduled_event_exception_counts: {}
      })
    )
  )
]

type Named = Call<"guild_id" | "event_id">

const eventOf = Effect.fnUntraced(function* ({ param, world }: Named) {
  const guild = yield* findGuild(world, param("guild_id"))
  return { guild, event: yield* findEvent(world, guild.id, param("event_id")) }
})

const ownOrManaged = Effect.fnUntraced(function* (call: Named) {
  const { event, guild } = yield* eventOf(call)
  const held = permissionsOf(call.world, guild.id, call.world.bot.id)
  const own = event.creator_id === call.world.bot.id
  if (!(own && has(held, Bit.CreateEvents))) yield* ensureInGuild(call.world, guild.id, Bit.ManageEvents)
  return { guild, event }
})
