import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, PNG, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const EVENT = "1248328050311954441"
const CHANNEL = "1248328050311954442"
const USER = "1248328050311954443"
const START = "2026-06-05T18:00:00Z"
const END = "2026-06-05T20:00:00+02:00"
const LATER = "2026-06-05T21:00:00Z"

const event = {
  id: EVENT,
  guild_id: GUILD,
  channel_id: null,
  creator_id: USER,
  name: "Low tide walk",
  description: null,
  scheduled_start_time: START,
  scheduled_end_time: LATER,
  privacy_level: 2,
  status: 1,
  entity_type: 3,
  entity_id: null,
  entity_metadata: { location: "The pier" },
  user_count: 7,
  image: null,
  recurrence_rule: {
    start: START,
    end: null,
    frequency: 2,
    interval: 2,
    by_weekday: [4],
    by_n_weekday: null,
    by_month: null,
    by_month_day: null,
    by_year_day: null,
    count: null
  },
  guild_scheduled_event_exceptions: [
    {
      event_id: EVENT,
      event_exception_id: USER,
      scheduled_start_time: null,
      scheduled_end_time: null,
      is_canceled: true
    }
  ]
}
const shown = {
  id: EVENT,
  name: "Low tide walk",
  url: `https://discord.com/events/${GUILD}/${EVENT}`,
  entity_type: "external",
  status: "scheduled",
  entity_metadata: { location: "The pier" },
  scheduled_start_time: START,
  scheduled_end_time: LATER,
  recurrence_rule: { frequency: "weekly", interval: 2, start: START, by_weekday: ["friday"] },
  exceptions: [{ id: USER, is_canceled: true }],
  creator_id: USER,
  users: 7
}

const bodyOf = ({ sent }: { readonly sent?: { readonly body: unknown } | undefined }): unknown =>
  JSON.parse(JSON.stringify(sent?.body))

const external = {
  guild_id: GUILD,
  name: "Low tide walk",
  entity_type: "external",
  entity_metadata: { location: "The pier" },
  scheduled_start_time: START,
  scheduled_end_time: LATER
}

describe("events_list", () => {
  it.effect("lists the next event first", () =>
    Effect.gen(function* () {
      const starts = ["2027-03-08T18:00:00+00:00", "2027-03-01T18:00:00+00:00", "2027-12-01T18:00:00+00:00"]
      const events = starts.map((scheduled_start_time, at) => ({ id: `${at}`, name: "walk", scheduled_start_time }))
      const { structured } = yield* wired("events_list", { guild_id: "1248328050278400001" }, events)
      assert.deepStrictEqual(
        Object(structured.items).map(({ id }: { readonly id: string }) => id),
        ["1", "0", "2"]
      )
    })
  )
})

describe("events_create", () => {
  it.effect("sends enums as numbers, the only privacy level, and the image as a data URL", () =>
    Effect.gen(function* () {
      const created = yield* wired(
        "events_create",
        {
          ...external,
          image: { base64: PNG },
          recurrence_rule: { start: START, frequency: "monthly", by_n_weekday: [{ n: 5, day: "sunday" }] }
        },
        event
      )
      assert.deepStrictEqual(bodyOf(created), {
        name: "Low tide walk",
        privacy_level: 2,
        scheduled_start_time: START,
        scheduled_end_time: LATER,
        entity_type: 3,
        entity_metadata: { location: "The pier" },
        recurrence_rule: { start: START, frequency: 1, interval: 1, by_n_weekday: [{ n: 5, day: 6 }] },
        image: `data:image/png;base64,${PNG}`
      })
      const recurrence_rule = { ...shown.recurrence_rule, by_n_weekday: null }
      assert.deepStrictEqual(created.structured, { ...shown, recurrence_rule, image: null })
    })
  )

  it.effect("requires the fields of its entity type, and an end after the start", () =>
    Effect.gen(function* () {
      const wrong = (given: object) => Effect.map(wired("events_create", { ...external, ...given }), issuesOf)
      assert.deepStrictEqual(yield* wrong({ entity_type: "voice" }), [
        "channel_id voice events need a channel",
        "entity_metadata only external events can have a location"
      ])
      const { entity_metadata: _, scheduled_end_time: __, ...bare } = external
      assert.deepStrictEqual(issuesOf(yield* wired("events_create", { ...bare, channel_id: CHANNEL })), [
        "entity_metadata external events need entity_metadata.location",
        "scheduled_end_time external events need an end time",
        "channel_id external events cannot have a channel"
      ])
      // 20:00+02:00 is 18:00Z, the start itself.
      assert.deepStrictEqual(yield* wrong({ scheduled_end_time: END }), [
        "scheduled_end_time must be after scheduled_start_time"
      ])
      const stage = { ...bare, entity_type: "stage", channel_id: CHANNEL }
      assert.deepInclude(bodyOf(yield* wired("events_create", stage, event)), { entity_type: 1, channel_id: CHANNEL })
    })
  )

  it.effect("rejects a recurrence rule that Discord does not support", () =>
    Effect.gen(function* () {
      const wrong = (rule: object) =>
        Effect.map(
          wired("events_create", { ...external, recurrence_rule: { start: START, ...rule } }, event),
          (answer) => (answer.isError ? issuesOf(answer) : "ok")
        )
      const workdays = ["tuesday", "monday", "wednesday", "thursday", "friday"]
      assert.strictEqual(yield* wrong({ frequency: "daily", by_weekday: workdays }), "ok")
      assert.strictEqual(yield* wrong({ frequency: "weekly", interval: 2, by_weekday: ["monday"] }), "ok")
      assert.strictEqual(yield* wrong({ frequency: "yearly", by_month: [7], by_month_day: [24] }), "ok")
      assert.deepStrictEqual(yield* wrong({ frequency: "monthly", interval: 2, by_weekday: ["monday"] }), [
        "recurrence_rule.interval must be 1 unless frequency is weekly",
        "recurrence_rule.by_weekday is allowed only for daily and weekly events"
      ])
      assert.deepStrictEqual(yield* wrong({ frequency: "weekly", by_weekday: ["monday", "tuesday"] }), [
        "recurrence_rule.by_weekday must have one day for weekly events; for several days use frequency daily"
      ])
      assert.deepStrictEqual(yield* wrong({ frequency: "yearly", by_month: [7] }), [
        "recurrence_rule.by_month_day is required together with by_month"
      ])
      assert.deepStrictEqual(
        yield* wrong({ frequency: "daily", by_month: [7], by_n_weekday: [{ n: 1, day: "monday" }] }),
        [
          "recurrence_rule.by_n_weekday is allowed only for monthly events",
          "recurrence_rule.by_month is allowed only for yearly events",
          "recurrence_rule.by_month_day is required together with by_month"
        ]
      )
      assert.match(
        String(yield* wrong({ frequency: "daily", by_weekday: ["monday", "friday"] })),
        /^recurrence_rule\.by_weekday must be one of these sets for daily events: monday\+tuesday/
      )
    })
  )
})

