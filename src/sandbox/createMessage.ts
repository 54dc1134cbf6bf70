/** Creates and edits messages: by the bot, by webhooks, and first posts of threads. */
import {
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  type APIPoll,
  type APIUser,
  AttachmentFlags,
  EmbedType,
  MessageFlags,
  MessageType
} from "discord-api-types/v10"
import { Effect, Predicate } from "effect"
import {
  archivedThread,
  emptyMessage,
  invalidForm,
  pollNotEditable,
  type Refusal,
  voiceNotEditable,
  voiceWithContent,
  voiceWithoutMetadata,
  voiceWithoutRecording
} from "./discordError.ts"
import type { UploadedFile } from "./incomingRequest.ts"
import { type MessageCreate, type MessagePatch, mentionProblems, mentionsIn, type Poll } from "./messageBody.ts"
import { timestamp } from "./Snowflakes.ts"
import { type Channel, isThread, type SandboxState } from "./State.ts"

/** The author, body and files of a new message. */
interface Draft {
  readonly author: APIUser
  readonly form: MessageCreate
  readonly files: ReadonlyArray<UploadedFile>
  readonly repliedTo?: APIMessage | undefined
  readonly more?: Partial<APIMessage>
}

/** Fails if a channel is an archived thread. */
export const ensureActive = ({ thread_metadata }: Channel): Effect.Effect<void, Refusal> =>
  thread_metadata?.archived === true ? archivedThread : Effect.void

/** Fails if a channel is a locked thread. */
export const ensureUnlocked = ({ thread_metadata }: Channel): Effect.Effect<void, Refusal> =>
  thread_metadata?.archived === true && thread_metadata.locked === true ? archivedThread : Effect.void

/** Creates a message in a channel. */
export const createMessage = Effect.fnUntraced(function* (state: SandboxState, channel: Channel, draft: Draft) {
  const { author, files, form, more, repliedTo } = draft
  yield* refuseProblems(mentionProblems(form.allowed_mentions))
  if (((form.flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0) yield* ensureVoiceMessage(form, files)
  const attachments = files.map((file) =>
    attachmentOf(
      state,
      channel,
      state.nextId(),
      file,
      form.attachments?.find(({ id }) => file.field === `files[${id}]`)
    )
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

/** Fails unless a voice message is one recording with its duration and waveform, and nothing else. */
const ensureVoiceMessage = (form: MessageCreate, files: ReadonlyArray<UploadedFile>): Effect.Effect<void, Refusal> => {
  const { attachments = [], components = [], content = "", embeds = [], poll, sticker_ids = [] } = form
  if (content !== "" || poll !== undefined || [components, embeds, sticker_ids].some(({ length }) => length > 0)) {
    return voiceWithContent
  }
  const [file] = files
  if (files.length !== 1 || file?.content_type.startsWith("audio/") !== true) return voiceWithoutRecording
  const { duration_secs = 0, waveform = "" } = attachments[0] ?? {}
  const bytes = Buffer.from(waveform, "base64").length
  return duration_secs > 0 && bytes > 0 && bytes <= 256 ? Effect.void : voiceWithoutMetadata
}

/** Edits a message. Omitted fields keep their values. */
export const editMessage = Effect.fnUntraced(function* (
  state: SandboxState,
  channel: Channel,
  before: APIMessage,
  form: MessagePatch
) {
  yield* refuseProblems(mentionProblems(form.allowed_mentions))
  if (((before.flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0) return yield* voiceNotEditable
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

/**
 * Replaces `attachment://NAME` in embeds or components by the links of the attachment. Discord does not list such
 * attachments in the message (Discord docs, message object). `used` collects their ids.
 */
const withAttachedMedia = <A>(value: A, attachments: ReadonlyArray<APIAttachment>, used: Set<string>): A => {
  const replaceIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceIn)
    if (!Predicate.isRecord(value)) return value
    const attached = attachments.find(({ filename }) => value.url === `attachment://${filename}`)
    if (attached === undefined)
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaceIn(field)]))
    used.add(attached.id)
    const { content_type, height, proxy_url, url, width } = attached
    return { ...value, url, proxy_url, content_type, ...(width !== undefined && { width, height }) }
  }
  // Only links change, not the shape.
  return attachments.length === 0 ? value : (replaceIn(value) as A)
}

const HOUR_MS = 60 * 60_000

/** Returns the fields of a message that has only text. */
export const emptyMessageFields = () => ({
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  pinned: false
})

/** Returns the poll of a new message. */
const pollOf = ({ allow_multiselect = false, answers, duration = 24, question }: Poll, nowMs: number): APIPoll => ({
  question: mediaOf(question),
  answers: answers.map(({ poll_media }, at) => ({ answer_id: at + 1, poll_media: mediaOf(poll_media) })),
  expiry: timestamp(nowMs + duration * HOUR_MS),
  allow_multiselect,
  layout_type: 1,
  results: { is_finalized: false, answer_counts: [] }
})

const mediaOf = ({ emoji, text }: Poll["question"]): APIPoll["question"] => ({
  ...(text !== undefined && { text }),
  ...(emoji !== undefined && { emoji: { id: emoji.id ?? null, name: emoji.name ?? null } })
})

/** Returns components unchanged. The sandbox does not validate them. */
const componentsOf = (components: ReadonlyArray<unknown> | undefined) =>
  // Not validated, see above.
  (components ?? []) as NonNullable<APIMessage["components"]>

/** Sets the type of a bot's embed. */
const richEmbed = (embed: APIEmbed): APIEmbed => ({ ...embed, type: EmbedType.Rich })

/** Stores a file and returns its attachment, whose links are signed when the message is read. */
export const attachmentOf = (
  { media }: SandboxState,
  channel: Channel,
  id: string,
  file: UploadedFile,
  {
    description,
    duration_secs,
    is_spoiler = false,
    waveform
  }: Partial<NonNullable<MessageCreate["attachments"]>[number]> = {}
): APIAttachment => {
  const path = `/attachments/${channel.id}/${id}/${encodeURIComponent(file.filename)}`
  media.put(path, file)
  return {
    id,
    filename: file.filename,
    size: file.size,
    content_type: file.content_type,
    ...pictureSize(file.data),
    url: path,
    proxy_url: path,
    ...(description !== undefined && { description }),
    ...(duration_secs !== undefined && { duration_secs }),
    ...(waveform !== undefined && { waveform }),
    ...(is_spoiler && { flags: AttachmentFlags.IsSpoiler })
  }
}

/** Returns the size of a PNG: the first two numbers of its header. Omits the size of any other picture. */
const pictureSize = (data: Uint8Array): Pick<APIAttachment, "width" | "height"> => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return data.length >= 24 && view.getUint32(0) === PNG_SIGNATURE
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : {}
}

const PNG_SIGNATURE = 0x89504e47
