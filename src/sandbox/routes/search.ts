import { type APIMessage, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Hash, Schema } from "effect"
import { choice, decodeForm, integerText, optional, snowflake, text } from "../Form.ts"
import { findGuild } from "../find.ts"
import { botHas } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"

const Search = Schema.Struct({
  content: optional(text(0, 1024)),
  limit: optional(integerText(1, 25)),
  offset: optional(integerText(0, 9975)),
  min_id: optional(snowflake),
  max_id: optional(snowflake),
  pinned: optional(choice("true", "false")),
  mention_everyone: optional(choice("true", "false")),
  sort_by: optional(choice("timestamp", "relevance")),
  sort_order: optional(choice("asc", "desc"))
})

/** `/guilds/{guild.id}/messages/search`. */
export const searchRoutes = [
  route("GET", "/guilds/:guild_id/messages/search", function* ({ queryAll, param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { limit = 25, offset = 0, ...form } = yield* decodeForm(Search)(query)
    const words = (form.content ?? "").toLowerCase().split(/\s+/).filter(Boolean)
    const wanted = {
      channels: queryAll("channel_id"),
      authors: queryAll("author_id"),
      mentions: queryAll("mentions"),
      has: queryAll("has"),
      kinds: queryAll("author_type")
    }
    const among = (list: ReadonlyArray<string>, value: string) => list.length === 0 || list.includes(value)
    const found = [...state.channelsOf(guild.id), ...state.threadsOf(guild.id)]
      .filter((channel) => among(wanted.channels, channel.id))
      .filter((channel) => botHas(state, channel, Bit.ViewChannel | Bit.ReadMessageHistory))
      .flatMap((channel) => state.messagesOf(channel.id))
      .filter(
        (it) =>
          words.every((word) => it.content.toLowerCase().includes(word)) &&
          among(wanted.authors, it.author.id) &&
          among(wanted.kinds, kindOf(it)) &&
          (wanted.mentions.length === 0 || it.mentions.some((user) => wanted.mentions.includes(user.id))) &&
          wanted.has.every((what) => hasIt(it, what)) &&
          (form.pinned === undefined || it.pinned === (form.pinned === "true")) &&
          (form.mention_everyone === undefined || it.mention_everyone === (form.mention_everyone === "true")) &&
          (form.min_id === undefined || isOlder(form.min_id, it.id)) &&
          (form.max_id === undefined || isOlder(it.id, form.max_id))
      )
      .sort((a, b) => (isOlder(a.id, b.id) === (form.sort_order === "asc") ? -1 : 1))
    return json(200, {
      analytics_id: (Hash.string(JSON.stringify(query)) >>> 0).toString(16),
      doing_deep_historical_index: false,
      total_results: found.length,
      messages: found.slice(offset, offset + limit).map((it) => [{ ...it, hit: true }])
    })
  })
]

const kindOf = ({ author, webhook_id }: APIMessage): string =>
  webhook_id !== undefined ? "webhook" : author.bot === true ? "bot" : "user"

/** Returns whether a message has a feature. `-link` matches messages without links. */
const hasIt = (message: APIMessage, what: string): boolean =>
  what.startsWith("-") ? !hasIt(message, what.slice(1)) : (features[what]?.(message) ?? false)

const features: Readonly<Record<string, (message: APIMessage) => boolean>> = {
  link: (it) => /https?:\/\//.test(it.content),
  embed: (it) => it.embeds.length > 0,
  file: (it) => it.attachments.length > 0,
  image: (it) => it.attachments.some((file) => file.content_type?.startsWith("image/")),
  video: (it) => it.attachments.some((file) => file.content_type?.startsWith("video/")),
  sound: (it) => it.attachments.some((file) => file.content_type?.startsWith("audio/")),
  poll: (it) => it.poll !== undefined,
  sticker: (it) => (it.sticker_items ?? []).length > 0,
  snapshot: (it) => it.message_snapshots !== undefined
}
