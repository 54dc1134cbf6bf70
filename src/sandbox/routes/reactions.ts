import { type APIReaction, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Either, Encoding } from "effect"
import { type Refusal, unknownEmoji } from "../discordError.ts"
import { ensureInChannel } from "../Permissions.ts"
import { noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import { findMessage, findTextChannel } from "./messages.ts"

const PATH = "/channels/:channel_id/messages/:message_id/reactions/:emoji/@me"

/** The bot's own reactions. */
export const reactionRoutes = [
  route(
    "PUT",
    PATH,
    Effect.fnUntraced(function* (call) {
      const { channel, emoji, message, others, reaction } = yield* reactionOf(call)
      yield* ensureInChannel(call.world, channel, Bit.ReadMessageHistory)
      // Joining in is free; to be the first with an emoji takes a permission.
      if (reaction === undefined) yield* ensureInChannel(call.world, channel, Bit.AddReactions)
      if (reaction?.me === true) return noContent
      call.world.putMessage({ ...message, reactions: [...others, counted(emoji, (reaction?.count ?? 0) + 1, true)] })
      return noContent
    })
  ),

  route(
    "DELETE",
    PATH,
    Effect.fnUntraced(function* (call) {
      const { channel, emoji, message, others, reaction } = yield* reactionOf(call)
      yield* ensureInChannel(call.world, channel)
      if (reaction?.me !== true) return noContent
      const left = reaction.count > 1 ? [counted(emoji, reaction.count - 1, false)] : []
      call.world.putMessage({ ...message, reactions: [...others, ...left] })
      return noContent
    })
  )
]

/** A reaction as a message has it. */
export const counted = (emoji: APIReaction["emoji"], count: number, me: boolean): APIReaction => ({
  emoji,
  count,
  count_details: { burst: 0, normal: count },
  burst_colors: [],
  me,
  me_burst: false
})

const reactionOf = Effect.fnUntraced(function* ({ param, world }: Call<"channel_id" | "message_id" | "emoji">) {
  const channel = yield* findTextChannel(world, param("channel_id"))
  const message = yield* findMessage(world, channel.id, param("message_id"))
  const emoji = yield* readEmoji(param("emoji"), world.guilds.get(channel.guild_id)?.emojis ?? [])
  const same = (it: APIReaction) => it.emoji.id === emoji.id && it.emoji.name === emoji.name
  const reactions = message.reactions ?? []
  return { channel, message, emoji, reaction: reactions.find(same), others: reactions.filter((it) => !same(it)) }
})

/** A character of its own, or `name:id` of an emoji of the guild. */
const readEmoji = (
  encoded: string,
  known: ReadonlyArray<APIReaction["emoji"]>
): Either.Either<APIReaction["emoji"], Refusal> => {
  const text = Either.getOrElse(Encoding.decodeUriComponent(encoded), () => "")
  const id = /^\w+:(\d+)$/.exec(text)?.[1]
  if (id === undefined)
    return UNICODE_EMOJI.test(text) ? Either.right({ id: null, name: text }) : Either.left(unknownEmoji)
  const custom = known.find((emoji) => emoji.id === id)
  return custom === undefined ? Either.left(unknownEmoji) : Either.right({ id, name: custom.name })
}

const UNICODE_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u
