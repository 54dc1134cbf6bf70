/** Recurrence rules: input fields, request body, and Discord's restrictions (Discord docs, guild scheduled event). */
import {
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  GuildScheduledEventRecurrenceRuleWeekday as Weekday
} from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { enumChoice, enumTable } from "../../objects/schema/enums.ts"
import { integer, listOf, object, optional, setOf, timestamp } from "../../objects/schema/fields.ts"

/** Frequencies. */
export const frequencies = enumTable(Frequency)

/** Weekdays. */
export const weekdays = enumTable(Weekday)

const weekday = enumChoice("A day of the week.", weekdays)

/** The recurrence rule of an event. */
export const recurrenceRule = object("When the event repeats.", {
  start: timestamp("Start of the first occurrence: ISO 8601 time."),
  frequency: enumChoice("How often.", frequencies),
  interval: optional(integer("1 by default; 2 for every other week.", 1, 2)),
  by_weekday: optional(
    setOf("For weekly: one day. For daily: a set of days, such as monday to friday.", weekday, 1, 5)
  ),
  by_n_weekday: optional(
    listOf(
      "For monthly: one weekday of the month.",
      object("Such as {n: 2, day: friday}.", {
        n: integer("Week of the month; 5 is the last.", 1, 5),
        day: weekday
      }),
      1,
      1
    )
  ),
  by_month: optional(setOf("For yearly: one month.", integer("A month, 1 to 12.", 1, 12), 1, 1)),
  by_month_day: optional(setOf("For yearly: one day of the month.", integer("A day, 1 to 31.", 1, 31), 1, 1))
  // Random rules are rarely valid, so generated values come from samples.
}).annotations({ arbitrary: () => (fc) => fc.constantFrom(...sampleRules) })

const START = "2026-05-01T18:00:00Z"

/** One valid rule per frequency. */
const sampleRules: ReadonlyArray<Rule> = [
  { start: START, frequency: "daily", by_weekday: ["saturday", "sunday"] },
  { start: START, frequency: "weekly", interval: 2, by_weekday: ["friday"] },
  { start: START, frequency: "monthly", by_n_weekday: [{ n: 5, day: "friday" }] },
  { start: START, frequency: "yearly", by_month: [5], by_month_day: [1] }
]

type Rule = typeof recurrenceRule.Type

/** The fields of a recurrence rule that Discord accepts in requests. */
export interface RuleBody {
  readonly start: string
  readonly frequency: Frequency
  readonly interval: number
  readonly by_weekday?: ReadonlyArray<Weekday>
  readonly by_n_weekday?: ReadonlyArray<{ readonly n: number; readonly day: Weekday }>
  readonly by_month?: ReadonlyArray<number>
  readonly by_month_day?: ReadonlyArray<number>
}

/** Converts a recurrence rule to Discord's format. */
export const recurrenceBody = ({ by_n_weekday, by_weekday, frequency, interval = 1, ...rest }: Rule): RuleBody => ({
  ...rest,
  interval,
  frequency: frequencies[frequency],
  ...(by_weekday !== undefined && { by_weekday: by_weekday.map((day) => weekdays[day]) }),
  ...(by_n_weekday !== undefined && { by_n_weekday: by_n_weekday.map(({ day, n }) => ({ n, day: weekdays[day] })) })
})

/** Returns the parts of a rule that Discord does not support. */
export const recurrenceIssues = (rule: Rule | null | undefined): ReadonlyArray<ValidationIssue> => {
  if (rule === null || rule === undefined) return []
  const { by_month, by_month_day, by_n_weekday, by_weekday, frequency, interval } = rule
  const issues: ReadonlyArray<readonly [wrong: boolean, field: keyof Rule, message: string]> = [
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
