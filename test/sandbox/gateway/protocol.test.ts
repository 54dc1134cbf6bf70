import { createConnection } from "node:net"
import { assert, layer } from "@effect/vitest"
import { ApplicationFlags, GatewayIntentBits as Intent, GatewayOpcodes as Op } from "discord-api-types/v10"
import { Effect } from "effect"
import { ask, at, control, field, mightySandbox, NOBODY, Sandbox, textField } from "../http.ts"
import { connect, disconnected, INTENTS, identified, identity, UNPRIVILEGED } from "./clients.ts"

const greeted = Effect.fnUntraced(function* () {
  yield* (yield* Sandbox).setGateway({ identify_window_ms: 0 })
  const client = yield* connect()
  yield* client.until(Op.Hello)
  return client
})

layer(mightySandbox, { excludeTestServices: true })("the gateway's protocol", (it) => {
  const violations: ReadonlyArray<readonly [what: string, code: number, op: number, data: object | null]> = [
    ["a wrong token", 4004, Op.Identify, { token: "wrong" }],
    ["an unknown intent", 4013, Op.Identify, { intents: 1 << 30 }],
    ["a disallowed privileged intent", 4014, Op.Identify, { intents: Intent.GuildPresences }],
    ["a shard beyond the number of shards", 4010, Op.Identify, { shard: [2, 2] }],
    ["a shard that is no pair", 4002, Op.Identify, { shard: [1] }],
    ["IDENTIFY without intents", 4002, Op.Identify, { intents: undefined }],
    ["RESUME with a wrong token", 4004, Op.Resume, { token: "wrong", session_id: "x", seq: 1 }],
    ["RESUME without a session", 4002, Op.Resume, {}],
    ["a payload before IDENTIFY", 4003, Op.PresenceUpdate, null],
    ["an unknown opcode", 4001, 99, null],
    ["a payload over 4096 bytes", 4002, Op.Identify, { more: "x".repeat(4096) }]
  ]
  for (const [what, code, op, data] of violations)
    it.scoped(`closes with ${code} for ${what}`, () =>
      Effect.gen(function* () {
        const client = yield* greeted()
        yield* client.send(op, data === null ? null : { ...(yield* identity()), ...data })
        assert.strictEqual(yield* client.closed, code)
      })
    )

  it.scoped("closes with 4002 for what is no JSON, 4012 for another version, 4005 for a second IDENTIFY", () =>
    Effect.gen(function* () {
      const broken = yield* greeted()
      yield* broken.sendText("{")
      assert.strictEqual(yield* broken.closed, 4002)
      assert.strictEqual(yield* (yield* connect("v=9&encoding=json")).closed, 4012)
      const twice = yield* identified()
      yield* twice.send(Op.Identify, yield* identity())
      assert.strictEqual(yield* twice.closed, 4005)
    })
  )

  it.effect("survives clients that break off, and handshakes that are invalid", () =>
    Effect.gen(function* () {
      const { hostname, port } = new URL((yield* Sandbox).url)
      for (const key of ["short", "dGhlIHNhbXBsZSBub25jZQ=="])
        yield* Effect.async<void>((resume) => {
          const socket = createConnection(Number(port), hostname)
          socket.once("error", () => {})
          socket.once("close", () => resume(Effect.void))
          socket.write(
            `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`
          )
          socket.once("data", () => socket.resetAndDestroy())
        })
      assert.strictEqual((yield* ask("GET", "/gateway")).status, 200)
    })
  )

  it.scoped("closes with 4008 after 120 payloads in a minute", () =>
    Effect.gen(function* () {
      const client = yield* identified()
      for (let sent = 0; sent < 120; sent++) yield* client.send(Op.Heartbeat, null)
      assert.strictEqual(yield* client.closed, 4008)
    })
  )

  it.scoped("sends READY with unavailable guilds, then the guilds: only with the bot's member without its intent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const client = yield* identified({ intents: UNPRIVILEGED })
      const { d } = client.ready
      assert.sameMembers([at(d, "guilds", "id")].flat(), [ids.guild, ids.otherGuild])
      assert.deepStrictEqual([d.v, at(d, "application", "id"), at(d, "user", "id")], [10, ids.bot, ids.bot])
      const guild = yield* client.until("GUILD_CREATE")
      assert.deepStrictEqual(at(guild.d, "members", "user", "id"), [ids.bot])
      const other = yield* client.until("GUILD_CREATE")
      assert.sameMembers([guild.d.id, other.d.id], [ids.guild, ids.otherGuild])
      assert.notInclude(
        [...[at(guild.d, "channels", "id")].flat(), ...[at(other.d, "channels", "id")].flat()],
        ids.channels.secret
      )
    })
  )

  it.scoped("gives each shard its guilds, and direct messages to shard 0", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const shards = [yield* identified({ shard: [0, 2] }), yield* identified({ shard: [1, 2] })] as const
      const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n)
      for (const [number, shard] of shards.entries())
        assert.sameMembers(
          [at(shard.ready.d, "guilds", "id")].flat(),
          [ids.guild, ids.otherGuild].filter((id) => shardOf(id) === number)
        )
      yield* people({ as: ids.members.ada, write: { content: "To you." } })
      assert.strictEqual((yield* shards[0].until("MESSAGE_CREATE")).d.content, "To you.")
    })
  )

  it.scoped("answers a request for members", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const client = yield* identified()
      const user_ids = [ids.members.ada, NOBODY]
      yield* client.send(Op.RequestGuildMembers, { guild_id: ids.guild, user_ids, limit: 0, nonce: "n" })
      const { d } = yield* client.until("GUILD_MEMBERS_CHUNK")
      assert.deepStrictEqual([at(d, "members", "user", "id"), d.not_found, d.nonce], [[ids.members.ada], [NOBODY], "n"])
    })
  )
})

