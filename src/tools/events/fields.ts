/** What an event is described by, and what goes together. */
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
export const description = text("The label of the line.", { max: Limits.EVENT_DESCRIPTION_MAX })
export const start = timestamp("When it begins.")
export const end = timestamp("When it ends; external events need one.")
export const entityType = choice("Where it takes place.", ...wordsOf(entityTypes))
export const channel = described("The stage or voice channel of a stage or voice event.", ChannelId)
export const place = object("Of an external event: its place.", {
  location: text("A place, or a link.", { max: Limits.EVENT_LOCATION_MAX })
})
export const cover = described("The cover picture.", image)
export const coverOrNull = nullable(described("The cover picture; null removes it.", image))

/** An event, or the change of one, as far as rules go across its fields. */
interface Draft {
  readonly entity_type?: keyof typeof entityTypes
  readonly channel_id?: string | null
  readonly entity_metadata?: { readonly location: string }
  readonly scheduled_start_time?: string
  readonly scheduled_end_time?: string | null
  readonly recurrence_rule?: typeof recurrenceRule.Type | null
}

/** What does not go together (Discord docs, guild scheduled event, field requirements by entity type). */
export const eventIssues = (draft: Draft): ReadonlyArray<ValidationIssue> => [
  ...(draft.entity_type === undefined
    ? []
    : draft.entity_type === "external"
      ? externalIssues(draft)
      : hostedIssues(draft)),
  ...orderIssues(draft),
  ...recurrenceIssues(draft.recurrence_rule)
]

/** An end lies after its start. */
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

const externalIssues = ({ channel_id, entity_metadata, scheduled_end_time }: Draft): ReadonlyArray<ValidationIssue> => [
  ...(entity_metadata === undefined
    ? [missing("entity_metadata", "external events need entity_metadata.location")]
    : []),
  ...(typeof scheduled_end_time === "string" ? [] : [missing("scheduled_end_time", "external events need an end")]),
  ...(typeof channel_id === "string" ? [foreign("channel_id", "external events have no channel")] : [])
]

const hostedIssues = ({ channel_id, entity_metadata, entity_type }: Draft): ReadonlyArray<ValidationIssue> => [
  ...(typeof channel_id === "string" ? [] : [missing("channel_id", `${entity_type} events need a channel`)]),
  ...(entity_metadata === undefined ? [] : [foreign("entity_metadata", "only external events have a location")])
]

const missing = (path: string, message: string): ValidationIssue => ({ path, message, code: "required" })
const foreign = (path: string, message: string): ValidationIssue => ({ path, message, code: "not_allowed" })
