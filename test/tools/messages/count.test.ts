/** Counts of messages, against the messages that the sandbox has. */
import { assert, describe, it } from "@effect/vitest"
import { MessageType } from "discord-api-types/v10"
import { Effect } from "effect"
import { isoTime } from "../../../src/text/words.ts"
import { asked, call, Sandbox, served } from "../../dispatch/app.ts"

/** A channel's messages, newest first, with their authors and days. */
const written = Effect.gen(function* () {
  const sandbox = yield* Sandbox
  const all = yield* sandbox.messages(sandbox.ids.channels.general)
  return all.filter(({ type }) => type === MessageType.Default || type === MessageType.Reply)
})

const tally = (keys: ReadonlyArray<string>): Map<string, number> =>
  keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())

interface Counted {
  readonly author: { readonly id: string }
  readonly day: string
  readonly messages: number
}

const general = (input: object) =>
  Effect.flatMap(Sandbox, ({ ids }) =>
    Effect.map(call("messages_count", { channel_id: ids.channels.general, ...input }), ({ structured }) =>
      Object(structured)
    )
  )

describe("messages_count", () => {
  it.live("counts by author, most first, with names and marks of bots", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const messages = yield* written
      const counts = tally(messages.map(({ author }) => author.id))
      const { authors, complete, ...rest } = yield* general({ by: "author" })
      const shown = authors.map(({ author, messages }: Counted) => [author.id, messages] as const)
      assert.deepStrictEqual(new Map(shown), counts)
      assert.deepStrictEqual(
        authors.map(({ messages }: Counted) => messages),
        [...counts.values()].sort((a, b) => b - a)
      )
      assert.isTrue(complete)
      assert.strictEqual(rest.messages, messages.length)
      const bot = authors.find(({ author }: Counted) => author.id === ids.bot)
      assert.deepStrictEqual(bot.author, { id: ids.bot, name: "Sandbox Bot", bot: true })
      assert.isAtMost(Date.parse(rest.oldest), Date.parse(rest.newest))
    }).pipe(served())
  )

  it.live("counts by day, within a time range", () =>
    Effect.gen(function* () {
      const messages = yield* written
      const days = tally(messages.map(({ timestamp }) => timestamp.slice(0, 10)))
      const { days: all } = yield* general({ by: "day" })
      assert.deepStrictEqual(new Map(all.map(({ day, messages }: Counted) => [day, messages] as const)), days)
      const [day = ""] = [...days.keys()].sort()
      const range = { since: `${day}T00:00:00Z`, until: `${day}T23:59:59.999Z` }
      const one = yield* general({ by: "day", ...range })
      assert.deepInclude(one, { days: [{ day, messages: days.get(day) }], messages: days.get(day), complete: true })
    }).pipe(served())
  )

  it.live("says that a limit ended the count, and only if there is more", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const total = (yield* sandbox.messages(sandbox.ids.channels.general)).length
      const limited = yield* general({ by: "author", limit: total - 1 })
      assert.isFalse(limited.complete)
      assert.match(limited.notice, new RegExp(`^Only the newest ${total - 1} messages were counted`))
      assert.isTrue((yield* general({ by: "author", limit: total })).complete)
      const before = isoTime(Date.parse(limited.oldest) - 1)
      assert.strictEqual((yield* general({ by: "author", until: before })).messages, 1)
      assert.isAbove((yield* asked).length, Math.ceil(total / 100))
    }).pipe(served())
  )

  it.live("leaves notices of Discord out of the count", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const [newest] = yield* sandbox.messages(sandbox.ids.channels.general)
      const count = (yield* written).length
      yield* sandbox.patch({
        [`/channels/${newest?.channel_id}/messages/${newest?.id}`]: { type: MessageType.UserJoin }
      })
      assert.deepInclude(yield* general({ by: "author" }), { messages: count - 1, system_messages: 1 })
    }).pipe(served())
  )
})
