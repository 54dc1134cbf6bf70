/** What clients see of live events, by their policies. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Sandbox } from "../../dispatch/app.ts"
import { until } from "../../live/connection/connecting.ts"
import { withSandbox } from "./httpServer.ts"
import { dispatching, sandbox, serverFor, textsOf } from "./liveClients.ts"

describe("live events of clients with policies", () => {
  it.effect("are those of the policy's channels, and of mentions only with mention_only", () =>
    Effect.gen(function* () {
      const { ids, snapshot } = yield* Sandbox
      const { announcements, general, support } = ids.channels
      const { call } = yield* serverFor({
        all: {},
        general: { channels: [general] },
        mentions: { mention_only: true },
        both: { channels: [general, support], mention_only: true }
      })
      const post = yield* dispatching
      const { next_cursor: cursor } = yield* call("all", "gateway_status", {})
      const member = Object((yield* snapshot)[`/guilds/${ids.guild}/members/${ids.bot}`])
      yield* post("one", general)
      yield* post("two", support)
      yield* post("three", general, { mentions: [{ id: ids.bot }] })
      yield* post("four", announcements, { mentions: [{ id: ids.bot }] })
      yield* post("five", support, { mention_roles: [member.roles[0]] })
      yield* post("six", support, { mention_roles: ["1248328050278409999"] })
      yield* post("seven", support, {
        message_reference: { message_id: "2000000000000000001" },
        referenced_message: { author: { id: ids.bot } }
      })
      yield* post("eight", announcements, { mention_everyone: true })
      const all = { after: cursor, limit: 200 }
      yield* until(call("all", "gateway_read", all), (result) => textsOf(result).length === 8)
      const seen = {
        general: ["one", "three"],
        mentions: ["three", "four", "five", "seven"],
        both: ["three", "five", "seven"]
      }
      for (const [name, expected] of Object.entries(seen)) {
        assert.deepStrictEqual(textsOf(yield* call(name, "gateway_read", all)), expected)
        assert.deepStrictEqual(textsOf(yield* call(name, "gateway_wait_for", { after: cursor })), expected)
      }
      for (const tool of ["gateway_read", "gateway_wait_for"]) {
        const refused = yield* call("general", tool, { channel_id: support, after: cursor })
        assert.deepInclude(refused, { code: "SCOPE_REJECTED", required: `channel ${support}`, granted: general })
        const own = yield* call("general", tool, { channel_id: general, after: cursor })
        assert.deepStrictEqual(textsOf(own), ["one", "three"])
      }
    }).pipe(withSandbox(sandbox))
  )

  it.effect("show a new thread of a channel, and no channel that the policy does not name", () =>
    Effect.gen(function* () {
      const { dispatch, ids } = yield* Sandbox
      const { general, support } = ids.channels
      const { call } = yield* serverFor({ all: {}, general: { channels: [general] } })
      const post = yield* dispatching
      const thread = (id: string, parent_id: string, name: string) =>
        dispatch({
          t: "THREAD_CREATE",
          d: { id, parent_id, name, guild_id: ids.guild, newly_created: true, owner_id: ids.members.ada },
          guildId: ids.guild
        })
      yield* thread("1248328050337120901", general, "ours")
      yield* thread("1248328050337120902", support, "theirs")
      yield* post("in a thread whose channel the message does not name", "1248328050337120901")
      const types = { types: ["thread_create", "message_create", "guild_member_add"] }
      yield* until(call("all", "gateway_read", types), ({ items }) => Array.isArray(items) && items.length === 3)
      const { items } = yield* call("general", "gateway_read", types)
      assert.deepStrictEqual(Array.isArray(items) && items.map(({ name, parent_id }) => [name, parent_id]), [
        ["ours", general]
      ])
    }).pipe(withSandbox(sandbox))
  )

  /** What a client loses while it waits. */
  const losses: Readonly<Record<string, object>> = {
    "the channel": { channels: ["1248328050337120999"] },
    "what does not mention the bot": { mention_only: true }
  }
  for (const [what, policy] of Object.entries(losses)) {
    it.effect(`end a wait of a client that loses ${what}, within 5 seconds`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { call, change } = yield* serverFor({ same: {}, waiting: {} })
        const wait = { channel_id: ids.channels.general, timeout_seconds: 300 }
        const [waiting, same] = [
          yield* Effect.fork(call("waiting", "gateway_wait_for", wait)),
          yield* Effect.fork(call("same", "gateway_wait_for", wait))
        ]
        // Both wait: the server has answered a later call of each.
        yield* Effect.all([call("waiting", "gateway_status", {}), call("same", "gateway_status", {})])
        yield* change({ same: {}, waiting: policy })
        yield* TestClock.adjust("5 seconds")
        const ended = yield* waiting
        assert.deepInclude(ended, { code: "SCOPE_REJECTED", retriable: false })
        const post = yield* dispatching
        yield* post("after the change", ids.channels.general)
        assert.deepStrictEqual(textsOf(yield* same), ["after the change"])
      }).pipe(withSandbox(sandbox))
    )
  }
})
