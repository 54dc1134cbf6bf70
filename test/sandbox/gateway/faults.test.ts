import { assert, layer } from "@effect/vitest"
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Fault, GatewayEffect } from "../../../src/sandbox/Fault.ts"
import { ask, control, field, mightySandbox, Sandbox } from "../http.ts"
import { connect, disconnected, identified, identity, managed } from "./clients.ts"

const say = (content: string) =>
  Effect.flatMap(Sandbox, ({ ids }) => ask("POST", `/channels/${ids.channels.general}/messages`, { content }))

/** Injects a fault on a payload. */
const fault = (gateway: string, effect: GatewayEffect, more: Partial<Fault> = {}) =>
  Effect.flatMap(Sandbox, ({ inject }) => inject({ match: { gateway }, do: effect, ...more }))

/** Connects a client that has received its guilds. */
const settled = Effect.gen(function* () {
  const client = yield* identified()
  yield* client.until("GUILD_CREATE")
  const { s } = yield* client.until("GUILD_CREATE")
  return { ...client, seq: Number(s) }
})

layer(mightySandbox, { excludeTestServices: true })("faults of the gateway", (it) => {
  it.scoped("end the connection before or after a payload, with or without a close frame", () =>
    Effect.gen(function* () {
      const cases = [
        [{ kind: "disconnect", code: 4000 }, 4000, false],
        [{ kind: "disconnect", code: 1001 }, 1001, true],
        [{ kind: "disconnect", frame: false }, 1006, false],
        [{ kind: "reconnect", ms: 1 }, 1001, true]
      ] as const
      for (const [effect, code, after] of cases) {
        const client = yield* settled
        yield* fault("MESSAGE_CREATE", effect, { after_effect: after })
        yield* say("Cut.")
        if (after) assert.strictEqual((yield* client.next).d.content, "Cut.")
        if (effect.kind === "reconnect") assert.strictEqual((yield* client.next).op, Op.Reconnect)
        assert.strictEqual(yield* client.closed, code)
        const again = yield* connect("v=10&encoding=json", client.resumeUrl)
        yield* again.until(Op.Hello)
        const seq = client.seq + (after ? 1 : 0)
        yield* again.send(Op.Resume, { token: (yield* Sandbox).token, session_id: client.sessionId, seq })
        if (!after) assert.strictEqual((yield* again.next).d.content, "Cut.")
        assert.strictEqual((yield* again.next).t, "RESUMED")
        // The next fault is for the next client.
        yield* again.close(1000)
        yield* disconnected(client.sessionId)
      }
    })
  )

  it.scoped("duplicate, swap, delay and leave out events, and leave out sequence numbers", () =>
    Effect.gen(function* () {
      const client = yield* settled
      const received = (count: number) =>
        Effect.map(Effect.replicateEffect(client.until("MESSAGE_CREATE"), count), (all) =>
          all.map(({ d, s }) => `${d.content}${Number(s) - client.seq}`)
        )
      yield* fault("MESSAGE_CREATE", { kind: "duplicate" })
      yield* say("a")
      assert.deepStrictEqual(yield* received(2), ["a1", "a1"])
      yield* fault("MESSAGE_CREATE", { kind: "reorder" })
      yield* say("b")
      yield* say("c")
      assert.deepStrictEqual(yield* received(2), ["c3", "b2"])
      yield* fault("MESSAGE_CREATE", { kind: "omit" })
      yield* say("d")
      yield* say("e")
      assert.deepStrictEqual(yield* received(1), ["e5"])
      yield* fault("MESSAGE_CREATE", { kind: "gap", by: 10 })
      yield* say("f")
      yield* say("g")
      assert.deepStrictEqual(yield* received(2), ["f6", "g17"])
      yield* fault("MESSAGE_CREATE", { kind: "latency", ms: 20 })
      yield* say("h")
      yield* say("i")
      // The second one waits for the first: a burst.
      assert.deepStrictEqual(yield* received(2), ["h18", "i19"])
    })
  )

  it.scoped("leave out acknowledgements, ask for a heartbeat, and make the session invalid", () =>
    Effect.gen(function* () {
      const client = yield* settled
      yield* fault("HEARTBEAT_ACK", { kind: "omit" })
      yield* client.send(Op.Heartbeat, client.seq)
      yield* client.send(Op.Heartbeat, client.seq)
      yield* fault("MESSAGE_CREATE", { kind: "heartbeat" })
      yield* client.until(Op.HeartbeatAck)
      yield* say("After the heartbeat.")
      assert.strictEqual((yield* client.next).op, Op.Heartbeat)
      assert.strictEqual((yield* client.next).t, "MESSAGE_CREATE")
      yield* fault("MESSAGE_CREATE", { kind: "invalid_session", resumable: true })
      yield* say("Lost on this connection.")
      assert.deepStrictEqual((yield* client.next).d, true as never)
      yield* fault("MESSAGE_CREATE", { kind: "invalid_session", resumable: false })
      yield* say("Lost.")
      assert.deepStrictEqual((yield* client.next).d, false as never)
      yield* client.send(Op.Identify, yield* identity())
      assert.notStrictEqual((yield* client.until("READY")).d.session_id, client.sessionId)
    })
  )

  it.scoped("apply to IDENTIFY, RESUME, READY and GET /gateway/bot", () =>
    Effect.gen(function* () {
      const { inject, token } = yield* Sandbox
      yield* inject({ match: { operation: "GET /gateway/bot" }, do: { kind: "status", status: 503 } })
      assert.strictEqual((yield* ask("GET", "/gateway/bot")).status, 503)
      const early = yield* connect()
      yield* early.until(Op.Hello)
      yield* fault("IDENTIFY", { kind: "disconnect", code: 4011 })
      yield* early.send(Op.Identify, yield* identity())
      assert.strictEqual(yield* early.closed, 4011)
      yield* fault("READY", { kind: "latency", ms: 10 })
      const { sessionId } = yield* identified()
      const client = yield* connect()
      yield* client.until(Op.Hello)
      yield* fault("RESUME", { kind: "invalid_session", resumable: false })
      yield* client.send(Op.Resume, { token, session_id: sessionId, seq: 1 })
      assert.deepStrictEqual((yield* client.until(Op.InvalidSession)).d, false as never)
    })
  )

  it.scoped("apply with a probability that the seed decides", () =>
    Effect.gen(function* () {
      const { clearFaults } = yield* Sandbox
      const client = yield* settled
      yield* fault("MESSAGE_*", { kind: "omit" }, { probability: 0.5, times: "forever" })
      for (let sent = 0; sent < 20; sent++) yield* say(String(sent))
      yield* clearFaults
      yield* say("last")
      const received = []
      for (;;) {
        const { content } = (yield* client.until("MESSAGE_CREATE")).d
        if (content === "last") break
        received.push(content)
      }
      assert.isAbove(received.length, 0)
      assert.isBelow(received.length, 20)
    })
  )

  it.effect("are refused on HTTP requests, and those of requests on payloads", () =>
    Effect.gen(function* () {
      for (const wrong of [{ do: { kind: "omit" } }, { match: { gateway: "READY" }, do: { kind: "cut" } }]) {
        const { body, status } = yield* control("POST", "/faults", wrong)
        assert.deepStrictEqual([status, field("path")(field("problems")(body))], [400, ["do.kind"]])
      }
    })
  )
})

layer(mightySandbox, { excludeTestServices: true })("the manager of @discordjs/ws", (it) => {
  it.scoped("resumes after a reconnect, a reset and a close frame, and loses no message", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.setGateway({ identify_window_ms: 0 })
      const { until } = yield* managed()
      yield* until("GUILD_CREATE")
      for (const effect of [
        { kind: "reconnect", ms: 5 },
        { kind: "disconnect", frame: false },
        { kind: "disconnect", code: 4000 }
      ] as const) {
        yield* fault("MESSAGE_CREATE", effect)
        yield* say(effect.kind)
        assert.strictEqual((yield* until("MESSAGE_CREATE")).d.content, effect.kind)
        yield* until("RESUMED")
      }
      const { identifies, sessions } = yield* sandbox.gateway
      assert.deepStrictEqual([identifies.length, sessions.length], [1, 1])
    })
  )
})
