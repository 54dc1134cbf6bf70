import { ThreadAutoArchiveDuration } from "discord-api-types/v10"
import { choice, integer, optional, text } from "../../objects/schema/fields.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"

/** Input field for the time until a thread is archived, in minutes. */
export const archiveAfter = (description: string) =>
  choice(
    description,
    ThreadAutoArchiveDuration.OneHour,
    ThreadAutoArchiveDuration.OneDay,
    ThreadAutoArchiveDuration.ThreeDays,
    ThreadAutoArchiveDuration.OneWeek
  ).annotations(inUnit("minutes"))

/** Input field for slow mode, in seconds. */
export const slowmode = (what: string) =>
  integer(`${what}: 0 to ${Limits.SLOWMODE_MAX_S} seconds.`, 0, Limits.SLOWMODE_MAX_S).annotations(inUnit("seconds"))

/** Fields of every new thread. */
export const threadFields = {
  name: text("Thread name.", { max: Limits.CHANNEL_NAME_MAX }),
  auto_archive_duration: optional(archiveAfter("Minutes until archived: 60, 1440, 4320 or 10080.")),
  rate_limit_per_user: optional(slowmode("Slow mode"))
}
