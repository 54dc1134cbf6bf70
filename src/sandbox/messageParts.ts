import {
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  type APIPoll,
  AttachmentFlags,
  EmbedType
} from "discord-api-types/v10"
import type { Channel } from "./Channel.ts"
import type { UploadedFile } from "./incomingRequest.ts"
import type { Poll } from "./messageForm.ts"
import type { SandboxState } from "./State.ts"
import { timestamp } from "./timestamp.ts"

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
export const pollOf = (
  { allow_multiselect = false, answers, duration = 24, question }: Poll,
  nowMs: number
): APIPoll => ({
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
export const componentsOf = (components: ReadonlyArray<unknown> | undefined) =>
  // Not validated, see above.
  (components ?? []) as NonNullable<APIMessage["components"]>

/** Sets the type of a bot's embed. */
export const richEmbed = (embed: APIEmbed): APIEmbed => ({ ...embed, type: EmbedType.Rich })

/** Stores a file and returns its attachment, whose links are signed when the message is read. */
export const attachmentOf = (
  { media }: SandboxState,
  channel: Channel,
  id: string,
  file: UploadedFile,
  {
    description,
    is_spoiler = false
  }: { readonly description?: string | undefined; readonly is_spoiler?: boolean | undefined } = {}
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
