import {
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  PermissionFlagsBits as Bit,
  EmbedType,
  MessageType
} from "discord-api-types/v10"
import { Effect } from "effect"
import { archivedThread, emptyMessage, invalidForm, notTheAuthor } from "../discordError.ts"
import { decodeForm } from "../Form.ts"
import type { UploadedFile } from "../incoming.ts"
import { mentionProblems, mentionsIn } from "../mentions.ts"
import { MessageCreate, MessagePatch } from "../messageForm.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { timestamp } from "../timestamp.ts"
import type { Channel, World } from "../World.ts"
import { findMessage, findTextChannel } from "./messages.ts"

/** `/channels/{channel.id}/messages`: writing and rewriting. */
export const sendingRoutes = [
  route(
    "POST",
    "/channels/:channel_id/messages",
    Effect.fnUntraced(function* ({ body, files, nowMs, param, world }) {
      const channel = yield* findTextChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel, Bit.SendMessages)
      if (channel.thread_metadata?.archived === true && channel.thread_metadata.locked === true)
        return yield* archivedThread
      const form = yield* decodeForm(MessageCreate)(body)
      yield* refuseProblems(mentionProblems(form.allowed_mentions))
      if (form.embeds !== undefined && form.embeds.length > 0) yield* ensureInChannel(world, channel, Bit.EmbedLinks)
      if (files.length > 0) yield* ensureInChannel(world, channel, Bit.AttachFiles)
      if (form.tts === true) yield* ensureInChannel(world, channel, Bit.SendTTSMessages)

      const nonce = form.nonce === undefined ? undefined : String(form.nonce)
      if (nonce !== undefined && form.enforce_nonce === true) {
        const sent = world.messageOfNonce(channel.id, world.bot.id, nonce, nowMs)
        if (sent !== undefined) return json(200, sent)
      }
      const repliedTo = yield* findReplied(world, channel, form)
      const id = world.nextId(nowMs)
      const message: APIMessage = {
        id,
        channel_id: channel.id,
        type: repliedTo === undefined ? MessageType.Default : MessageType.Reply,
        author: world.bot,
        content: (form.content ?? "").trim(),
        timestamp: timestamp(nowMs),
        edited_timestamp: null,
        tts: form.tts ?? false,
        ...mentionsIn(world, channel, form.content ?? "", form.allowed_mentions, repliedTo?.author),
        attachments: files.map((file, at) =>
          attached(channel, world.nextId(nowMs), file, form.attachments?.[at]?.description)
        ),
        embeds: (form.embeds ?? []).map(rich),
        components: [],
        pinned: false,
        flags: form.flags ?? 0,
        ...(form.nonce !== undefined && { nonce: form.nonce }),
        ...(repliedTo !== undefined && {
          message_reference: { type: 0, channel_id: channel.id, guild_id: channel.guild_id, message_id: repliedTo.id }
        })
      }
      if (isEmpty(message)) return yield* emptyMessage
      world.putMessage(message)
      if (nonce !== undefined) world.rememberNonce(nonce, message, nowMs)
      return json(200, world.message(channel.id, id))
    })
  ),

  route(
    "PATCH",
    "/channels/:channel_id/messages/:message_id",
    Effect.fnUntraced(function* ({ body, nowMs, param, world }) {
      const channel = yield* findTextChannel(world, param("channel_id"))
      yield* ensureInChannel(world, channel)
      const before = yield* findMessage(world, channel.id, param("message_id"))
      if (before.author.id !== world.bot.id) return yield* notTheAuthor
      const form = yield* decodeForm(MessagePatch)(body)
      yield* refuseProblems(mentionProblems(form.allowed_mentions))
      const content = form.content === undefined ? before.content : (form.content ?? "").trim()
      const after: APIMessage = {
        ...before,
        ...mentionsIn(world, channel, content, form.allowed_mentions, before.referenced_message?.author),
        content,
        embeds: form.embeds === undefined ? before.embeds : (form.embeds ?? []).map(rich),
        edited_timestamp: timestamp(nowMs),
        ...(form.flags !== undefined && { flags: form.flags })
      }
      if (isEmpty(after)) return yield* emptyMessage
      world.putMessage(after)
      return json(200, world.message(channel.id, before.id))
    })
  )
]

const isEmpty = ({ attachments, content, embeds }: APIMessage): boolean =>
  content === "" && embeds.length === 0 && attachments.length === 0

const refuseProblems = (problems: Parameters<typeof invalidForm>[0]) =>
  problems.length === 0 ? Effect.void : invalidForm(problems)

/** The message that is answered, if one is and it is there. */
const findReplied = Effect.fnUntraced(function* (
  world: World,
  channel: Channel,
  { message_reference: to }: MessageCreate
) {
  if (to === undefined) return undefined
  yield* ensureInChannel(world, channel, Bit.ReadMessageHistory)
  const message = world.message(channel.id, to.message_id)
  if (message !== undefined || to.fail_if_not_exists === false) return message
  return yield* invalidForm([
    { path: ["message_reference"], code: "REPLIES_UNKNOWN_MESSAGE", message: "Unknown message" }
  ])
})

const rich = (embed: APIEmbed): APIEmbed => ({ ...embed, type: EmbedType.Rich })

/** Nobody can fetch these: the sandbox keeps what a file is called, not what is in it. */
const attached = (channel: Channel, id: string, file: UploadedFile, description: string | undefined): APIAttachment => {
  const where = `attachments/${channel.id}/${id}/${encodeURIComponent(file.filename)}`
  return {
    id,
    filename: file.filename,
    size: file.size,
    content_type: file.content_type,
    url: `https://cdn.discordapp.com/${where}`,
    proxy_url: `https://media.discordapp.net/${where}`,
    ...(description !== undefined && { description })
  }
}