layer(mightySandbox, { excludeTestServices: true })("a resumed session", (it) => {
  const resumed = Effect.fnUntraced(function* (session_id: string, seq: number, url?: string) {
    const { token } = yield* Sandbox
    const client = yield* connect("v=10&encoding=json", url)
    yield* client.until(Op.Hello)
    yield* client.send(Op.Resume, { token, session_id, seq })
    return client
  })
  const greetedSession = Effect.fnUntraced(function* () {
    const client = yield* identified()
    yield* client.until("GUILD_CREATE")
    const { s } = yield* client.until("GUILD_CREATE")
    return { ...client, seq: Number(s) }
  })
  const say = (content: string) =>
    Effect.flatMap(Sandbox, ({ ids }) => ask("POST", `/channels/${ids.channels.general}/messages`, { content }))

  it.scoped("replays each missed event once, then sends RESUMED", () =>
    Effect.gen(function* () {
      const first = yield* greetedSession()
      yield* first.terminate
      for (const content of ["1", "2", "3"]) yield* say(content)
      const second = yield* resumed(first.sessionId, first.seq + 1, first.resumeUrl)
      const replayed = [yield* second.next, yield* second.next, yield* second.next]
      assert.deepStrictEqual(
        replayed.map(({ d, s, t }) => [t, s, d.content]),
        [
          ["MESSAGE_CREATE", first.seq + 2, "2"],
          ["MESSAGE_CREATE", first.seq + 3, "3"],
          ["RESUMED", first.seq + 4, undefined]
        ]
      )
      yield* say("4")
      assert.deepStrictEqual((yield* second.until("MESSAGE_CREATE")).s, first.seq + 5)
    })
  )

  it.scoped("is invalid after the client closed it, and if too many events were missed", () =>
    Effect.gen(function* () {
      const { setGateway } = yield* Sandbox
      for (const code of [1000, 1001]) {
        const closed = yield* greetedSession()
        yield* closed.close(code)
        yield* disconnected(closed.sessionId)
        const client = yield* resumed(closed.sessionId, closed.seq)
        assert.strictEqual((yield* client.until(Op.InvalidSession)).d, false as never)
      }
      const kept = yield* greetedSession()
      yield* kept.close(4900)
      yield* disconnected(kept.sessionId)
      assert.strictEqual((yield* (yield* resumed(kept.sessionId, kept.seq)).next).t, "RESUMED")

      yield* setGateway({ replay_events: 2 })
      const long = yield* greetedSession()
      yield* long.terminate
      for (const content of ["1", "2", "3"]) yield* say(content)
      yield* (yield* resumed(long.sessionId, long.seq)).until(Op.InvalidSession)
      assert.strictEqual((yield* (yield* resumed(long.sessionId, long.seq + 1)).until("RESUMED")).t, "RESUMED")

      yield* setGateway({ replay_events: 1000 })
    })
  )

  it.scoped("closes with 4007 for a sequence number that does not exist, and then is invalid", () =>
    Effect.gen(function* () {
      const first = yield* greetedSession()
      assert.strictEqual(yield* (yield* resumed(first.sessionId, first.seq + 9)).closed, 4007)
      yield* (yield* resumed(first.sessionId, first.seq)).until(Op.InvalidSession)
    })
  )

  it.scoped("has one connection: the older one is closed", () =>
    Effect.gen(function* () {
      const first = yield* greetedSession()
      const second = yield* resumed(first.sessionId, first.seq)
      yield* second.until("RESUMED")
      assert.strictEqual(yield* first.closed, 4000)
      yield* say("To the second.")
      assert.strictEqual((yield* second.until("MESSAGE_CREATE")).d.content, "To the second.")
    })
  )
})

