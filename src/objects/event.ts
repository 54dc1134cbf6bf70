/** Scheduled events. */
import {
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  GuildScheduledEventEntityType,
  GuildScheduledEventStatus,
  type RESTPatchAPIGuildScheduledEventJSONBody,
  GuildScheduledEventRecurrenceRuleWeekday as Weekday
} from "discord-api-types/v10"
import { Schema } from "effect"
import { bodyOf, enumField, field, inputsOf, repliesOf, valuesOf } from "./fields.ts"
import type { Frozen } from "./fits.ts"
import { alsoTakes } from "./schema/alsoTakes.ts"
import { wrapText } from "./schema/conversions.ts"
import { enumChoice, enumName, enumTable } from "./schema/enums.ts"
import { described, flag, integer, listOf, object, setOf, text, timestamp } from "./schema/fields.ts"
import { ChannelId } from "./schema/ids.ts"
import * as Limits from "./schema/limits.ts"
import { Id, nullish, Time } from "./schema/reply.ts"

/** Entity types: where an event takes place. */
export const entityTypes = {
  stage: GuildScheduledEventEntityType.StageInstance,
  voice: GuildScheduledEventEntityType.Voice,
  external: GuildScheduledEventEntityType.External
} as const

/** Event statuses. */
const statuses = enumTable(GuildScheduledEventStatus)

/** Weekdays. */
export const weekdays = enumTable(Weekday)

const weekday = enumChoice("A day of the week.", weekdays)

const dayName = (day: number | undefined) => enumName(weekdays, day) as keyof typeof weekdays // a number without a name is shown as it is

const numbers = Schema.Array(Schema.Number)

/** The fields of a recurrence rule that a call can set (Discord docs, guild scheduled event). */
export const recurrence = {
  start: field({ value: timestamp("Start of the first occurrence: ISO 8601 time."), reply: Time }),
  frequency: enumField("How often.", enumTable(Frequency), {}),
  interval: field({
    value: integer("1 by default; 2 for every other week.", 1, 2),
    reply: Schema.Number,
    unset: 1
  }),
  by_weekday: field({
    value: setOf("For weekly: one day. For daily: a set of days, such as monday to friday.", weekday, 1, 5),
    reply: numbers,
    show: (days) => days.map(dayName),
    toDiscord: (days) => days.map((day) => weekdays[day])
  }),
  by_n_weekday: field({
    value: listOf(
      "For monthly: one weekday of the month.",
      object("Such as {n: 2, day: friday}.", {
        n: integer("Week of the month; 5 is the last.", 1, 5),
        day: weekday
      }),
      1,
      1
    ),
    reply: Schema.Array(Schema.Struct({ n: Schema.Number, day: Schema.Number })),
    show: (days) => days.map(({ day, n }) => ({ n, day: dayName(day) })),
    toDiscord: (days) => days.map(({ day, n }) => ({ n, day: weekdays[day] }))
  }),
  by_month: field({
    value: setOf("For yearly: one month.", integer("A month, 1 to 12.", 1, 12), 1, 1),
    reply: numbers
  }),
  by_month_day: field({
    value: setOf("For yearly: one day of the month.", integer("A day, 1 to 31.", 1, 31), 1, 1),
    reply: numbers
  })
}

const { frequency, start, ...optionalRecurrence } = recurrence

const recurrenceRule = object("When the event repeats.", {
  start: start.value,
  frequency: frequency.value,
  ...inputsOf(optionalRecurrence)
  // Random rules are rarely valid, so generated values come from samples.
}).annotations({ arbitrary: () => (fc) => fc.constantFrom(...sampleRules) })

/** A recurrence rule. */
export type RecurrenceRule = typeof recurrenceRule.Type

const START = "2026-05-01T18:00:00Z"

