import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { Channel } from "../Channel.ts"
import { archivedThread, unknownMember } from "../discordError.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findMember, findThread } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import { enter, leave } from "../threading.ts"

const Page = Schema.Struct({ limit: optional(integerText(1, 100)), after: optional(snowflake) })

const MEMBERS = "/channels/:channel_id/thread-members"

/** `/channels/{channel.id}/thread-members`. */
export const threadMemberRoutes = [
  route(
    "GET",
    MEMBERS,
    Effect.fnUntraced(function* (call) {
      const thread = yield* threadOf(call)
      const { after = "0", limit = 100 } = yield* decodeForm(Page)(call.query)
      const members = [...call.world.threadMembers.of(thread.id).entries()]
        .filter(([id]) => isOlder(after, id))
        .sort(([a], [b]) => (isOlder(a, b) ? -1 : 1))
        .slice(0, limit)
      return json(
        200,
        members.map(([id]) => told(call, thread, id))
      )
    })
  ),

  route("PUT", `${MEMBERS}/@me`, (call) => join(call, call.world.bot.id)),

  route("PUT", `${MEMBERS}/:user_id`, (call) => join(call, call.param("user_id"))),

  route("DELETE", `${MEMBERS}/@me`, (call) =>
    Effect.map(awake(call), (thread) => {
      leave(call.world, thread, call.world.bot.id)
      return noContent
    })
  ),

  route(
    "GET",
    `${MEMBERS}/:user_id`,
    Effect.fnUntraced(function* (call) {
      const thread = yield* threadOf(call)
      const id = call.param("user_id") === "@me" ? call.world.bot.id : call.param("user_id")
      return call.world.threadMembers.of(thread.id).has(id) ? json(200, told(call, thread, id)) : yield* unknownMember
    })
  ),

  route(
    "DELETE",
    `${MEMBERS}/:user_id`,
    Effect.fnUntraced(function* (call) {
      const { param, world } = call
      const thread = yield* awake(call)
      const { user } = yield* findMember(world, thread.guild_id, param("user_id"))
      if (thread.owner_id !== world.bot.id) yield* ensureInChannel(world, thread, Bit.ManageThreads)
      if (!world.threadMembers.of(thread.id).has(user.id)) return yield* unknownMember
      leave(world, thread, user.id)
      return noContent
    })
  )
]

const threadOf = Effect.fnUntraced(function* ({ param, world }: Call<"channel_id">) {
  const thread = yield* findThread(world, param("channel_id"))
  yield* ensureInChannel(world, thread)
  return thread
})

const awake = (call: Call<"channel_id">) =>
  Effect.flatMap(threadOf(call), (thread) =>
    thread.thread_metadata?.archived === true ? archivedThread : Effect.succeed(thread)
  )

const join = Effect.fnUntraced(function* (call: Call<"channel_id">, userId: string) {
  const thread = yield* awake(call)
  const { user } = yield* findMember(call.world, thread.guild_id, userId)
  if (user.id !== call.world.bot.id) yield* ensureInChannel(call.world, thread, Bit.SendMessagesInThreads)
  enter(call.world, thread, user.id)
  return noContent
})

const told = ({ query, world }: Call<"channel_id">, thread: Channel, userId: string) => ({
  ...world.threadMembers.of(thread.id).get(userId),
  ...(query.with_member === "true" && { member: world.membersOf(thread.guild_id).get(userId) })
})
