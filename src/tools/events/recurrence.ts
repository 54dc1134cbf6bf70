/** How often an event comes again: as inputs say it, as Discord takes it, and what it does not take (Discord docs, guild scheduled event). */
import {
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  GuildScheduledEventRecurrenceRuleWeekday as Weekday
} from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { wordsOf } from "../shared/enums.ts"
import { choice, integer, listOf, object, optional, setOf, timestamp } from "../shared/fields.ts"

/** How often, by words. */
export const frequencies = {
  daily: Frequency.Daily,
  weekly: Frequency.Weekly,
  monthly: Frequency.Monthly,
  yearly: Frequency.Yearly
} as const

/** Days of the week by their names. */
export const weekdays = {
  monday: Weekday.Monday,
  tuesday: Weekday.Tuesday,
  wednesday: Weekday.Wednesday,
  thursday: Weekday.Thursday,
  friday: Weekday.Friday,
  saturday: Weekday.Saturday,
  sunday: Weekday.Sunday
} as const

const weekday = choice("A day of the week.", ...wordsOf(weekdays))

/** When an event comes again. */
export const recurrenceRule = object("When it comes again.", {
  start: timestamp("When the first one begins."),
  frequency: choice("How often.", ...wordsOf(frequencies)),
  interval: optional(integer("2 for every other week.", 1, 2)),
  by_weekday: optional(setOf("Weekly: its day. Daily: its days, such as monday to friday.", weekday, 1, 5)),
  by_n_weekday: optional(
    listOf(
      "Monthly: which weekday of the month.",
      object("Such as the second friday.", { n: integer("Which one; 5 is the last.", 1, 5), day: weekday }),
      1,
      1
    )
  ),
  by_month: optional(setOf("Yearly: its month.", integer("1 to 12.", 1, 12), 1, 1)),
  by_month_day: optional(setOf("Yearly: its day of the month.", integer("1 to 31.", 1, 31), 1, 1))
  // Of rules made at random hardly one holds together.
}).annotations({ arbitrary: () => (fc) => fc.constantFrom(...typical) })

const START = "2026-05-01T18:00:00Z"

/** A rule of each kind. */
const typical: ReadonlyArray<Rule> = [
  { start: START, frequency: "daily", by_weekday: ["saturday", "sunday"] },
  { start: START, frequency: "weekly", interval: 2, by_weekday: ["friday"] },
  { start: START, frequency: "monthly", by_n_weekday: [{ n: 5, day: "friday" }] },
  { start: START, frequency: "yearly", by_month: [5], by_month_day: [1] }
]

type Rule = typeof recurrenceRule.Type

/** A rule as Discord takes it: the parts of it that can be set. */
export interface RuleBody {
  readonly start: string
  readonly frequency: Frequency
  readonly interval: number
  readonly by_weekday?: ReadonlyArray<Weekday>
  readonly by_n_weekday?: ReadonlyArray<{ readonly n: number; readonly day: Weekday }>
  readonly by_month?: ReadonlyArray<number>
  readonly by_month_day?: ReadonlyArray<number>
}

/** From what inputs say to what Discord takes. */
export const recurrenceBody = ({ by_n_weekday, by_weekday, frequency, interval = 1, ...rest }: Rule): RuleBody => ({
  ...rest,
  interval,
  frequency: frequencies[frequency],
  ...(by_weekday !== undefined && { by_weekday: by_weekday.map((day) => weekdays[day]) }),
  ...(by_n_weekday !== undefined && { by_n_weekday: by_n_weekday.map(({ day, n }) => ({ n, day: weekdays[day] })) })
})

/** What Discord's calendar cannot show. */
export const recurrenceIssues = (rule: Rule | null | undefined): ReadonlyArray<ValidationIssue> => {
  if (rule === null || rule === undefined) return []
  const { by_month, by_month_day, by_n_weekday, by_weekday, frequency, interval } = rule
  const issues: ReadonlyArray<readonly [wrong: boolean, field: keyof Rule, message: string]> = [
    [interval === 2 && frequency !== "weekly", "interval", "can be 2 only for weekly events"],
    [
      by_weekday !== undefined && frequency !== "daily" && frequency !== "weekly",
      "by_weekday",
      "is for daily and weekly events"
    ],
    [
      frequency === "weekly" && (by_weekday?.length ?? 1) > 1,
      "by_weekday",
      "takes one day for weekly events; several days are frequency daily"
    ],
    [
      frequency === "daily" && by_weekday !== undefined && !isKnownSet(by_weekday),
      "by_weekday",
      `takes one of these for daily events: ${knownSets.map((set) => set.join("+")).join(", ")}`
    ],
    [by_n_weekday !== undefined && frequency !== "monthly", "by_n_weekday", "is for monthly events"],
    [by_month !== undefined && frequency !== "yearly", "by_month", "is for yearly events"],
    [by_month_day !== undefined && frequency !== "yearly", "by_month_day", "is for yearly events"],
    [by_month !== undefined && by_month_day === undefined, "by_month_day", "is required beside by_month"],
    [by_month_day !== undefined && by_month === undefined, "by_month", "is required beside by_month_day"]
  ]
  return issues
    .filter(([wrong]) => wrong)
    .map(([, field, message]) => ({ path: `recurrence_rule.${field}`, message, code: "recurrence" }))
}

type Day = keyof typeof weekdays

/** Sets of days that a daily event can have. */
const knownSets: ReadonlyArray<ReadonlyArray<Day>> = [
  ["monday", "tuesday", "wednesday", "thursday", "friday"],
  ["tuesday", "wednesday", "thursday", "friday", "saturday"],
  ["sunday", "monday", "tuesday", "wednesday", "thursday"],
  ["friday", "saturday"],
  ["saturday", "sunday"],
  ["sunday", "monday"]
]

const isKnownSet = (days: ReadonlyArray<Day>): boolean =>
  knownSets.some((set) => set.length === days.length && set.every((day) => days.includes(day)))