/** One valid rule per frequency. */
const sampleRules: ReadonlyArray<RecurrenceRule> = [
  { start: START, frequency: "daily", by_weekday: ["saturday", "sunday"] },
  { start: START, frequency: "weekly", interval: 2, by_weekday: ["friday"] },
  { start: START, frequency: "monthly", by_n_weekday: [{ n: 5, day: "friday" }] },
  { start: START, frequency: "yearly", by_month: [5], by_month_day: [1] }
]

/** The settings of an event, but for its cover image. */
export const eventFields = {
  name: field({ value: text("The name.", { max: Limits.EVENT_NAME_MAX }), reply: Schema.String, harmless: true }),
  description: field({
    value: text("The description.", { max: Limits.EVENT_DESCRIPTION_MAX, min: 0 }),
    reply: Schema.String,
    unset: null,
    harmless: true
  }),
  entity_type: enumField("Where it takes place.", entityTypes, { harmless: true }, GuildScheduledEventEntityType),
  channel_id: field({
    value: described("The stage or voice channel of a stage or voice event.", ChannelId),
    reply: Id,
    unset: null,
    harmless: true
  }),
  entity_metadata: field({
    value: object("Location of an external event: {location}.", {
      location: text("A place or URL.", { max: Limits.EVENT_LOCATION_MAX })
    }).annotations(alsoTakes(wrapText("location"))),
    reply: Schema.Struct({ location: nullish(Schema.String) }),
    show: ({ location }) => (location ? { location } : undefined),
    harmless: true
  }),
  scheduled_start_time: field({
    value: timestamp("When it starts: ISO 8601 time in the future."),
    reply: Time,
    harmless: true
  }),
  scheduled_end_time: field({
    value: timestamp("When it ends: ISO 8601 time; required for external events."),
    reply: Time,
    unset: null,
    harmless: true
  }),
  recurrence_rule: field({
    value: recurrenceRule,
    reply: Schema.Struct({
      ...repliesOf(recurrence),
      end: nullish(Time),
      by_year_day: nullish(numbers),
      count: nullish(Schema.Number)
    }),
    // No call can set the last three (Discord docs, guild scheduled event recurrence rule).
    show: ({ by_year_day, count, end, ...rule }) =>
      ({
        ...valuesOf(recurrence, rule),
        ...(end && { end }),
        ...(by_year_day && { by_year_day }),
        ...(count && { count })
      }) as typeof recurrenceRule.Encoded, // Discord sends its start and frequency
    toDiscord: (rule) => bodyOf(recurrence, { interval: 1, ...rule }),
    unset: null,
    harmless: true
  })
} as const

/** The settings that a change of an event takes. A new event has a status already. */
export const changedEventFields = {
  ...eventFields,
  status: enumField(
    "active starts the event, completed ends it. completed and canceled are final.",
    statuses,
    {},
    { Cancelled: statuses.canceled }
  )
}

/** The fields of an exception of a recurring event. */
export const exceptionFields = {
  scheduled_start_time: field({
    value: timestamp("The new start: ISO 8601 time. If it is cleared or not set, that of the rule."),
    reply: Time,
    unset: null
  }),
  scheduled_end_time: field({
    value: timestamp("The new end: ISO 8601 time. If it is cleared or not set, that of the rule."),
    reply: Time,
    unset: null
  }),
  is_canceled: field({ value: flag("Cancel the occurrence."), reply: Schema.Boolean, unset: false })
}

/** discord-api-types requires the fields of a rule that no call can set, and lacks the null of an end. */
type Body = Omit<RESTPatchAPIGuildScheduledEventJSONBody, "recurrence_rule" | "scheduled_end_time">

/** Makes Discord's form of the settings of an event. */
export const eventBody = (input: object) => bodyOf(changedEventFields, input) satisfies Frozen<Body>

/** Fields of Discord's that the compact view leaves out, each with its reason. `view: "full"` has them. */
export const leftOut = {
  creator: "creator_id names the user.",
  entity_id: "The stage of an active event, which channel_id names.",
  image: "A hash. A call sets the cover by a file.",
  privacy_level: "It has one value.",
  user_rsvp: "The answer of the bot, which cannot take part."
} as const
