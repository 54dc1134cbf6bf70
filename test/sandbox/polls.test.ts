import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, refusal, Sandbox, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("polls and search of the embedded Discord", (it) => {
  it.effect("creates a poll, counts its votes, and ends it once", () =>
    Effect.gen(function* () {
      const { channels, members, messages } = (yield* Sandbox).ids
      const poll = {
        question: { text: "Tea?" },
        answers: [{ poll_media: { text: "yes" } }, { poll_media: { text: "no" } }],
        duration: 1
      }
      const asked = yield* ask("POST", `/channels/${channels.general}/messages`, { poll })
      assert.deepStrictEqual(at(asked.body, "poll", "answers", "answer_id"), [1, 2])
      const expire = (channel: string, id: string) => ask("POST", `/channels/${channel}/polls/${id}/expire`)
      const ended = yield* expire(channels.showcase, messages.poll)
      assert.deepStrictEqual(at(ended.body, "poll", "results", "answer_counts", "count"), [2, 1])
      assert.deepStrictEqual(refusal(yield* expire(channels.showcase, messages.poll)).slice(0, 2), [400, 520001])
      const voters = yield* ask("GET", `/channels/${channels.showcase}/polls/${messages.poll}/answers/2`)
      assert.deepStrictEqual(at(voters.body, "users", "id"), [members.ada])
      assert.deepStrictEqual(refusal(yield* expire(channels.general, messages.byBot)).slice(0, 2), [400, 520006])
      const none = yield* ask("POST", `/channels/${channels.general}/messages`, { poll: { ...poll, answers: [] } })
      assert.strictEqual(refusal(none)[1], 50035)
      const edit = yield* ask("PATCH", `/channels/${channels.general}/messages/${textField(asked.body, "id")}`, {
        poll
      })
      assert.strictEqual(refusal(edit)[1], 520003)
    })
  )

  it.effect("searches by text, author, channel and kind, only in channels that the bot can read", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild, members, messages } = sandbox.ids
      const search = (query: string) =>
        Effect.map(ask("GET", `/guilds/${guild}/messages/search?${query}`), ({ body }) => body)
      const pi = yield* search("content=raspberry%20beta")
      assert.deepStrictEqual([field("total_results")(pi), [at(pi, "messages", "id")].flat(2)], [1, [messages.byMember]])
      const both = yield* search(`author_id=${members.ada}&author_id=${members.bruno}&limit=25`)
      const authors = [at(both, "messages", "author", "id")].flat(2)
      assert.deepStrictEqual(new Set(authors), new Set([members.ada, members.bruno]))
      assert.include([at(yield* search("has=poll"), "messages", "id")].flat(2), messages.poll)
      assert.isAbove((yield* sandbox.messages(channels.secret)).length, 0)
      assert.strictEqual(field("total_results")(yield* search(`channel_id=${channels.secret}`)), 0)
    })
  )

  it.effect("returns a 202 if the search index is not ready", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({ do: { kind: "index_not_ready", retry_after: 5 } })
      const early = yield* ask("GET", `/guilds/${sandbox.ids.guild}/messages/search?content=x`)
      assert.deepStrictEqual(
        [early.status, field("code")(early.body), field("retry_after")(early.body)],
        [202, 110000, 5]
      )
    })
  )
})
