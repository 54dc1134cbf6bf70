import { type APIMessage, type APIReaction, type APIUser, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Either, Encoding, Schema } from "effect"
import { decodeFields, integerText, optional, page } from "../BodySchema.ts"
import { ensureActive } from "../createMessage.ts"
import { json, noContent, type Refusal, tooManyReactions, unknownEmoji } from "../discordError.ts"
import { findMessage, findTextChannel, findUser } from "../find.ts"
import { ensureInChannel } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { pageOf } from "../Snowflakes.ts"
import type { SandboxState } from "../State.ts"

type Emoji = APIReaction["emoji"]

/** Returns a reaction as a message has it. */
const apiReaction = (emoji: Emoji, count: number, me: boolean): APIReaction => ({
  emoji,
  count,
  count_details: { burst: 0, normal: count },
  burst_colors: [],
  me,
  me_burst: false
})

/** Returns the users who reacted with an emoji, in order of time. */
export const reactorsOf = (state: SandboxState, messageId: string, emoji: Emoji): ReadonlyArray<APIUser> =>
  state.reactors.of(messageId).get(keyOf(emoji)) ?? []

/** Sets the users who reacted with an emoji. */
export const setReactors = (
  state: SandboxState,
  message: APIMessage,
  emoji: Emoji,
  users: ReadonlyArray<APIUser>
): void => {
  state.reactors.of(message.id).set(keyOf(emoji), users)
  putReactions(state, message, emoji, users)
}

/** Sets the reactions that a message shows. */
const putReactions = (state: SandboxState, message: APIMessage, emoji: Emoji, users: ReadonlyArray<APIUser>): void => {
  const mine = users.some((user) => user.id === state.bot.id)
  const fresh = users.length === 0 ? [] : [apiReaction(emoji, users.length, mine)]
  const reactions = message.reactions ?? []
  const isKnown = reactions.some((it) => keyOf(it.emoji) === keyOf(emoji))
  state.putMessage({
    ...message,
    reactions: isKnown
      ? reactions.flatMap((it) => (keyOf(it.emoji) === keyOf(emoji) ? fresh : [it]))
      : [...reactions, ...fresh]
  })
}

const keyOf = ({ id, name }: Emoji): string => id ?? name ?? ""

const REACTIONS = "/channels/:channel_id/messages/:message_id/reactions"

const Page = Schema.Struct({ ...page(100), type: optional(integerText(0, 1)) })

/** `/channels/{channel.id}/messages/{message.id}/reactions`. */
export const reactionRoutes = [
  route("GET", `${REACTIONS}/:emoji`, function* (request) {
    const { emoji, message } = yield* reactionOf(request)
    const { type = 0, ...asked } = yield* decodeFields(Page)(request.query)
    const users = type === 1 ? [] : reactorsOf(request.state, message.id, emoji)
    return json(
      200,
      pageOf(users, ({ id }) => id, { limit: 25, ...asked })
    )
  }),

  route("PUT", `${REACTIONS}/:emoji/@me`, function* (request) {
    const { channel, emoji, message, reaction } = yield* reactionOf(request)
    const { state } = request
    yield* ensureActive(channel)
    // Only the first reaction with an emoji needs ADD_REACTIONS.
    if (reaction === undefined) yield* ensureInChannel(state, channel, Bit.AddReactions)
    if (reaction === undefined && (message.reactions?.length ?? 0) >= MAX_REACTIONS) return yield* tooManyReactions
    if (reaction?.me === true) return noContent
    setReactors(state, message, emoji, [...reactorsOf(state, message.id, emoji), state.bot])
    return noContent
  }),

  route("DELETE", `${REACTIONS}/:emoji/@me`, (request) => removeReactor(request, request.state.bot.id)),

  route("DELETE", `${REACTIONS}/:emoji/:user_id`, (request) =>
    Effect.flatMap(findUser(request.state, request.param("user_id")), ({ id }) => removeReactor(request, id))
  ),

  route("DELETE", `${REACTIONS}/:emoji`, function* (request) {
    const { channel, emoji, message } = yield* reactionOf(request)
    yield* ensureActive(channel)
    request.state.reactors.of(message.id).delete(keyOf(emoji))
    putReactions(request.state, message, emoji, [])
    return noContent
  }),

  route("DELETE", REACTIONS, function* ({ param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    yield* ensureActive(channel)
    state.reactors.of(message.id).clear()
    state.putMessage({ ...message, reactions: [] })
    return noContent
  })
]

/** Maximum number of different emojis on a message. */
const MAX_REACTIONS = 20

type ReactionRequest = RouteRequest<"channel_id" | "message_id" | "emoji">

const removeReactor = Effect.fnUntraced(function* (request: ReactionRequest, userId: string) {
  const { channel, emoji, message } = yield* reactionOf(request)
  yield* ensureActive(channel)
  const { state } = request
  const left = reactorsOf(state, message.id, emoji).filter((user) => user.id !== userId)
  setReactors(state, message, emoji, left)
  return noContent
})

const reactionOf = Effect.fnUntraced(function* ({ param, state }: ReactionRequest) {
  const channel = yield* findTextChannel(state, param("channel_id"))
  const message = yield* findMessage(state, channel.id, param("message_id"))
  const emoji = yield* readEmoji(param("emoji"), state.guilds.get(channel.guild_id)?.emojis ?? [])
  const reaction = message.reactions?.find((it) => it.emoji.id === emoji.id && it.emoji.name === emoji.name)
  return { channel, message, emoji, reaction }
})

/** Decodes a Unicode emoji, in the only spelling that Discord knows, or `name:id` of a guild emoji. */
export const readEmoji = (
  encoded: string,
  emojis: ReadonlyArray<APIReaction["emoji"]>
): Either.Either<APIReaction["emoji"], Refusal> => {
  const text = Either.getOrElse(Encoding.decodeUriComponent(encoded), () => "")
  const id = /^\w+:(\d+)$/.exec(text)?.[1]
  if (id === undefined)
    return UNICODE_EMOJI.test(text) && isQualified(text)
      ? Either.right({ id: null, name: text })
      : Either.left(unknownEmoji)
  const custom = emojis.find((emoji) => emoji.id === id)
  return custom === undefined ? Either.left(unknownEmoji) : Either.right({ id, name: custom.name })
}

const UNICODE_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F\u20E3)/u

/** Discord knows no emoji without its variation selectors, and none with one that it does not need. */
const isQualified = (emoji: string): boolean =>
  !/(?!\p{Emoji_Presentation})\p{Emoji}(?![\uFE0F\p{Emoji_Modifier}])|\p{Emoji_Presentation}\uFE0F/u.test(emoji)
