import type { APIMessage, APIReaction, APIUser } from "discord-api-types/v10"
import type { World } from "./State.ts"

type Emoji = APIReaction["emoji"]

/** A reaction as a message has it. */
export const counted = (emoji: Emoji, count: number, me: boolean): APIReaction => ({
  emoji,
  count,
  count_details: { burst: 0, normal: count },
  burst_colors: [],
  me,
  me_burst: false
})

/** Who reacted with this emoji, first come first. */
export const reactorsOf = (world: World, messageId: string, emoji: Emoji): ReadonlyArray<APIUser> =>
  world.reactors.of(messageId).get(keyOf(emoji)) ?? []

/** Lets exactly these users have reacted with this emoji. */
export const setReactors = (world: World, message: APIMessage, emoji: Emoji, users: ReadonlyArray<APIUser>): void => {
  world.reactors.of(message.id).set(keyOf(emoji), users)
  const mine = users.some((user) => user.id === world.bot.id)
  const fresh = users.length === 0 ? [] : [counted(emoji, users.length, mine)]
  const reactions = message.reactions ?? []
  const known = reactions.some((it) => keyOf(it.emoji) === keyOf(emoji))
  world.putMessage({
    ...message,
    reactions: known
      ? reactions.flatMap((it) => (keyOf(it.emoji) === keyOf(emoji) ? fresh : [it]))
      : [...reactions, ...fresh]
  })
}

const keyOf = ({ id, name }: Emoji): string => id ?? name ?? ""
