import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { Channel } from "../Channel.ts"
import { archivedThread, unknownMember } from "../discordError.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findMember, findThread } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import { addThreadMember, removeThreadMember } from "../threads.ts"

const Page = Schema.Struct({ limit: optional(integerText(1, 100)), after: optional(snowflake) })

const MEMBERS = "/channels/:channel_id/thread-members"

/** `/channels/{channel.id}/thread-members`. */
export const threadMemberRoutes = [
  route("GET", MEMBERS, function* (request) {
    const thread = yield* threadOf(request)
    const { after = "0", limit = 100 } = yield* decodeForm(Page)(request.query)
    const members = [...request.state.threadMembers.of(thread.id).entries()]
      .filter(([id]) => isOlder(after, id))
      .sort(([a], [b]) => (isOlder(a, b) ? -1 : 1))
      .slice(0, limit)
    return json(
      200,
      members.map(([id]) => toApiMember(request, thread, id))
    )
  }),

  route("PUT", `${MEMBERS}/@me`, (request) => join(request, request.state.bot.id)),

  route("PUT", `${MEMBERS}/:user_id`, (request) => join(request, request.param("user_id"))),

  route("DELETE", `${MEMBERS}/@me`, (request) =>
    Effect.map(activeThread(request), (thread) => {
      removeThreadMember(request.state, thread, request.state.bot.id)
      return noContent
    })
  ),

  route("GET", `${MEMBERS}/:user_id`, function* (request) {
    const thread = yield* threadOf(request)
    const id = request.param("user_id") === "@me" ? request.state.bot.id : request.param("user_id")
    return request.state.threadMembers.of(thread.id).has(id)
      ? json(200, toApiMember(request, thread, id))
      : yield* unknownMember
  }),

  route("DELETE", `${MEMBERS}/:user_id`, function* (request) {
    const { param, state } = request
    const thread = yield* activeThread(request)
    const { user } = yield* findMember(state, thread.guild_id, param("user_id"))
    if (thread.owner_id !== state.bot.id) yield* ensureInChannel(state, thread, Bit.ManageThreads)
    if (!state.threadMembers.of(thread.id).has(user.id)) return yield* unknownMember
    removeThreadMember(state, thread, user.id)
    return noContent
  })
]

const threadOf = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"channel_id">) {
  const thread = yield* findThread(state, param("channel_id"))
  return thread
})

const activeThread = (request: RouteRequest<"channel_id">) =>
  Effect.filterOrElse(
    threadOf(request),
    (thread) => thread.thread_metadata?.archived !== true,
    () => archivedThread
  )

const join = Effect.fnUntraced(function* (request: RouteRequest<"channel_id">, userId: string) {
  const thread = yield* activeThread(request)
  const { user } = yield* findMember(request.state, thread.guild_id, userId)
  addThreadMember(request.state, thread, user.id)
  return noContent
})

const toApiMember = ({ query, state }: RouteRequest<"channel_id">, thread: Channel, userId: string) => ({
  ...state.threadMembers.of(thread.id).get(userId),
  ...(query.with_member === "true" && { member: state.membersOf(thread.guild_id).get(userId) })
})
