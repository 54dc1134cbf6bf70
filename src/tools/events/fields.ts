/** Input fields of an event, and the rules between them. */
import type { ValidationIssue } from "../../errors/fields.ts"
import { wordsOf } from "../shared/enums.ts"
import { choice, described, nullable, object, text, timestamp } from "../shared/fields.ts"
import { image } from "../shared/files.ts"
import { ChannelId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import type { recurrenceRule } from "./recurrence.ts"
import { recurrenceIssues } from "./recurrence.ts"
import { entityTypes } from "./view.ts"

export const name = text("The name.", { max: Limits.EVENT_NAME_MAX })
export const description = text("The description.", { max: Limits.EVENT_DESCRIPTION_MAX })
export const startTime = timestamp("When it starts.")
export const endTime = timestamp("When it ends; required for external events.")
export const entityType = choice("Where it takes place.", ...wordsOf(entityTypes))
export const channel = described("The stage or voice channel of a stage or voice event.", ChannelId)
export const location = object("Location of an external event.", {
  location: text("A place, or a link.", { max: Limits.EVENT_LOCATION_MAX })
})
export const cover = described("The cover image.", image)
export const coverOrNull = nullable(described("The cover image; null removes it.", image))

/** The fields of an event, or of a change, that are validated together. */
interface EventInput {
  readonly entity_type?: keyof typeof entityTypes
  readonly channel_id?: string | null
  readonly entity_metadata?: { readonly location: string }
  readonly scheduled_start_time?: string
  readonly scheduled_end_time?: string | null
  readonly recurrence_rule?: typeof recurrenceRule.Type | null
}

/** Validates fields against the entity type (Discord docs, guild scheduled event, field requirements by entity type). */
export const eventIssues = (input: EventInput): ReadonlyArray<ValidationIssue> => [
  ...(input.entity_type === undefined
    ? []
    : input.entity_type === "external"
      ? externalIssues(input)
      : channelEventIssues(input)),
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
  typeof end === "string" && typeof start === "string" && Date.parse(end) <= Date.parse(start)
    ? [{ path: "scheduled_end_time", message: "must be after scheduled_start_time", code: "order" }]
    : []

const externalIssues = ({
  channel_id,
  entity_metadata,
  scheduled_end_time
}: EventInput): ReadonlyArray<ValidationIssue> => [
  ...(entity_metadata === undefined
    ? [missing("entity_metadata", "external events need entity_metadata.location")]
    : []),
  ...(typeof scheduled_end_time === "string"
    ? []
    : [missing("scheduled_end_time", "external events need an end time")]),
  ...(typeof channel_id === "string" ? [notAllowed("channel_id", "external events cannot have a channel")] : [])
]

const channelEventIssues = ({
  channel_id,
  entity_metadata,
  entity_type
}: EventInput): ReadonlyArray<ValidationIssue> => [
  ...(typeof channel_id === "string" ? [] : [missing("channel_id", `${entity_type} events need a channel`)]),
  ...(entity_metadata === undefined ? [] : [notAllowed("entity_metadata", "only external events can have a location")])
]

const missing = (path: string, message: string): ValidationIssue => ({ path, message, code: "required" })
const notAllowed = (path: string, message: string): ValidationIssue => ({ path, message, code: "not_allowed" })
