import { type APIMessage, AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Schema } from "effect"
import { tooOldToDelete } from "../discordError.ts"
import { decodeForm, integerText, list, optional, snowflake } from "../Form.ts"
import { findMessage, findTextChannel } from "../find.ts"
import { botHas, ensureInChannel } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder, timeOf } from "../Snowflakes.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

const Page = Schema.Struct({
  limit: optional(integerText(1, 100)),
  around: optional(snowflake),
  before: optional(snowflake),
  after: optional(snowflake)
})

const BulkDelete = Schema.Struct({ messages: list(snowflake, 2, 100) })

/** Maximum age of a message for bulk delete. */
const BULK_MS = 14 * 24 * 60 * 60_000

/** `/channels/{channel.id}/messages`: read and delete. */
export const messageRoutes = [
  route("GET", "/channels/:channel_id/messages", function* ({ param, query, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const page = yield* decodeForm(Page)(query)
    // Without READ_MESSAGE_HISTORY, the list is empty (Discord docs, get channel messages).
    if (!botHas(state, channel, Bit.ReadMessageHistory)) return json(200, [])
    return json(200, cut(state.messagesOf(channel.id), page))
  }),

  route("GET", "/channels/:channel_id/messages/:message_id", function* ({ param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    return json(200, yield* findMessage(state, channel.id, param("message_id")))
  }),

  route("DELETE", "/channels/:channel_id/messages/:message_id", function* ({ param, reason, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    if (message.author.id !== state.bot.id) yield* ensureInChannel(state, channel, Bit.ManageMessages)
    state.removeMessage(channel.id, message.id)
    if (message.author.id !== state.bot.id)
      writeAuditEntry({ state, reason }, channel.guild_id, {
        action: AuditLogEvent.MessageDelete,
        target: message.author.id,
        options: { channel_id: channel.id, count: "1" }
      })
    return noContent
  }),

  route("POST", "/channels/:channel_id/messages/bulk-delete", function* ({ body, nowMs, param, reason, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const { messages } = yield* decodeForm(BulkDelete)(body)
    // The id contains the age, so this applies to unknown messages too.
    if (messages.some((id) => nowMs - timeOf(id) > BULK_MS)) return yield* tooOldToDelete
    for (const id of messages) state.removeMessage(channel.id, id)
    writeAuditEntry({ state, reason }, channel.guild_id, {
      action: AuditLogEvent.MessageBulkDelete,
      target: channel.id,
      options: { count: String(messages.length) }
    })
    return noContent
  }),

  route("POST", "/channels/:channel_id/typing", function* ({ param, state }) {
    yield* findTextChannel(state, param("channel_id"))
    return noContent
  })
]

/** Returns one page of messages, newest first. If there are several anchors, `around` has precedence, then `before`. */
const cut = (messages: ReadonlyArray<APIMessage>, { after, around, before, limit = 50 }: typeof Page.Type) => {
  const newer = (than: string) => messages.filter(({ id }) => isOlder(than, id))
  const older = (than: string) => messages.filter(({ id }) => isOlder(id, than))
  if (around !== undefined) {
    const half = limit >> 1
    const upTo = messages.filter(({ id }) => !isOlder(around, id))
    return [...newer(around).slice(half === 0 ? messages.length : -half), ...upTo.slice(0, limit - half)].slice(
      0,
      limit
    )
  }
  if (before !== undefined) return older(before).slice(0, limit)
  return after === undefined ? messages.slice(0, limit) : newer(after).slice(-limit)
}
