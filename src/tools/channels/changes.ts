/** The fields that channels_modify changes, and the check for fields that exclude each other. */
import { ChannelType, type RESTPatchAPIChannelJSONBody } from "discord-api-types/v10"
import { Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../dsl/ToolDefinition.ts"
import { enumChoice } from "../shared/enums.ts"
import { described, flag, optional, setOf, text } from "../shared/fields.ts"
import { TagId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { archiveAfter } from "../threads/fields.ts"
import { channelFields, channelKinds, channelOptions } from "./fields.ts"

const name = text("Name.", { max: Limits.CHANNEL_NAME_MAX })

/** Fields that only threads have. */
const threadChanges = fits<RESTPatchAPIChannelJSONBody>()({
  archived: optional(flag("Thread: archived.")),
  locked: optional(flag("Thread: only moderators may unarchive it.")),
  invitable: optional(flag("Private thread: members may add others.")),
  auto_archive_duration: optional(archiveAfter("Thread: minutes until archived: 60, 1440, 4320 or 10080.")),
  applied_tags: optional(setOf("Post: ids of all its tags.", described("A tag.", TagId), 0, Limits.APPLIED_TAGS_MAX))
})

/** Fields of a changed channel or thread that are sent to Discord unchanged. */
export const changes = fits<RESTPatchAPIChannelJSONBody>()({ name: optional(name), ...channelFields, ...threadChanges })

/** Fields of a changed channel or thread that `channelBody` converts. */
export const changeOptions = {
  kind: optional(
    enumChoice(
      "Convert a text channel to announcement, or back.",
      Struct.pick(channelKinds, "text", "announcement"),
      ChannelType
    )
  ),
  ...channelOptions
}

const SHARED_FIELDS = ["name", "rate_limit_per_user", "flags"]
const CHANNEL_FIELDS = Object.keys({ ...channelFields, ...changeOptions }).filter(
  (field) => !SHARED_FIELDS.includes(field)
)

/** Rejects channel fields together with thread fields. Discord accepts only the fields of the actual kind. */
export const kindIssues = (input: object): ReadonlyArray<ValidationIssue> => {
  const [thread] = Object.keys(threadChanges).filter((field) => field in input)
  return thread === undefined
    ? []
    : CHANNEL_FIELDS.filter((field) => field in input).map((path) => ({
        path,
        message: `applies to channels, but ${thread} applies to threads: set only one of the two kinds`,
        code: "exclusive"
      }))
}
