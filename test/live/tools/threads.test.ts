/** Live events in threads and posts, and notices of Discord: from the sandbox's gateway to the results of the tools. */
// Each client has its own settings.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Predicate, TestClock } from "effect"
import { narrow, type Policy } from "../../../src/config/Policy.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { call, codeOf, overDiscord, roomy, settingsOf } from "../../dispatch/app.ts"
import { until } from "../connection/connecting.ts"
import { discordOf } from "../connection/discordOf.ts"
import { start } from "../live.ts"

/** A sandbox whose clock is after its first messages, live events, and clients within policies. */
const setUp = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
  const sandbox = yield* Sandbox.make(roomy)
  const gateway = yield* start(sandbox, undefined, { gatewayIntents: ["GUILDS", "GUILD_MESSAGES"] })
  yield* gateway.connected
  const settings = yield* settingsOf({ MCP_GATEWAY: "true", MCP_GATEWAY_INTENTS: "GUILDS,GUILD_MESSAGES" })
  const { channels, guild, members } = sandbox.ids
  /** Returns the call of a client within a policy. */
  const client = (policy: Policy) => {
    const server = overDiscord(discordOf(sandbox), narrow(settings, policy)).pipe(
      Layer.provide(Layer.succeedContext(coreServices(gateway)))
    )
    return (tool: string, input: object) =>
      Effect.scoped(Effect.provide(Effect.provideService(call(tool, input), Gateway, gateway), server))
  }
  return {
    channels,
    client,
    gateway,
    guild,
    sandbox,
    bot: client({}),
    write: (channel_id: string, content: string) =>
      sandbox.people({ as: members.ada, write: { channel_id, content: `<@${sandbox.ids.bot}> ${content}` } }),
    act: (deed: object) => sandbox.people({ as: members.ada, ...deed } as Parameters<typeof sandbox.people>[0]) // one deed
  }
})

/** What was written in the events of a result, without the mention that lets the bot read it. */
const textsOf = (structured: Readonly<Record<string, unknown>>) =>
  itemsOf(structured).map(({ content, kind, name }) => String(content ?? kind ?? name).replace(/^<@\d+> /, ""))

const itemsOf = ({ items }: Readonly<Record<string, unknown>>): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(items) ? items.filter(Predicate.isReadonlyRecord) : []

/** The situations of the tests: a message in a channel, in its threads, and in a forum's new post. */
const written = Effect.gen(function* () {
  const parts = yield* setUp
  const { act, channels, gateway, sandbox, write } = parts
  const secret = "1300000000000000012"
  yield* sandbox.patch({
    [`/channels/${secret}`]: { type: 12, guild_id: parts.guild, parent_id: channels.general, name: "among us" }
  })
  yield* write(channels.general, "in general")
  yield* write(channels.thread, "in a thread")
  yield* write(channels.support, "in support")
  yield* act({ post: { channel_id: channels.forum, name: "A new idea", content: `<@${sandbox.ids.bot}> in a post` } })
  yield* sandbox.dispatch({
    t: "MESSAGE_CREATE",
    guildId: parts.guild,
    d: {
      id: "1510000000000000001",
      channel_id: secret,
      guild_id: parts.guild,
      content: `<@${sandbox.ids.bot}> in a private thread`,
      mentions: [{ id: sandbox.ids.bot }],
      author: { id: sandbox.ids.members.ada, username: "ada" }
    }
  })
  yield* gateway.logged(5, "message_create")
  yield* gateway.logged(1, "thread_create")
  return { ...parts, secret }
})

