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
import { timestamp } from "./timestamp.ts"

const HOUR_MS = 60 * 60_000

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

/** Returns the attachment of a file. Its URLs do not work, because the sandbox stores no content. */
export const attachmentOf = (
  channel: Channel,
  id: string,
  file: UploadedFile,
  {
    description,
    is_spoiler = false
  }: { readonly description?: string | undefined; readonly is_spoiler?: boolean | undefined } = {}
): APIAttachment => {
  const where = `attachments/${channel.id}/${id}/${encodeURIComponent(file.filename)}`
  return {
    id,
    filename: file.filename,
    size: file.size,
    content_type: file.content_type,
    url: `https://cdn.discordapp.com/${where}`,
    proxy_url: `https://media.discordapp.net/${where}`,
    ...(description !== undefined && { description }),
    ...(is_spoiler && { flags: AttachmentFlags.IsSpoiler })
  }
}
