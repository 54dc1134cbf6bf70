import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, clearable, decodeFields, optional, page, picture, snowflake, text, time } from "../BodySchema.ts"
import { finishedEvent, invalidField, invalidForm, json, unknownEvent } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import { findChannel, findEvent, findGuild } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"

const EntityMetadata = Schema.Struct({ location: optional(text(1, 100)) })

const shared = {
  description: clearable(text(1, 1000)),
  image: clearable(picture),
  scheduled_end_time: clearable(time),
  channel_id: clearable(snowflake),
  entity_metadata: clearable(EntityMetadata),
  recurrence_rule: clearable(Schema.Unknown)
}

/** Body of a new event. */
const EventCreate = Schema.Struct({
  name: text(1, 100),
  scheduled_start_time: time,
  privacy_level: choice(2),
  entity_type: choice(1, 2, 3),
  ...shared
})

/** Body of an event update. */
const EventPatch = Schema.Struct({
  name: optional(text(1, 100)),
  scheduled_start_time: optional(time),
  privacy_level: optional(choice(2)),
  entity_type: optional(choice(1, 2, 3)),
  status: optional(choice(1, 2, 3, 4)),
  ...shared
})

/** Returns an event that the bot created. */
export const makeEvent = (
  state: SandboxState,
  guild_id: string,
  form: object,
  users: ReadonlyArray<string> = []
): Entity => ({ id: state.nextId(), guild_id, ...eventDefaults(state), ...form, interested: users })

/** Fields of a new event that its body can omit. */
const eventDefaults = (state: SandboxState) => ({
  channel_id: null,
  creator_id: state.bot.id,
  creator: state.bot,
  description: null,
  image: null,
  scheduled_end_time: null,
  status: 1,
  entity_id: null,
  entity_metadata: null,
  recurrence_rule: null,
  guild_scheduled_event_exceptions: [],
  interested: []
})

/** Decodes a body. An image becomes a placeholder, because the sandbox stores no images. */
const decodeEvent =
  <A extends { readonly image?: string | null }, I>(schema: Schema.Schema<A, I>) =>
  (body: unknown) =>
    Effect.map(decodeFields(schema)(body), ({ image, ...form }) => ({
      ...form,
      ...(image !== undefined && { image: image === null ? null : "0" })
    }))

/** Returns the ids of the users who are interested in an event. */
const interested = (event: Entity): ReadonlyArray<string> => (Array.isArray(event.interested) ? event.interested : [])

/** Returns an event as Discord sends it: without its interested users. */
const toApiEvent = (event: Entity, query: Readonly<Record<string, string>>) => {
  const { interested: users, ...rest } = event
  return { ...rest, ...(query.with_user_count === "true" && Array.isArray(users) && { user_count: users.length }) }
}

/** Fails unless an external event has a location and an end, and any other event has a channel. */
const checkLocation = Effect.fnUntraced(function* (state: SandboxState, event: Entity) {
  if (event.entity_type === 3) {
    const missing = ["scheduled_end_time", "entity_metadata"].filter((name) => event[name] === null)
    const problem = { code: "BASE_TYPE_REQUIRED", message: "This field is required" }
    return missing.length === 0 ? undefined : yield* invalidForm(missing.map((name) => ({ path: [name], ...problem })))
  }
  if (typeof event.channel_id !== "string")
    return yield* invalidField("channel_id", "BASE_TYPE_REQUIRED", "This field is required")
  yield* ensureInChannel(state, yield* findChannel(state, event.channel_id), Bit.Connect)
})

const Page = Schema.Struct(page(100))

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
    const { limit = 100 } = yield* decodeFields(Page)(request.query)
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
