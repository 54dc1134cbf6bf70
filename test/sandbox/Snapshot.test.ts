import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import { ask, at, control, field, mightySandbox, NOBODY, Sandbox } from "./http.ts"

const TIME_MS = Date.UTC(2026, 10, 1, 12)

layer(mightySandbox, { excludeTestServices: true })("the state of a sandbox", (it) => {
  it.effect("has every kind of object by its path", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { body } = yield* control("GET", "/state")
      const guild = `/guilds/${ids.guild}`
      const general = `/channels/${ids.channels.general}`
      for (const path of [
        guild,
        `${guild}/roles/${ids.roles.admin}`,
        `${guild}/emojis/${ids.emoji}`,
        `${guild}/members/${ids.members.ada}`,
        `${guild}/bans/${ids.banned}`,
        `${guild}/scheduled-events/${ids.event}`,
        `${guild}/auto-moderation/rules/${ids.rule}`,
        `${guild}/stickers/${ids.sticker}`,
        general,
        `${general}/messages/${ids.messages.byBot}`,
        `${general}/pins/${ids.messages.firstInGeneral}`,
        `/channels/${ids.channels.thread}/thread-members/${ids.members.ada}`,
        `/messages/${ids.messages.poll}/answers/1`,
        `/webhooks/${ids.webhook}`,
        `/invites/${ids.inviteCode}`
      ])
        assert.isObject(field(path)(body), path)
    })
  )

  it.effect("changes with every write of the bot, and with nothing else", () =>
    Effect.gen(function* () {
      const { ids, snapshot } = yield* Sandbox
      const before = yield* snapshot
      yield* ask("GET", `/channels/${ids.channels.general}/messages`)
      assert.deepStrictEqual(yield* snapshot, before)
      yield* ask("PATCH", `/guilds/${ids.guild}/members/${ids.members.bruno}`, { nick: "Bru" })
      const changed = Object.entries(yield* snapshot).filter(
        ([path, value]) => JSON.stringify(value) !== JSON.stringify(before[path])
      )
      assert.deepStrictEqual(
        changed.map(([path]) => path.replace(/audit-logs\/\d+/, "audit-logs/*")).sort(),
        [`/guilds/${ids.guild}/audit-logs/*`, `/guilds/${ids.guild}/members/${ids.members.bruno}`].sort()
      )
    })
  )

  it.effect("can be set: fields of objects, new objects, and null to remove one", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const guild = `/guilds/${ids.guild}`
      const general = `/channels/${ids.channels.general}`
      const message = snowflakeAt(TIME_MS)
      const { body, status } = yield* control("PATCH", "/state", {
        [guild]: { description: "set" },
        [`${guild}/members/${ids.members.chiara}`]: { nick: "Chi" },
        [`${guild}/bans/${ids.banned}`]: null,
        [`${guild}/audit-logs/${message}`]: { user_id: ids.members.dmitri, action_type: 12 },
        [general]: { topic: "set" },
        [`${general}/messages/${message}`]: { author: { id: ids.members.bruno }, content: "new" },
        [`${general}/messages/${ids.messages.byBot}`]: null,
        [`/channels/${ids.channels.secret}`]: null
      })
      assert.deepStrictEqual([status, body], [200, { changed: 8 }])
      assert.strictEqual(at((yield* ask("GET", guild)).body, "description"), "set")
      assert.strictEqual(at((yield* ask("GET", `${guild}/members/${ids.members.chiara}`)).body, "nick"), "Chi")
      assert.strictEqual((yield* ask("GET", `${guild}/bans/${ids.banned}`)).status, 404)
      const log = yield* ask("GET", `${guild}/audit-logs?action_type=12`)
      assert.deepStrictEqual(at(log.body, "audit_log_entries", "user_id"), [ids.members.dmitri])
      assert.strictEqual(at((yield* ask("GET", general)).body, "topic"), "set")
      const [newest] = [(yield* ask("GET", `${general}/messages?limit=1`)).body].flat()
      assert.deepStrictEqual(
        [at(newest, "content"), at(newest, "author", "id"), at(newest, "timestamp")],
        ["new", ids.members.bruno, "2026-11-01T12:00:00.000000+00:00"]
      )
      assert.strictEqual((yield* ask("GET", `${general}/messages/${ids.messages.byBot}`)).status, 404)
      assert.strictEqual((yield* ask("GET", `/channels/${ids.channels.secret}`)).status, 404)
    })
  )

  it.effect("rejects a path that it cannot set, and sets nothing", () =>
    Effect.gen(function* () {
      const { ids, snapshot } = yield* Sandbox
      const before = yield* snapshot
      const path = `/guilds/${ids.guild}/roles/${NOBODY}`
      const { body, status } = yield* control("PATCH", "/state", {
        [`/channels/${ids.channels.general}`]: { topic: "no" },
        [path]: {}
      })
      assert.deepStrictEqual([status, at(body, "paths")], [400, [path]])
      for (const wrong of [[], "text", { "/channels/1": 1 }])
        assert.strictEqual((yield* control("PATCH", "/state", wrong)).status, 400)
      assert.deepStrictEqual(yield* snapshot, before)
    })
  )
})
