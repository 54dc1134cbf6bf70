/** The fields that channels_modify changes, and the check for fields that exclude each other. */
import { ChannelType } from "discord-api-types/v10"
import { Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { channelBody, channelFields, channelKinds, SHARED_FIELDS, threadFields } from "../../objects/channel.ts"
import { inputsOf } from "../../objects/fields.ts"
import { overwriteTypes } from "../../objects/overwrite.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { optional } from "../../objects/schema/fields.ts"
import { channel_id } from "../../objects/schema/ids.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { patch } from "../dsl/toolBuilders.ts"
import { one } from "../dsl/view.ts"
import { keptInOverwrites } from "../permissions/mergeOverwrite.ts"
import { bothFacts, changedChannelFacts, changedChannelNotice } from "../permissions/ownAccess.ts"
import { overwriteGrants, overwritesIssues } from "../permissions/rules.ts"
import { overwritesFacts } from "../roles/preview.ts"
import { reasons } from "../shared/failures.ts"
import { channel } from "./view.ts"

const changes = {
  ...inputsOf({ ...channelFields, ...threadFields }),
  kind: optional(
    enumChoice(
      "Convert a text channel to announcement, or back.",
      Struct.pick(channelKinds, "text", "announcement"),
      ChannelType
    )
  )
}

const CHANNEL_FIELDS = [...Object.keys(Struct.omit(channelFields, ...SHARED_FIELDS)), "kind"]

/** Rejects channel fields together with thread fields. Discord accepts only the fields of the actual kind. */
const kindIssues = (input: object): ReadonlyArray<ValidationIssue> => {
  const [thread] = Object.keys(threadFields).filter((field) => field in input)
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
  options: changes,
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
    ...atLeastOne("name", ...Object.keys(changes).slice(1))(input),
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
