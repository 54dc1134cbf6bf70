import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import { asked, call, codeOf, type Environment, Sandbox, type Served, seedIds, served } from "../dispatch/app.ts"

/** Runs a test inside the seeded guild, whose id is known before the sandbox has started: it follows from the seed. */
const inTidepool =
  (more: Environment = {}) =>
  <A, E>(test: Effect.Effect<A, E, Served>): Effect.Effect<A, E> =>
    Effect.flatMap(tidepool, (guild) => served({ ALLOWED_GUILDS: guild, ...more })(test))

const tidepool = Effect.map(seedIds, ({ guild }) => guild)

/** What a refusal says about the boundary. */
const boundaryOf = ({ structured }: CallResult) => [structured.code, structured.boundary, structured.guild_id]

const NOWHERE = snowflakeAt(1_700_000_000_000)

describe("the guild boundary", () => {
  it.live("allows listed guilds and refuses others by guild_id without a request", () =>
    inTidepool()(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        assert.strictEqual(codeOf(yield* call("guild_get", { guild_id: ids.guild })), "ok")
        const outside = yield* call("guild_get", { guild_id: ids.otherGuild })
        assert.deepStrictEqual(outside.structured, {
          code: "GUILD_NOT_ALLOWED",
          retriable: false,
          message: `The guild ${ids.otherGuild} (guild_id) is outside the guilds that this server may access.`,
          recovery_hint: "Use an id from an allowed guild: users_list_current_user_guilds lists them.",
          category: "permission",
          guild_id: ids.otherGuild,
          path: "guild_id",
          boundary: "not_listed"
        })
        assert.deepStrictEqual(yield* asked, [`GET /guilds/${ids.guild}`])
      })
    )
  )

  it.live("resolves the guild of a channel and sends nothing to one outside", () =>
    inTidepool()(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { general, otherGeneral, thread } = ids.channels
        const send = (channel_id: string) => call("messages_send", { channel_id, content: "x" })
        assert.strictEqual(codeOf(yield* send(general)), "ok")
        assert.strictEqual(codeOf(yield* send(thread)), "ok")
        assert.deepStrictEqual(boundaryOf(yield* send(otherGeneral)), [
          "GUILD_NOT_ALLOWED",
          "not_listed",
          ids.otherGuild
        ])
        assert.deepStrictEqual(yield* asked, [
          `GET /channels/${general}`,
          `POST /channels/${general}/messages`,
          `GET /channels/${thread}`,
          `POST /channels/${thread}/messages`,
          `GET /channels/${otherGeneral}`
        ])
      })
    )
  )

  it.live("serves waiting calls after the call that runs the lookup is cancelled", () =>
    inTidepool()(
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        const read = call("messages_read", { channel_id: general, limit: 1 })
        yield* sandbox.inject({ match: { path: "/channels/*" }, do: { kind: "hang", at: "headers" } })
        const first = yield* Effect.fork(read)
        yield* sandbox.awaitRequests(1)
        const second = yield* Effect.fork(read)
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(first)
        assert.strictEqual(codeOf(yield* Fiber.join(second)), "ok")
      })
    )
  )

  it.live("refuses a call that cannot be resolved to a listed guild", () =>
    inTidepool()(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { secret } = ids.channels
        for (const channel_id of [NOWHERE, secret]) {
          const refused = yield* call("channels_get", { channel_id })
          assert.deepStrictEqual(boundaryOf(refused), ["GUILD_NOT_ALLOWED", "unresolved", undefined])
        }
        assert.deepStrictEqual(yield* asked, [`GET /channels/${NOWHERE}`, `GET /channels/${secret}`])
      })
    )
  )

  it.live("refuses a DM, which is in no guild", () =>
    inTidepool()(
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        yield* sandbox.inject({
          match: { path: `/channels/${NOWHERE}` },
          do: { kind: "status", status: 200, body: { id: NOWHERE, type: 1, recipients: [] } }
        })
        const refused = yield* call("messages_send", { channel_id: NOWHERE, content: "psst" })
        assert.deepStrictEqual(boundaryOf(refused), ["GUILD_NOT_ALLOWED", "unresolved", undefined])
        assert.deepStrictEqual(yield* asked, [`GET /channels/${NOWHERE}`])
      })
    )
  )

  it.live("repeats a lookup without result, because the bot may gain access", () =>
    inTidepool()(
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        yield* sandbox.inject({
          match: { path: `/channels/${general}` },
          do: { kind: "status", status: 403, body: { message: "Missing Access", code: 50001 } }
        })
        const read = call("messages_read", { channel_id: general, limit: 1 })
        assert.deepStrictEqual(boundaryOf(yield* read), ["GUILD_NOT_ALLOWED", "unresolved", undefined])
        assert.strictEqual(codeOf(yield* read), "ok")
      })
    )
  )

  it.live("fails with a transient failure of the lookup, and repeats it next time", () =>
    inTidepool({ MCP_RETRY_ENABLED: "false" })(
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        yield* sandbox.inject({ match: { path: `/channels/${general}` }, do: { kind: "status", status: 503 } })
        const read = call("messages_read", { channel_id: general, limit: 1 })
        const failed = yield* read
        assert.deepStrictEqual(
          [failed.structured.code, failed.structured.retriable, failed.structured.upstream],
          ["DISCORD_REST_UNAVAILABLE", true, { status: 503, method: "GET", route: "/channels/:id" }]
        )
        assert.strictEqual(codeOf(yield* read), "ok")
      })
    )
  )

  it.live("runs before consent: a call outside gets no preview", () =>
    inTidepool()(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const refused = yield* call("channels_delete", { channel_id: ids.channels.otherGeneral, __confirm: true })
        assert.strictEqual(codeOf(refused), "GUILD_NOT_ALLOWED")
        const inside = yield* call("channels_delete", { channel_id: ids.channels.showcase })
        assert.strictEqual(codeOf(inside), "DRY_RUN_PREVIEW")
      })
    )
  )

  it.live("applies to the default guild", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const refused = yield* call("guild_get", {})
      assert.deepStrictEqual(boundaryOf(refused), ["GUILD_NOT_ALLOWED", "not_listed", NOWHERE])
      assert.deepStrictEqual(yield* asked, [])
      assert.isDefined(ids.guild)
    }).pipe(served({ ALLOWED_GUILDS: snowflakeAt(1_600_000_000_000), DISCORD_DEFAULT_GUILD_ID: NOWHERE }))
  )

  it.live("without a list allows every guild and sends no lookup", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* call("messages_read", { channel_id: ids.channels.otherGeneral, limit: 1 })
      assert.deepStrictEqual(yield* asked, [`GET /channels/${ids.channels.otherGeneral}/messages`])
    }).pipe(served())
  )
})
