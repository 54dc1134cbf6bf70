/** Input fields of an event, and the rules between them. */
import { GuildScheduledEventEntityType } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { wrapText } from "../../objects/schema/conversions.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, object, text, timestamp } from "../../objects/schema/fields.ts"
import { ChannelId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf } from "../dsl/checks.ts"
import { image } from "../shared/files.ts"
import type { recurrenceRule } from "./recurrence.ts"
import { recurrenceIssues } from "./recurrence.ts"
import { entityTypes } from "./view.ts"

export const name = text("The name.", { max: Limits.EVENT_NAME_MAX })
export const description = (min: 0 | 1) => text("The description.", { max: Limits.EVENT_DESCRIPTION_MAX, min })
export const startTime = timestamp("When it starts: ISO 8601 time in the future.")
export const endTime = timestamp("When it ends: ISO 8601 time; required for external events.")
export const entityType = enumChoice("Where it takes place.", entityTypes, GuildScheduledEventEntityType)
export const channel = described("The stage or voice channel of a stage or voice event.", ChannelId)
export const location = object("Location of an external event: {location}.", {
  location: text("A place or URL.", { max: Limits.EVENT_LOCATION_MAX })
}).annotations(alsoTakes(wrapText("location")))
export const cover = described("The cover image: {url}, {path} or {base64}.", image)

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
