// Each test has its own sandbox.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it, layer } from "@effect/vitest"
import { PermissionFlagsBits as Bit, GatewayIntentBits as Intent } from "discord-api-types/v10"
import { Effect, Stream } from "effect"
import { ask, at, mightySandbox, Sandbox, sandboxAndClient, textField } from "../http.ts"
import { INTENTS, identified, UNPRIVILEGED } from "./clients.ts"
import { operationEvents } from "./operationEvents.ts"

/** Returns the names of the events that an effect causes. */
const eventsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { dispatch, events } = yield* Sandbox
  const stream = yield* events
  yield* effect
  // The last event ends the stream.
  yield* dispatch({ t: "RESUMED", d: {} })
  const seen = yield* Stream.runCollect(Stream.takeUntil(stream, ({ t }) => t === "RESUMED"))
  return [...seen].slice(0, -1).map(({ t }) => t)
}, Effect.scoped)

describe("the events of every operation", () => {
  for (const [operation, caused] of Object.entries(operationEvents)) {
    if (typeof caused === "string") continue
    it.live(operation, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const [method = ""] = operation.split(" ")
        const [verb, ...request] = caused.first?.(ids) ?? ["POST", ""]
        const made = request[0] === "" ? {} : (yield* ask(verb, request[0], request[1])).body
        const [path, body] = caused.request(ids, Object(made))
        const events = yield* eventsOf(
          Effect.map(ask(method as "POST", path, body), (reply) =>
            assert.isBelow(reply.status, 300, JSON.stringify(reply.body))
          )
        )
        assert.sameMembers(events, [...caused.events])
      }).pipe(Effect.provide(mightySandbox))
    )
  }
})

layer(mightySandbox, { excludeTestServices: true })("a session", (it) => {
  it.effect("receives the deletion of several messages as one event", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const path = `/channels/${ids.channels.general}/messages`
      const sent = yield* Effect.forEach([1, 2], (content) => ask("POST", path, { content: String(content) }))
      const messages = sent.map(({ body }) => textField(body, "id"))
      const events = yield* eventsOf(ask("POST", `${path}/bulk-delete`, { messages }))
      assert.deepStrictEqual(events, ["MESSAGE_DELETE_BULK", "GUILD_AUDIT_LOG_ENTRY_CREATE"])
    })
  )

  const posted = Effect.fnUntraced(function* (client: Effect.Effect.Success<ReturnType<typeof identified>>) {
    const { ids, people } = yield* Sandbox
    const as = ids.members.ada
    const { general } = ids.channels
    yield* people({
      script: [
        { as, write: { channel_id: general, content: "For all." } },
        { as, write: { channel_id: general, content: `<@${ids.bot}> for you.` } },
        { as, write: { content: "In private." } }
      ]
    })
    yield* ask("POST", `/channels/${general}/messages`, { content: "My own." })
    const contents = []
    for (let count = 0; count < 4; count++) contents.push((yield* client.until("MESSAGE_CREATE")).d.content)
    return contents
  })

  it.scoped("receives no content without its intent, but direct messages, mentions and the bot's own messages", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      assert.sameMembers(yield* posted(yield* identified({ intents: UNPRIVILEGED })), [
        "",
        `<@${ids.bot}> for you.`,
        "In private.",
        "My own."
      ])
      assert.notInclude(yield* posted(yield* identified({ intents: INTENTS })), "")
    })
  )

  it.scoped("receives only the events of its intents", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const client = yield* identified({ intents: Intent.GuildMessageReactions })
      const { general } = ids.channels
      yield* ask("POST", `/channels/${general}/messages`, { content: "Unseen." })
      yield* ask("POST", `/channels/${general}/typing`)
      yield* ask("PUT", `/channels/${general}/messages/${ids.messages.byBot}/reactions/${encodeURIComponent("🐙")}/@me`)
      // Neither guilds nor messages come first.
      assert.strictEqual((yield* client.next).t, "MESSAGE_REACTION_ADD")
    })
  )
})

layer(sandboxAndClient({ permissions: Bit.ManageChannels, globalPerSecond: 1000 }), { excludeTestServices: true })(
  "a bot without permissions",
  (it) => {
    it.scoped("receives nothing of channels that it cannot view, and no audit log", () =>
      Effect.gen(function* () {
        const { ids, patch, people } = yield* Sandbox
        const client = yield* identified({ intents: UNPRIVILEGED })
        yield* client.until("GUILD_CREATE")
        yield* client.until("GUILD_CREATE")
        const as = ids.owner
        yield* people({
          script: [
            { as, write: { channel_id: ids.channels.secret, content: "Hidden." } },
            { as, write: { channel_id: ids.channels.general, content: "Shown." } }
          ]
        })
        assert.strictEqual((yield* client.next).d.channel_id, ids.channels.general)
        // A new channel, without an entry of the audit log.
        const { body } = yield* ask("POST", `/guilds/${ids.guild}/channels`, { name: "mine" })
        assert.deepStrictEqual((yield* client.next).t, "CHANNEL_CREATE")
        yield* patch({ [`/channels/${textField(body, "id")}`]: { topic: "Patched." } })
        const updated = yield* client.next
        assert.deepStrictEqual([updated.t, updated.d.topic], ["CHANNEL_UPDATE", "Patched."])
      })
    )
  }
)

layer(mightySandbox, { excludeTestServices: true })("a synthetic event", (it) => {
  it.scoped("reaches the sessions with its intent", () =>
    Effect.gen(function* () {
      const { dispatch, ids } = yield* Sandbox
      const client = yield* identified()
      const d = { guild_id: ids.guild, channel_id: ids.channels.general, user_id: ids.members.ada, timestamp: 0 }
      yield* dispatch({ t: "TYPING_START", d, guildId: ids.guild })
      assert.deepStrictEqual(at((yield* client.until("TYPING_START")).d, "user_id"), ids.members.ada)
    })
  )
})