describe("events in threads", () => {
  it.effect("belong to the channel of the thread, unless a call leaves threads out", () =>
    Effect.gen(function* () {
      const { bot, channels } = yield* written
      const { forum, general, thread } = channels
      for (const [input, expected] of [
        [{ channel_id: general }, ["in general", "in a thread", "in a private thread"]],
        [{ channel_id: general, threads: false }, ["in general"]],
        [{ channel_id: thread }, ["in a thread"]],
        [{ channel_id: forum }, ["in a post"]],
        [{ channel_id: forum, types: ["thread_create"] }, ["A new idea"]],
        [{ channel_id: forum, types: ["thread_create"], threads: false }, []]
      ] as const) {
        assert.deepStrictEqual(
          textsOf((yield* bot("gateway_read", input)).structured),
          [...expected],
          JSON.stringify(input)
        )
      }
      const [post] = itemsOf((yield* bot("gateway_read", { channel_id: forum })).structured)
      assert.deepInclude(post, { parent_id: forum, parent_name: "ideas", thread_name: "A new idea" })
    }).pipe(Effect.scoped)
  )

  it.effect("are shown to a client whose policy names the channel, private ones only if it names the thread", () =>
    Effect.gen(function* () {
      const { channels, client, secret } = yield* written
      const { forum, general, idea, support, thread } = channels
      const inGeneral = client({ channels: [general] })
      const read = (reader: ReturnType<typeof client>) =>
        Effect.map(reader("gateway_read", {}), ({ structured }) => textsOf(structured))
      assert.deepStrictEqual(yield* read(inGeneral), ["in general", "in a thread"])
      assert.deepStrictEqual(yield* read(client({ channels: [secret] })), ["in a private thread"])
      assert.deepStrictEqual(yield* read(client({ channels: [forum] })), ["in a post"])
      for (const [channel_id, code] of [
        [thread, "ok"],
        [secret, "SCOPE_REJECTED"],
        [idea, "SCOPE_REJECTED"],
        [support, "SCOPE_REJECTED"],
        ["1300000000000000099", "SCOPE_REJECTED"]
      ] as const) {
        assert.strictEqual(codeOf(yield* inGeneral("gateway_read", { channel_id })), code, channel_id)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("of a thread that was not announced name its channel: by a list of Discord, or by a reading", () =>
    Effect.gen(function* () {
      const { bot, channels, gateway, guild, sandbox } = yield* setUp
      const [listed, hidden, gone] = ["1300000000000000021", "1300000000000000022", "1300000000000000023"]
      const threadIn = (parent_id: string) => ({ type: 11, guild_id: guild, parent_id, name: "late" })
      const create = (id: string, channel_id: string) =>
        sandbox.dispatch({
          t: "MESSAGE_CREATE",
          guildId: guild,
          d: { id, channel_id, guild_id: guild, content: id, author: { id: sandbox.ids.members.ada } }
        })
      yield* sandbox.dispatch({
        t: "THREAD_LIST_SYNC",
        guildId: guild,
        d: { guild_id: guild, threads: [{ ...threadIn(channels.forum), id: listed }], members: [] }
      })
      const before = (yield* sandbox.requests).length
      yield* create("1510000000000000001", listed)
      yield* gateway.logged(1, "message_create")
      assert.lengthOf((yield* sandbox.requests).slice(before), 0)
      // Its creation is not dispatched: the session was resumed by a new process.
      yield* sandbox.inject({ match: { gateway: "THREAD_CREATE" }, do: { kind: "omit" } })
      yield* sandbox.patch({ [`/channels/${hidden}`]: threadIn(channels.support) })
      yield* create("1510000000000000002", hidden)
      yield* create("1510000000000000003", gone)
      yield* gateway.logged(3, "message_create")
      const itemsIn = (input: object) => Effect.map(bot("gateway_read", input), ({ structured }) => itemsOf(structured))
      assert.deepStrictEqual(
        (yield* itemsIn({})).map(({ parent_id, parent_unknown }) => parent_id ?? parent_unknown),
        [channels.forum, channels.support, true]
      )
      // It is not left out: the reader decides.
      const { structured } = yield* bot("gateway_read", { channel_id: channels.general })
      assert.deepInclude(itemsOf(structured)[0], { channel_id: gone, parent_unknown: true })
      assert.match(String(structured.notice), /parent_unknown/)
    }).pipe(Effect.scoped)
  )

  it.effect("that were missed are read again for a watched channel and a watched forum", () =>
    Effect.gen(function* () {
      const { bot, channels, gateway, sandbox, write } = yield* setUp
      yield* bot("gateway_read", { channel_id: channels.forum })
      yield* bot("gateway_read", { channel_id: channels.general })
      yield* sandbox.inject({
        match: { gateway: "MESSAGE_CREATE" },
        times: 3,
        do: { kind: "invalid_session", resumable: false }
      })
      for (const id of [channels.idea, channels.thread, channels.support]) yield* write(id, "missed")
      yield* gateway.connected
      yield* gateway.logged(1, "gap")
      const { structured } = yield* bot("gateway_read", { types: ["message_create"] })
      assert.sameMembers(
        itemsOf(structured).flatMap(({ parent_id }) => parent_id ?? []),
        [channels.forum, channels.general]
      )
      const gaps = itemsOf((yield* bot("gateway_read", { types: ["gap"] })).structured)
      assert.deepInclude(gaps[0]?.gap, { messages_recovered: true })
    }).pipe(Effect.scoped)
  )
})

describe("notices of Discord", () => {
  it.effect("are named by their kind, and wake only those who ask for them", () =>
    Effect.gen(function* () {
      const { act, bot, channels, gateway, guild, sandbox } = yield* setUp
      const { cursor: after } = yield* (yield* gateway.log).stats
      const asking = yield* Effect.fork(bot("gateway_wait_for", { after, include_system: true }))
      const waiting = yield* Effect.fork(bot("gateway_wait_for", { after }))
      const author = { id: sandbox.ids.members.bruno, username: "bruno" }
      const kinds = [7, 8, 18, 21, 24, 46, 250].map((type, at) => ({
        type,
        id: String(1_510_000_000_000_000_001n + BigInt(at))
      }))
      for (const { id, type } of kinds) {
        const d = { id, channel_id: channels.general, guild_id: guild, type, content: "", author }
        yield* sandbox.dispatch({ t: "MESSAGE_CREATE", guildId: guild, d })
      }
      yield* act({ pin: { channel_id: channels.general, message_id: sandbox.ids.messages.byMember } })
      yield* until(
        Effect.map(Fiber.poll(asking), (exit) => exit._tag),
        (tag) => tag === "Some"
      )
      assert.deepStrictEqual(textsOf((yield* Fiber.join(asking)).structured).slice(0, 1), ["UserJoin"])
      yield* gateway.logged(kinds.length + 1, "message_create")
      yield* act({ write: { channel_id: channels.general, content: "a person" } })
      const { structured } = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        itemsOf(structured).map(({ system }) => system),
        [undefined]
      )
      assert.deepStrictEqual(
        itemsOf((yield* bot("gateway_read", {})).structured).flatMap(({ kind }) => kind ?? []),
        [
          "UserJoin",
          "GuildBoost",
          "ThreadCreated",
          "ThreadStarterMessage",
          "AutoModerationAction",
          "PollResult",
          "Type250",
          "ChannelPinnedMessage"
        ]
      )
    }).pipe(Effect.scoped)
  )
})
