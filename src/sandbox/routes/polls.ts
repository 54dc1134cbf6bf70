import type { APIMessage, APIPoll } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { noPoll, notTheAuthor, pollExpired } from "../discordError.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findMessage, findTextChannel } from "../find.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import type { SandboxState } from "../State.ts"
import { timestamp } from "../timestamp.ts"

const Page = Schema.Struct({ limit: optional(integerText(1, 100)), after: optional(snowflake) })

/** `/channels/{channel.id}/polls`. */
export const pollRoutes = [
  route("GET", "/channels/:channel_id/polls/:message_id/answers/:answer", function* ({ param, query, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    yield* pollOf(message)
    const { after = "0", limit = 25 } = yield* decodeForm(Page)(query)
    const voters = state.voters.of(message.id).get(param("answer")) ?? []
    return json(200, { users: voters.filter((user) => isOlder(after, user.id)).slice(0, limit) })
  }),

  route("POST", "/channels/:channel_id/polls/:message_id/expire", function* ({ nowMs, param, state }) {
    const channel = yield* findTextChannel(state, param("channel_id"))
    const message = yield* findMessage(state, channel.id, param("message_id"))
    const poll = yield* pollOf(message)
    if (message.author.id !== state.bot.id) return yield* notTheAuthor
    if (poll.results?.is_finalized === true) return yield* pollExpired
    const results = { is_finalized: true, answer_counts: countsOf(state, message, poll) }
    state.putMessage({ ...message, poll: { ...poll, expiry: timestamp(nowMs), results } })
    return json(200, state.message(channel.id, message.id))
  })
]

/** Returns the votes of a poll. */
export const countsOf = (state: SandboxState, message: APIMessage, { answers }: APIPoll) =>
  answers.map(({ answer_id }) => {
    const voters = state.voters.of(message.id).get(String(answer_id)) ?? []
    return { id: answer_id, count: voters.length, me_voted: voters.some((user) => user.id === state.bot.id) }
  })

const pollOf = ({ poll }: APIMessage) => (poll === undefined ? noPoll : Effect.succeed(poll))
