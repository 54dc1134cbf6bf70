/** Creates and edits messages: by the bot, by webhooks, and first posts of threads. */
import { type APIMessage, type APIUser, MessageFlags, MessageType } from "discord-api-types/v10"
import { Effect } from "effect"
import { withAttachedMedia } from "./attachedMedia.ts"
import { type Channel, isThread } from "./Channel.ts"
import { archivedThread, emptyMessage, invalidForm, pollNotEditable } from "./discordError.ts"
import type { UploadedFile } from "./incomingRequest.ts"
import { mentionProblems, mentionsIn } from "./mentions.ts"
import type { MessageCreate, MessagePatch } from "./messageForm.ts"
import { attachmentOf, componentsOf, pollOf, richEmbed } from "./messageParts.ts"
import type { SandboxState } from "./State.ts"
import { timestamp } from "./timestamp.ts"

/** The author, body and files of a new message. */
export interface Draft {
  readonly author: APIUser
  readonly form: MessageCreate
  readonly files: ReadonlyArray<UploadedFile>
  readonly repliedTo?: APIMessage | undefined
  readonly more?: Partial<APIMessage>
}

/** Fails unless the bot has every permission that this message needs. */
export const ensureCanSend = Effect.fnUntraced(function* (
  _state: SandboxState,
  channel: Channel,
  form: MessageCreate,
  _files: ReadonlyArray<UploadedFile>
) {
  if (channel.thread_metadata?.archived === true && channel.thread_metadata.locked === true)
    return yield* archivedThread
  yield* refuseProblems(mentionProblems(form.allowed_mentions))
})

/** Creates a message in a channel. */
export const createMessage = Effect.fnUntraced(function* (state: SandboxState, channel: Channel, draft: Draft) {
  const { author, files, form, more, repliedTo } = draft
  yield* refuseProblems(mentionProblems(form.allowed_mentions))
  const attachments = files.map((file, at) =>
    attachmentOf(state, channel, state.nextId(), file, form.attachments?.[at])
  )
  const signed = attachments.map((it) => state.media.sign(it, state.nowMs))
  const used = new Set<string>()
  const embeds = withAttachedMedia((form.embeds ?? []).map(richEmbed), signed, used)
  const components = withAttachedMedia(componentsOf(form.components), signed, used)
  const message: APIMessage = {
    id: state.nextId(),
    channel_id: channel.id,
    type: repliedTo === undefined ? MessageType.Default : MessageType.Reply,
    author,
    content: (form.content ?? "").trim(),
    timestamp: timestamp(state.nowMs),
    edited_timestamp: null,
    tts: form.tts ?? false,
    ...mentionsIn(state, channel, form.content ?? "", form.allowed_mentions, repliedTo?.author),
    attachments: attachments.filter(({ id }) => !used.has(id)),
    embeds,
    components,
    pinned: false,
    flags: form.flags ?? 0,
    ...(form.nonce !== undefined && { nonce: form.nonce }),
    ...(form.poll !== undefined && { poll: pollOf(form.poll, state.nowMs) }),
    ...(form.sticker_ids !== undefined && {
      sticker_items: form.sticker_ids.map((id) => ({ id, name: "sticker", format_type: 1 }))
    }),
    ...(repliedTo !== undefined && { message_reference: replyReference(channel, repliedTo) }),
    ...more
  }
  if (isEmpty(message)) return yield* emptyMessage
  state.putMessage(message)
  unarchive(state, channel)
  return state.message(channel.id, message.id) ?? message
})

/** Edits a message. Omitted fields keep their values. */
export const editMessage = Effect.fnUntraced(function* (
  state: SandboxState,
  channel: Channel,
  before: APIMessage,
  form: MessagePatch
) {
  yield* refuseProblems(mentionProblems(form.allowed_mentions))
  if (form.poll !== undefined && before.poll !== undefined) return yield* pollNotEditable
  const content = form.content === undefined ? before.content : (form.content ?? "").trim()
  const after: APIMessage = {
    ...before,
    ...mentionsIn(state, channel, content, form.allowed_mentions, before.referenced_message?.author),
    content,
    embeds: form.embeds === undefined ? before.embeds : (form.embeds ?? []).map(richEmbed),
    edited_timestamp: timestamp(state.nowMs),
    ...(form.components !== undefined && { components: componentsOf(form.components) }),
    ...(form.flags !== undefined && { flags: form.flags })
  }
  if (isEmpty(after)) return yield* emptyMessage
  state.putMessage(after)
  return state.message(channel.id, before.id) ?? after
})

const isEmpty = ({
  attachments,
  components,
  content,
  embeds,
  flags,
  message_snapshots,
  poll,
  sticker_items
}: APIMessage) =>
  content === "" &&
  embeds.length === 0 &&
  attachments.length === 0 &&
  poll === undefined &&
  message_snapshots === undefined &&
  (sticker_items ?? []).length === 0 &&
  ((components ?? []).length === 0 || ((flags ?? 0) & MessageFlags.IsComponentsV2) === 0)

const refuseProblems = (problems: Parameters<typeof invalidForm>[0]) =>
  problems.length === 0 ? Effect.void : invalidForm(problems)

const replyReference = ({ guild_id }: Channel, to: APIMessage): NonNullable<APIMessage["message_reference"]> => ({
  type: 0,
  channel_id: to.channel_id,
  message_id: to.id,
  ...(guild_id !== "" && { guild_id })
})

/** Unarchives a thread, because it has a new message. */
const unarchive = (state: SandboxState, { id }: Channel): void => {
  const thread = state.channels.get(id)
  if (thread === undefined || !isThread(thread) || thread.thread_metadata?.archived !== true) return
  const archive_timestamp = timestamp(state.nowMs)
  state.channels.set(id, {
    ...thread,
    thread_metadata: { ...thread.thread_metadata, archived: false, archive_timestamp }
  })
}
