import { ThreadAutoArchiveDuration } from "discord-api-types/v10"
import { oneOf } from "../components_v2/fields.ts"
import { integer, optional, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

/** After how much silence a thread is put away. */
export const archiveAfter = (description: string) =>
  oneOf(
    description,
    ThreadAutoArchiveDuration.OneHour,
    ThreadAutoArchiveDuration.OneDay,
    ThreadAutoArchiveDuration.ThreeDays,
    ThreadAutoArchiveDuration.OneWeek
  )

/** Seconds between two messages of one person. */
export const slowmode = (description: string) => integer(description, 0, Limits.SLOWMODE_MAX_S)

/** What every new thread has. */
export const threadFields = {
  name: text("The thread's name.", { max: Limits.CHANNEL_NAME_MAX }),
  auto_archive_duration: optional(archiveAfter("Minutes of inactivity until it is archived.")),
  rate_limit_per_user: optional(slowmode("Slow mode: seconds between two messages of one user."))
}
