/** The tool that creates a channel with the settings of another one. */
import { ChannelType } from "discord-api-types/v10"
import { Effect, Option, Record, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { withCallFields } from "../../errors/DiscordMcpError.ts"
import { permissionsIn } from "../../errors/PermissionName.ts"
import { channelFields, channelFlags, channelKinds, newChannelFields } from "../../objects/channel.ts"
import { repliesOf } from "../../objects/fields.ts"
import { described, opaque, optional, text } from "../../objects/schema/fields.ts"
import { ChannelId, GuildId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { Bits, decisive, Id, nullish, whole } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { type Fail, makeFail } from "../dsl/Reason.ts"
import { runRequest } from "../dsl/runRequest.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { compact, one } from "../dsl/view.ts"
import { isDangerous } from "../permissions/dangerous.ts"
import { channelNotice, lacked, newChannelFacts } from "../permissions/ownAccess.ts"
import { newOverwriteTexts, roleNames } from "../roles/preview.ts"
import { readable } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts, RiskResolution } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { createdChannel } from "./view.ts"

const cloneFailures = {
  ...reasons(
    "unknown_channel",
    "channels_full",
    "category_full",
    "channels_too_large",
    "bitrate_too_high",
    "words_not_allowed"
  ),
  not_a_guild_channel: {
    when: "Only channels and categories of a guild can be cloned, not threads and direct messages.",
    recovery: "Choose a channel from channels_list {guild_id}; for a new thread use channels_create_thread.",
    suggested_tool: "channels_list"
  }
} as const

interface CloneInput {
  readonly channel_id: string
  readonly name?: string
  readonly audit_reason?: string
}

/** The tool that clones a channel. */
export const cloneChannel = custom("channels_clone", {
  description:
    "Clone (duplicate) a channel: a new one directly below it with the same kind, category, permissions, topic, slow mode, tags and other settings. Messages, threads, webhooks and invites are not copied.",
  fields: {
    channel_id: described("The channel or category to copy.", ChannelId),
    name: optional(text("Name of the new channel; by default the same.", { max: Limits.CHANNEL_NAME_MAX })),
    audit_reason: optional(opaque("Audit log reason.", Limits.AUDIT_REASON_MAX))
  },
  risk: "write",
  permissions: ["MANAGE_CHANNELS"],
  asks: ["grants"],
  resolveRisk: ({ channel_id }: CloneInput) => cloneRisk(channel_id),
  failures: cloneFailures,
  undo: "channels_delete deletes the new channel.",
  preview: (input) => cloneFacts(input),
  run: (input, fail) => clone(input, fail)
})

const Source = Schema.Struct({
  ...repliesOf(channelFields),
  id: Id,
  type: Schema.Number,
  guild_id: nullish(Id),
  parent_id: decisive(Id),
  // Without the overwrites, a private channel would become public.
  permission_overwrites: decisive(whole(Schema.Struct({ id: Id, type: Schema.Number, allow: Bits, deny: Bits })))
})
type Source = typeof Source.Type

const readSource = (channel_id: string) => getJson(Source, "/channels/{channel_id}", { channel_id })

/** A channel of a guild that can be created. */
interface Clonable extends Source {
  readonly guild_id: string
  readonly name: string
}

const isClonable = ({ guild_id, name, type }: Source): boolean =>
  guild_id != null && name != null && Object.values<ChannelType>(channelKinds).includes(type)

const sourceOf = (channel_id: string, fail: Fail<keyof typeof cloneFailures>) =>
  Effect.flatMap(readSource(channel_id), (source) =>
    isClonable(source)
      ? Effect.succeed(source as Clonable) // what `isClonable` has checked
      : fail("not_a_guild_channel", "channel_id")
  )

/** Settings that a new channel takes as Discord shows them. Its position comes after the source: age decides between equals. */
const COPIED = Object.keys(newChannelFields)

const overwritesIn = ({ permission_overwrites }: Source) =>
  (permission_overwrites ?? []).map(({ allow, deny, id, type }) => ({ id, type, allow, deny }))

/** A create takes no setting below 0. */
const bodyOf = ({ name, source }: NewClone) => ({
  ...Record.filter<string, unknown>(
    { ...source },
    (value, name) => COPIED.includes(name) && value != null && !(Number(value) < 0)
  ),
  name,
  type: source.type,
  permission_overwrites: overwritesIn(source),
  // A new tag has no id yet.
  ...(source.available_tags && {
    available_tags: source.available_tags.map(({ emoji_id, emoji_name, moderated, name }) => ({
      name,
      moderated: moderated === true,
      emoji_id: emoji_id ?? null,
      emoji_name: emoji_name ?? null
    }))
  })
})

/** A channel to create. */
interface NewClone {
  readonly guild_id: string
  readonly name: string
  readonly source: Clonable
  readonly audit_reason?: string
}

const create = runRequest<NewClone>({
  method: "POST",
  route: "/guilds/{guild_id}/channels",
  risk: "write",
  repeat: "no",
  spec: { path: { guild_id: GuildId }, toBody: bodyOf, toResult: one(createdChannel), afterwards: channelNotice }
})

const clone = Effect.fn("channels.clone")(function* (input: CloneInput, fail: Fail<keyof typeof cloneFailures>) {
  const source = yield* sourceOf(input.channel_id, fail)
  const { channel_id: _, name = source.name, ...rest } = input
  const result = yield* create({ ...rest, guild_id: source.guild_id, name, source })
  const created = result.value as ReturnType<typeof createdChannel> // the result of `toResult`
  const later = setLater(source, created)
  if (Object.keys(later).length > 0) yield* modify(created.id, later, input.audit_reason)
  const moved = created.position === source.position ? [] : [MOVED]
  const notices = [...(result.notice === undefined ? [] : [result.notice]), ...moved]
  const { permission_overwrites, ...shown } = created
  return {
    value: {
      ...shown,
      ...(!("permission_overwrites" in later) && permission_overwrites && { permission_overwrites }),
      source: { id: source.id, name: source.name },
      not_copied: source.type === ChannelType.GuildCategory ? ["channels"] : NOT_COPIED
    },
    ...(result.attempts !== undefined && { attempts: result.attempts }),
    ...(notices.length > 0 && { notice: notices.join(" ") })
  } satisfies ToolResult
})

const NOT_COPIED = ["messages", "threads", "pins", "webhooks", "invites"]

const MOVED = "Discord has put the channel at another position: channels_move moves it."

/** Flags that a channel takes only in a change. */
const FLAGS = channelFlags.require_tag | channelFlags.hide_media_download_options

/** Returns what a new channel does not take. Without overwrites, it gets those of its category. */
const setLater = (source: Clonable, created: ReturnType<typeof createdChannel>) => ({
  ...(((source.flags ?? 0) & FLAGS) !== 0 && { flags: (source.flags ?? 0) & FLAGS }),
  ...(overwritesIn(source).length === 0 && created.permission_overwrites && { permission_overwrites: [] })
})

const modify = Effect.fnUntraced(function* (channel_id: string, body: object, reason: string | undefined) {
  const { request } = yield* Discord
  yield* request({
    method: "PATCH",
    route: "/channels/{channel_id}",
    path: { channel_id },
    body,
    ...(reason !== undefined && { reason }),
    risk: "write",
    repeat: "same",
    subject: "bot",
    duration: "default"
  }).pipe(
    Effect.mapError((failure) =>
      withCallFields(failure, {
        recovery: `The channel was created, with the id ${channel_id}. Fix the cause, then set its ${Object.keys(body).join(" and ")} with channels_modify; do not clone again.`
      })
    )
  )
})

/** Returns the risk of a clone: destructive if its overwrites allow a dangerous permission. */
const cloneRisk = (channel_id: string): RiskResolution<"write" | "destructive"> =>
  Effect.map(
    readable(readSource(channel_id)),
    Option.match({
      onNone: () => "destructive",
      onSome: (source) =>
        overwritesIn(source).some(({ allow }) => isDangerous(permissionsIn(BigInt(allow)))) ? "destructive" : "write"
    })
  )

/** Returns the permissions of the new channel, those that the bot cannot give, and what the bot would lose. */
const cloneFacts = ({ channel_id }: CloneInput): PreviewFacts =>
  Effect.gen(function* () {
    const source = yield* sourceOf(channel_id, makeFail(cloneFailures))
    const overwrites = overwritesIn(source)
    const names = yield* roleNames(source.guild_id)
    const loss = yield* newChannelFacts({ guild_id: source.guild_id, permission_overwrites: overwrites })
    return {
      copies: formatName(source.name, "#"),
      ...compact({
        overwrites_set: newOverwriteTexts(overwrites, names),
        bot_lacks: yield* lacked(
          source.guild_id,
          overwrites.reduce((all, { allow, deny }) => all | BigInt(allow) | BigInt(deny), 0n)
        )
      }),
      ...loss
    }
  })
