/** The rules between the fields of an event. */
import type { ValidationIssue } from "../../errors/fields.ts"
import type { entityTypes, RecurrenceRule, weekdays } from "../../objects/event.ts"
import { issueIf } from "../dsl/checks.ts"

/** The fields of an event, or of a change, that are validated together. */
interface EventInput {
  readonly entity_type?: keyof typeof entityTypes
  readonly channel_id?: string | null
  readonly entity_metadata?: { readonly location: string }
  readonly scheduled_start_time?: string
  readonly scheduled_end_time?: string | null
  readonly recurrence_rule?: RecurrenceRule | null
}

/** Validates fields against the entity type (Discord docs, guild scheduled event, field requirements by entity type). */
export const eventIssues = (input: EventInput): ReadonlyArray<ValidationIssue> => [
  ...entityTypeIssues(input),
  ...orderIssues(input),
  ...recurrenceIssues(input.recurrence_rule)
]

/** The end must be after the start. */
export const orderIssues = ({
  scheduled_end_time: end,
  scheduled_start_time: start
}: {
  readonly scheduled_start_time?: string | null
  readonly scheduled_end_time?: string | null
}): ReadonlyArray<ValidationIssue> =>
  issueIf(
    typeof end === "string" && typeof start === "string" && Date.parse(end) <= Date.parse(start),
    "scheduled_end_time",
    "must be after scheduled_start_time",
    "order"
  )

const entityTypeIssues = (input: EventInput): ReadonlyArray<ValidationIssue> => {
  const hasChannel = typeof input.channel_id === "string"
  const hasLocation = input.entity_metadata !== undefined
  if (input.entity_type === undefined) return []
  switch (input.entity_type) {
    case "external":
      return [
        ...issueIf(!hasLocation, "entity_metadata", "external events need entity_metadata.location", "required"),
        ...issueIf(
          typeof input.scheduled_end_time !== "string",
          "scheduled_end_time",
          "external events need an end time",
          "required"
        ),
        ...issueIf(hasChannel, "channel_id", "external events cannot have a channel", "not_allowed")
      ]
    case "stage":
    case "voice":
      return [
        ...issueIf(!hasChannel, "channel_id", `${input.entity_type} events need a channel`, "required"),
        ...issueIf(hasLocation, "entity_metadata", "only external events can have a location", "not_allowed")
      ]
  }
}

/** Returns the parts of a rule that Discord does not support. */
const recurrenceIssues = (rule: RecurrenceRule | null | undefined): ReadonlyArray<ValidationIssue> => {
  if (rule === null || rule === undefined) return []
  const { by_month, by_month_day, by_n_weekday, by_weekday, frequency, interval } = rule
  const issues: ReadonlyArray<readonly [wrong: boolean, field: keyof RecurrenceRule, message: string]> = [
    [interval === 2 && frequency !== "weekly", "interval", "must be 1 unless frequency is weekly"],
    [
      by_weekday !== undefined && frequency !== "daily" && frequency !== "weekly",
      "by_weekday",
      "is allowed only for daily and weekly events"
    ],
    [
      frequency === "weekly" && (by_weekday?.length ?? 1) > 1,
      "by_weekday",
      "must have one day for weekly events; for several days use frequency daily"
    ],
    [
      frequency === "daily" && by_weekday !== undefined && !isAllowedDaySet(by_weekday),
      "by_weekday",
      `must be one of these sets for daily events: ${allowedDaySets.map((set) => set.join("+")).join(", ")}`
    ],
    [by_n_weekday !== undefined && frequency !== "monthly", "by_n_weekday", "is allowed only for monthly events"],
    [by_month !== undefined && frequency !== "yearly", "by_month", "is allowed only for yearly events"],
    [by_month_day !== undefined && frequency !== "yearly", "by_month_day", "is allowed only for yearly events"],
    [by_month !== undefined && by_month_day === undefined, "by_month_day", "is required together with by_month"],
    [by_month_day !== undefined && by_month === undefined, "by_month", "is required together with by_month_day"]
  ]
  return issues
    .filter(([wrong]) => wrong)
    .map(([, field, message]) => ({ path: `recurrence_rule.${field}`, message, code: "recurrence" }))
}

type Day = keyof typeof weekdays

/** Sets of days that Discord allows for daily events. */
const allowedDaySets: ReadonlyArray<ReadonlyArray<Day>> = [
  ["monday", "tuesday", "wednesday", "thursday", "friday"],
  ["tuesday", "wednesday", "thursday", "friday", "saturday"],
  ["sunday", "monday", "tuesday", "wednesday", "thursday"],
  ["friday", "saturday"],
  ["saturday", "sunday"],
  ["sunday", "monday"]
]

const isAllowedDaySet = (days: ReadonlyArray<Day>): boolean =>
  allowedDaySets.some((set) => set.length === days.length && set.every((day) => days.includes(day)))
