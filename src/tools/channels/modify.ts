/** The fields that channels_modify changes, and the check for fields that exclude each other. */
import { ChannelType, type RESTPatchAPIChannelJSONBody } from "discord-api-types/v10"
import { Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, optional, setOf, text } from "../../objects/schema/fields.ts"
import { channel_id, TagId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { fits } from "../dsl/ToolDefinition.ts"
import { patch } from "../dsl/toolBuilders.ts"
import { one } from "../dsl/view.ts"
import { overwriteGrants, overwritesIssues, overwriteTypes } from "../permissions/fields.ts"
import { keptInOverwrites } from "../permissions/mergeOverwrite.ts"
import { bothFacts, changedChannelFacts, changedChannelNotice } from "../permissions/ownAccess.ts"
import { overwritesFacts } from "../roles/preview.ts"
import { reasons } from "../shared/failures.ts"
import { archiveAfter } from "../threads/fields.ts"
import { channelBody, channelFields, channelKinds, channelOptions } from "./fields.ts"
import { channel } from "./view.ts"

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
const changes = fits<RESTPatchAPIChannelJSONBody>()({ name: optional(name), ...channelFields, ...threadChanges })

/** Fields of a changed channel or thread that `channelBody` converts. */
const changeOptions = {
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
const kindIssues = (input: object): ReadonlyArray<ValidationIssue> => {
  const [thread] = Object.keys(threadChanges).filter((field) => field in input)
  return thread === undefined
    ? []
    : CHANNEL_FIELDS.filter((field) => field in input).map((path) => ({
        path,
        message: `applies to channels, but ${thread} applies to threads: set only one of the two kinds`,
        code: "exclusive"
      }))
}

/** The tool that changes a channel or thread. */
export const modifyChannel = patch("channels_modify", "/channels/{channel_id}", {
  description:
    "Change a channel or thread; omitted fields stay. For permissions of one role or member use channels_modify_permissions; to move it channels_move.",
  path: { channel_id },
  body: changes,
  options: changeOptions,
  auditReason: true,
  failures: reasons(
    "category_full",
    "channels_too_large",
    "bitrate_too_high",
    "words_not_allowed",
    "community_needs_text_channel",
    "direct_message_channel",
    "thread_archived",
    "active_threads_full",
    "tag_name_taken",
    "unknown_tag",
    "pinned_post_there"
  ),
  grants: overwriteGrants,
  // The new overwrites replace all old ones, which may have hidden the channel.
  asks: ["replaces", "grants"],
  riskOf: ({ permission_overwrites }) => (permission_overwrites === undefined ? "write" : "destructive"),
  validate: (input) => [
    ...atLeastOne("name", ...Object.keys({ ...changes, ...changeOptions }).slice(1))(input),
    ...kindIssues(input),
    ...overwritesIssues(input.permission_overwrites, "permission_overwrites")
  ],
  renames: { type: "kind" },
  toBody: (input) => ({ ...channelBody(input), type: input.kind && channelKinds[input.kind] }),
  keeps: ({ channel_id, permission_overwrites: overwrites }) =>
    overwrites &&
    keptInOverwrites(
      channel_id,
      overwrites.map((it) => ({ ...it, type: overwriteTypes[it.type] }))
    ),
  toResult: one(channel),
  afterwards: changedChannelNotice,
  preview: bothFacts(overwritesFacts, changedChannelFacts)
})
