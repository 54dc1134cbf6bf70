import { ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, decodeFields, integerText, optional, snowflake, text } from "../BodySchema.ts"
import { json } from "../discordError.ts"
import { findChannel, findGuild, isForum } from "../find.ts"
import { botSees } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import type { Channel } from "../State.ts"
import { listed } from "./threads.ts"

const Page = Schema.Struct({ limit: optional(integerText(2, 100)), before: optional(Schema.String) })

const Search = Schema.Struct({
  name: optional(text(0, 100)),
  limit: optional(integerText(1, 25)),
  offset: optional(integerText(0, 9975)),
  sort_by: optional(choice("last_message_time", "archive_time", "relevance", "creation_time")),
  sort_order: optional(choice("asc", "desc")),
  archived: optional(choice("true", "false")),
  min_id: optional(snowflake),
  max_id: optional(snowflake)
})

/** Lists of threads: active, archived, search. */
export const threadListRoutes = [
  route("GET", "/guilds/:guild_id/threads/active", ({ param, state }) =>
    Effect.map(findGuild(state, param("guild_id")), ({ id }) =>
      json(
        200,
        listed(
          state,
          state.threadsOf(id).filter((it) => it.thread_metadata?.archived === false && botSees(state, it))
        )
      )
    )
  ),

  route("GET", "/channels/:channel_id/threads/archived/public", (request) =>
    archived(request, (it) => it.type !== ChannelType.PrivateThread)
  ),

  route("GET", "/channels/:channel_id/threads/archived/private", (request) =>
    archived(request, (it) => it.type === ChannelType.PrivateThread)
  ),

  route("GET", "/channels/:channel_id/users/@me/threads/archived/private", (request) =>
    archived(
      request,
      (it) => it.type === ChannelType.PrivateThread && request.state.threadMembers.of(it.id).has(request.state.bot.id)
    )
  ),

  route("GET", "/channels/:channel_id/threads/search", function* ({ queryAll, param, query, state }) {
    const channel = yield* findChannel(state, param("channel_id"))
    const form = yield* decodeFields(Search)(query)
    const tags = queryAll("tag")
    const threads = state
      .threadsOf(channel.guild_id)
      .filter(
        (thread) =>
          thread.parent_id === channel.id &&
          botSees(state, thread) &&
          thread.name.toLowerCase().includes((form.name ?? "").toLowerCase()) &&
          (form.archived === undefined || thread.thread_metadata?.archived === (form.archived === "true")) &&
          (form.min_id === undefined || isOlder(form.min_id, thread.id)) &&
          (form.max_id === undefined || isOlder(thread.id, form.max_id)) &&
          (tags.length === 0 || tags.some((tag) => thread.applied_tags?.includes(tag)))
      )
      .sort((a, b) => (isOlder(a.id, b.id) === (form.sort_order === "asc") ? -1 : 1))
    const { limit = 25, offset = 0 } = form
    const page = threads.slice(offset, offset + limit)
    return json(200, {
      ...listed(state, page),
      has_more: threads.length > offset + limit,
      total_results: threads.length,
      ...(isForum(channel) && { first_messages: page.flatMap((it) => state.messagesOf(it.id).at(-1) ?? []) })
    })
  })
]

const archived = Effect.fnUntraced(function* (
  { param, query, state }: RouteRequest<"channel_id">,
  belongs: (thread: Channel) => boolean
) {
  const channel = yield* findChannel(state, param("channel_id"))
  const { before, limit = 50 } = yield* decodeFields(Page)(query)
  const since = (it: Channel) => Date.parse(it.thread_metadata?.archive_timestamp ?? "")
  const threads = state
    .threadsOf(channel.guild_id)
    .filter((it) => it.parent_id === channel.id && it.thread_metadata?.archived === true && belongs(it))
    // The anchor is a thread id or a time.
    .filter((it) =>
      before === undefined ? true : /^\d+$/.test(before) ? isOlder(it.id, before) : since(it) < Date.parse(before)
    )
    .sort((a, b) => since(b) - since(a))
  return json(200, { ...listed(state, threads.slice(0, limit)), has_more: threads.length > limit })
})
