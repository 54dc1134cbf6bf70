/** Lengths of time in inputs: numbers in the unit of a field, and texts with their own unit. */
import type { SchemaAST } from "effect"
import { alsoTakes, type Conversion } from "./alsoTakes.ts"

/** The unit of a field. */
export type TimeUnit = "seconds" | "minutes" | "hours" | "days"

const SECONDS: Readonly<Record<TimeUnit, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const UnitAnnotation = Symbol.for("effect-discord-mcp/tools/TimeUnit")

/** Annotates a number that is a length of time in this unit. The field also accepts `1h`, `30 minutes` and `2 days`. */
export const inUnit = (unit: TimeUnit) => ({ [UnitAnnotation]: unit, ...alsoTakes(toUnit(unit)) })

/** Returns the unit of a schema that is a length of time. */
export const timeUnitOf = (ast: SchemaAST.AST): TimeUnit | undefined =>
  // Only `inUnit` writes the annotation.
  ast.annotations[UnitAnnotation] as TimeUnit | undefined

/** Converts a text with a unit to a number. It may be a fraction, which an integer field rejects. */
export const toUnit =
  (unit: TimeUnit): Conversion =>
  (value) => {
    const [, count, word = ""] = (typeof value === "string" && WITH_UNIT.exec(value)) || []
    return count === undefined ? value : (Number(count) * secondsOf(word)) / SECONDS[unit]
  }

/** A number with its unit, alone in a text. */
const WITH_UNIT =
  /^\s*(\d{1,10}(?:\.\d{1,3})?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*$/i

/** Seconds by the beginning of a unit's name. */
const units: ReadonlyArray<readonly [string, number]> = [
  ["ms", 0.001],
  ["mil", 0.001],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
  ["w", 604_800]
]

const secondsOf = (word: string): number => units.find(([start]) => word.toLowerCase().startsWith(start))?.[1] ?? 1

/** A field name that ends with its unit, such as `delete_message_days`. The stem is empty in `hours`. */
const NAMED_UNIT = /^(?:(\w+)_)?(ms|milliseconds|secs?|seconds|mins?|minutes|hours|days|weeks)$/

/** Splits the unit off the name of a field. */
export const splitUnit = (name: string): { readonly stem: string; readonly seconds: number } | undefined => {
  const [, stem = "", word] = NAMED_UNIT.exec(name) ?? []
  return word === undefined ? undefined : { stem, seconds: secondsOf(word) }
}

/** Converts a number of units of `seconds` each to another unit. Other values stay. */
export const scaleTo =
  (unit: TimeUnit, seconds: number): Conversion =>
  (count) => {
    const isNumber = typeof count === "number" || (typeof count === "string" && count.trim() !== "")
    return isNumber && Number.isFinite(Number(count)) ? (Number(count) * seconds) / SECONDS[unit] : count
  }

/** Returns whether a value is a text with a unit. */
export const isWithUnit = (value: unknown): boolean => typeof value === "string" && WITH_UNIT.test(value)