layer(mightySandbox, { excludeTestServices: true })("the limit of identifies", (it) => {
  it.scoped("is counted, reported by GET /gateway/bot, and refuses two identifies within five seconds", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const limit = Effect.map(ask("GET", "/gateway/bot"), ({ body }) => field("session_start_limit")(body))
      assert.deepStrictEqual(yield* limit, { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 })
      const { sessionId } = yield* identified()
      assert.strictEqual(sessionId.length, 32)
      assert.strictEqual(field("remaining")(yield* limit), 999)
      assert.isAbove(Number(field("reset_after")(yield* limit)), 86_000_000)
      yield* sandbox.setGateway({ identify_window_ms: 60_000 })
      const early = yield* connect()
      yield* early.until(Op.Hello)
      yield* early.send(Op.Identify, yield* identity())
      assert.strictEqual((yield* early.until(Op.InvalidSession)).d, false as never)
      const { identifies } = yield* sandbox.gateway
      assert.deepStrictEqual(
        identifies.map(({ intents, outcome, shard }) => [intents, outcome, shard]),
        [
          [INTENTS, "READY", 0],
          [INTENTS, "invalid session", 0]
        ]
      )
    })
  )

  it.scoped("ends all sessions and resets the token when it is exceeded", () =>
    Effect.gen(function* () {
      const first = yield* identified()
      assert.strictEqual((yield* control("PATCH", "/gateway", { identify_used: 1000 })).status, 200)
      const last = yield* connect()
      yield* last.until(Op.Hello)
      yield* last.send(Op.Identify, yield* identity())
      assert.deepStrictEqual([yield* last.closed, yield* first.closed], [4004, 4004])
      assert.strictEqual((yield* ask("GET", "/users/@me")).status, 401)
    })
  )
})

layer(mightySandbox, { excludeTestServices: true })("the application of the sandbox", (it) => {
  it.scoped("decides by its flags which privileged intents are allowed", () =>
    Effect.gen(function* () {
      const flags = ApplicationFlags.GatewayPresence
      assert.strictEqual(field("flags")((yield* ask("PATCH", "/applications/@me", { flags })).body), flags)
      const presence = yield* identified({ intents: Intent.Guilds | Intent.GuildPresences })
      assert.strictEqual(at(presence.ready.d, "application", "flags"), flags)
      const members = yield* greeted()
      yield* members.send(Op.Identify, yield* identity({ intents: Intent.GuildMembers }))
      assert.strictEqual(yield* members.closed, 4014)
    })
  )

  it.effect("shows the state of the gateway to other processes", () =>
    Effect.gen(function* () {
      const shown = yield* control("GET", "/gateway")
      assert.strictEqual(textField(field("settings")(shown.body), "heartbeat_interval_ms"), "41250")
      const bad = yield* control("PATCH", "/gateway", { shards: 0, sessions: 1 })
      assert.deepStrictEqual([bad.status, field("path")(field("problems")(bad.body))], [400, ["sessions", "shards"]])
    })
  )
})
