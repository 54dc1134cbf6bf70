import type { APIMessage, APIReaction, APIUser } from "discord-api-types/v10"
import type { SandboxState } from "./State.ts"

type Emoji = APIReaction["emoji"]

/** Returns a reaction as a message has it. */
export const apiReaction = (emoji: Emoji, count: number, me: boolean): APIReaction => ({
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
  const mine = users.some((user) => user.id === state.bot.id)
  const fresh = users.length === 0 ? [] : [apiReaction(emoji, users.length, mine)]
  const reactions = message.reactions ?? []
  const known = reactions.some((it) => keyOf(it.emoji) === keyOf(emoji))
  state.putMessage({
    ...message,
    reactions: known
      ? reactions.flatMap((it) => (keyOf(it.emoji) === keyOf(emoji) ? fresh : [it]))
      : [...reactions, ...fresh]
  })
}

const keyOf = ({ id, name }: Emoji): string => id ?? name ?? ""
