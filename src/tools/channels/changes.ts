/** The fields that channels_modify changes, and which of them exclude each other. */
import type { RESTPatchAPIChannelJSONBody } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../dsl/fits.ts"
import { choice, described, flag, optional, setOf, text } from "../shared/fields.ts"
import { TagId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { archiveAfter } from "../threads/fields.ts"
import { channelFields, channelWords } from "./fields.ts"

const name = text("The name.", { max: Limits.CHANNEL_NAME_MAX })

/** Fields that only threads have. */
const threadChanges = fits<RESTPatchAPIChannelJSONBody>()({
  archived: optional(flag("Thread: whether it is archived.")),
  locked: optional(flag("Thread: whether only moderators may unarchive it.")),
  invitable: optional(flag("Private thread: whether its members may add others.")),
  auto_archive_duration: optional(archiveAfter("Thread: minutes of inactivity until it is archived.")),
  applied_tags: optional(
    setOf(
      "Post: ids of all its tags; omitted tags are removed.",
      described("A tag.", TagId),
      0,
      Limits.APPLIED_TAGS_MAX
    )
  )
})

/** Fields of a changed channel or thread that Discord takes unchanged. */
export const changes = fits<RESTPatchAPIChannelJSONBody>()({ name: optional(name), ...channelFields, ...threadChanges })

/** Fields of a changed channel or thread that `channelBody` converts. */
export const changeWords = {
  kind: optional(choice("Convert a text channel to an announcement channel, or back.", "text", "announcement")),
  ...channelWords
}

const ofBoth = ["name", "rate_limit_per_user", "flags"]
const ofChannels = Object.keys({ ...channelFields, ...changeWords }).filter((field) => !ofBoth.includes(field))

/** Rejects channel fields beside thread fields: Discord accepts only those of the actual kind. */
export const threadOrChannel = (input: object): ReadonlyArray<ValidationIssue> => {
  const [thread] = Object.keys(threadChanges).filter((field) => field in input)
  return thread === undefined
    ? []
    : ofChannels
        .filter((field) => field in input)
        .map((path) => ({
          path,
          message: `applies to channels, but ${thread} applies to threads: set only one of the two kinds`,
          code: "exclusive"
        }))
}