describe("events_modify", () => {
  const at = { guild_id: GUILD, event_id: EVENT }

  it.effect("sends only the given fields, and removes the channel of an event that becomes external", () =>
    Effect.gen(function* () {
      const named = yield* wired(
        "events_modify",
        { ...at, name: "Walk", clear: ["recurrence_rule", "description"] },
        event
      )
      assert.deepStrictEqual(bodyOf(named), { name: "Walk", recurrence_rule: null, description: null })
      const moved = yield* wired(
        "events_modify",
        { ...at, entity_type: "external", entity_metadata: { location: "The pier" }, scheduled_end_time: LATER },
        event
      )
      assert.deepStrictEqual(bodyOf(moved), {
        entity_type: 3,
        channel_id: null,
        entity_metadata: { location: "The pier" },
        scheduled_end_time: LATER
      })
      assert.deepStrictEqual(issuesOf(yield* wired("events_modify", at)), [
        "name set at least one of name, description, entity_type, channel_id, entity_metadata, scheduled_start_time, scheduled_end_time, recurrence_rule, status, image"
      ])
    })
  )
})

describe("the users interested in an event", () => {
  it.effect("are listed by id, for the event or for one occurrence", () =>
    Effect.gen(function* () {
      const { query, sent, structured } = yield* wired(
        "events_list_exception_users",
        { guild_id: GUILD, event_id: EVENT, exception_id: CHANNEL, limit: 2, with_member: true },
        [
          {
            guild_scheduled_event_id: EVENT,
            user_id: USER,
            user: { id: USER, username: "ada", global_name: null },
            member: { nick: "Ada of the sea" },
            response: 0
          },
          { guild_scheduled_event_id: EVENT, user_id: CHANNEL, response: 1 }
        ]
      )
      assert.strictEqual(sent?.path, `/guilds/${GUILD}/scheduled-events/${EVENT}/${CHANNEL}/users`)
      assert.deepStrictEqual(query, { limit: "2", with_member: "true" })
      assert.deepStrictEqual(structured, {
        items: [{ id: USER, username: "ada", nick: "Ada of the sea", declined: true }, { id: CHANNEL }],
        next_cursor: `after:${CHANNEL}`
      })
    })
  )

  it.effect("are counted for several occurrences in one request", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "events_count_users",
        { guild_id: GUILD, event_id: EVENT, exception_ids: [CHANNEL, USER] },
        { guild_scheduled_event_count: 7, guild_scheduled_event_exception_counts: { [CHANNEL]: 3 } }
      )
      assert.deepStrictEqual(sent?.query?.getAll("guild_scheduled_event_exception_ids"), [CHANNEL, USER])
      assert.deepStrictEqual(structured, { users: 7, exceptions: { [CHANNEL]: 3 } })
    })
  )
})

describe("an occurrence of a recurring event", () => {
  it.effect("can be moved or canceled, and must change something", () =>
    Effect.gen(function* () {
      const at = { guild_id: GUILD, event_id: EVENT, original_scheduled_start_time: START }
      const moved = yield* wired(
        "events_create_exception",
        { ...at, scheduled_start_time: LATER },
        {
          event_id: EVENT,
          event_exception_id: USER,
          scheduled_start_time: LATER,
          scheduled_end_time: null,
          is_canceled: false
        }
      )
      assert.deepStrictEqual(bodyOf(moved), { original_scheduled_start_time: START, scheduled_start_time: LATER })
      assert.deepStrictEqual(moved.structured, {
        id: USER,
        scheduled_start_time: LATER,
        notice: "Discord accepted original_scheduled_start_time, but its reply does not show it."
      })
      assert.deepStrictEqual(issuesOf(yield* wired("events_create_exception", at)), [
        "scheduled_start_time set at least one of scheduled_start_time, scheduled_end_time, is_canceled"
      ])
      assert.deepStrictEqual(
        issuesOf(
          yield* wired("events_create_exception", { ...at, scheduled_start_time: LATER, scheduled_end_time: START })
        ),
        ["scheduled_end_time must be after scheduled_start_time"]
      )
    })
  )
})
