import { assert, layer } from "@effect/vitest"
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { Effect } from "effect"
import { ask, at, mightySandbox, Sandbox, textField } from "../http.ts"
import { CompressionMethod, connect, identified, managed } from "./clients.ts"

const say = (content: string) =>
  Effect.flatMap(Sandbox, ({ ids }) => ask("POST", `/channels/${ids.channels.general}/messages`, { content }))

layer(mightySandbox, { excludeTestServices: true })("the manager of @discordjs/ws", (it) => {
  for (const compression of [null, CompressionMethod.ZlibNative])
    it.scoped(`connects, receives events, and resumes (compression ${compression})`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        yield* sandbox.setGateway({ identify_window_ms: 0 })
        const { log, manager, until } = yield* managed({ compression })
        const ready = yield* until("READY")
        assert.strictEqual(at(ready.d, "user", "id"), sandbox.ids.bot)
        const guild = yield* until("GUILD_CREATE")
        assert.include([sandbox.ids.guild, sandbox.ids.otherGuild], textField(guild.d, "id"))
        const { body } = yield* say("One.")
        assert.strictEqual(textField((yield* until("MESSAGE_CREATE")).d, "id"), textField(body, "id"))

        const before = (yield* sandbox.gateway).identifies.length
        yield* sandbox.dropConnections({ code: 4000 })
        yield* say("Two.")
        assert.strictEqual((yield* until("MESSAGE_CREATE")).d.content, "Two.")
        yield* until("RESUMED")
        yield* say("Three.")
        assert.strictEqual((yield* until("MESSAGE_CREATE")).d.content, "Three.")
        assert.strictEqual((yield* sandbox.gateway).identifies.length, before)
        assert.deepStrictEqual([...(yield* log.takeAll)], ["ready", "closed", "resumed"])
        yield* Effect.promise(() => Promise.resolve(manager.destroy()))
      })
    )
})

layer(mightySandbox, { excludeTestServices: true })("a session", (it) => {
  it.scoped("is resumed with the events that it missed", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const first = yield* identified()
      yield* first.until("GUILD_CREATE")
      const { s: seq } = yield* first.until("GUILD_CREATE")
      yield* first.terminate
      yield* say("Missed.")
      const second = yield* connect("v=10&encoding=json", first.resumeUrl)
      yield* second.until(Op.Hello)
      yield* second.send(Op.Resume, { token: sandbox.token, session_id: first.sessionId, seq })
      assert.strictEqual((yield* second.next).d.content, "Missed.")
      assert.strictEqual((yield* second.next).t, "RESUMED")
    })
  )
})
