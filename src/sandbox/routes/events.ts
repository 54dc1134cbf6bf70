import { type APIGuildScheduledEvent, AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Record, Schema } from "effect"
import { type changedEventFields, entityTypes, eventFields, recurrence } from "../../objects/event.ts"
import { unsetOf } from "../../objects/fields.ts"
import { choice, clearable, decodeFields, optional, page, picture, text } from "../BodySchema.ts"
import { describedBody } from "../describedBody.ts"
import { finishedEvent, invalidField, invalidForm, json, type Refusal, unknownEvent } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import { findChannel, findEvent, findGuild } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"

/** Discord's names of the entity types in its description. */
const requests: Readonly<Record<number, string>> = {
  [entityTypes.external]: "External",
  [entityTypes.stage]: "Stage",
  [entityTypes.voice]: "Voice"
}

/** The settings of an event in a body. */
type Form = Partial<Pick<APIGuildScheduledEvent, keyof typeof changedEventFields | "image">>

/** Decodes a body by the entity type of its event. Null is as if the field were left out, where it clears nothing. */
const decodersOf = (request: "CreateRequest" | "PatchRequestPartial") => {
  const byType = Record.map(requests, (name) => decodeFields(describedBody<Form>(`${name}ScheduledEvent${request}`)))
  return (body: unknown, type: number): Effect.Effect<object, Refusal> =>
    Effect.flatMap(byType[type]?.(body) ?? decodeType(body), stored)
}

const decodeNew = decodersOf("CreateRequest")
const decodePatch = decodersOf("PatchRequestPartial")

/** A body of a type that Discord lacks has no other problem. */
const decodeType = decodeFields(Schema.Struct({ entity_type: choice(...Object.keys(requests).map(Number)) }))

/** Rules that the description lacks. */
const Described = Schema.Struct({
  name: optional(text(1, 100)),
  description: clearable(text(1, 1000)),
  entity_metadata: clearable(Schema.Struct({ location: optional(text(1, 100)) })),
  image: clearable(picture)
})

/** Returns the settings as Discord stores them. An image becomes a placeholder, because the sandbox stores no images. */
const stored = (form: Form) =>
  Effect.map(decodeFields(Described)(form), ({ image }) => {
    const { recurrence_rule: rule, ...settings } = Record.filter<string, unknown>(
      { ...form },
      (value, name) => value !== null || CLEARABLE.has(name)
    )
    return {
      ...settings,
      ...(image !== undefined && { image: image === null ? null : "0" }),
      ...(rule !== undefined && { recurrence_rule: rule && { ...wholeRule, ...rule } })
    }
  })

const CLEARABLE = new Set(["image", "entity_metadata", ...Object.keys(unsetOf(eventFields))])

/** A rule as Discord sends it has all of its fields. */
const wholeRule = {
  ...Record.map(recurrence, () => null),
  ...unsetOf(recurrence),
  end: null,
  by_year_day: null,
  count: null
}

/** Returns an event that the bot created. */
export const makeEvent = (
  state: SandboxState,
  guild_id: string,
  form: object,
  users: ReadonlyArray<string> = []
): Entity => ({ id: state.nextId(), guild_id, ...eventDefaults(state), ...form, interested: users })

/** Fields of a new event that its body can omit. */
const eventDefaults = (state: SandboxState) => ({
  creator_id: state.bot.id,
  creator: state.bot,
  ...unsetOf(eventFields),
  image: null,
  status: 1,
  entity_id: null,
  entity_metadata: null,
  guild_scheduled_event_exceptions: [],
  interested: []
})

/** Returns the ids of the users who are interested in an event. */
const interested = (event: Entity): ReadonlyArray<string> => (Array.isArray(event.interested) ? event.interested : [])

/** Returns an event as Discord sends it: without its interested users. */
const toApiEvent = (event: Entity, query: Readonly<Record<string, string>>) => {
  const { interested: users, ...rest } = event
  return { ...rest, ...(query.with_user_count === "true" && Array.isArray(users) && { user_count: users.length }) }
}

/** Fails unless an external event has a location and an end, and any other event has a channel. */
const checkLocation = Effect.fnUntraced(function* (state: SandboxState, event: Entity) {
  if (event.entity_type === entityTypes.external) {
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
    decode: {
      create: (body) => decodeNew(body, Number(Object(body).entity_type)),
      modify: (body, before) => decodePatch(body, Number(Object(body).entity_type ?? before?.entity_type))
    },
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
