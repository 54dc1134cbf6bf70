import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, TestClock } from "effect"
import { LIMIT } from "../../../src/discord/rate-limit/InvalidRequests.ts"
import { SharedLimits } from "../../../src/discord/rate-limit/Limits.ts"
import { permissionBits } from "../../../src/errors/PermissionName.ts"
import { makeSharedStore } from "../sharedStore.ts"
import {
  type Answering,
  answer,
  asking,
  denial,
  denialOf,
  type GuildFacts,
  guildWith,
  inMemory,
  refused,
  roleOf,
  SEND,
  text
} from "./denials.ts"

const lookups = ["GET /users/@me", "GET /guilds/1", "GET /guilds/1/members/9"]

const mute = (over: Partial<GuildFacts> = {}): GuildFacts => ({
  channels: { "7": {} },
  roles: { "1": roleOf(0, permissionBits.VIEW_CHANNEL) },
  ...over
})
const takesSending = denial({ required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] })
const lacksSending = denial({
  missing_permissions: ["SEND_MESSAGES"],
  required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"]
})
const post = "POST /channels/7/messages"

/** Responds to lookups, but with `instead` for those of a guild. */
const butGuild =
  (instead: ReturnType<Answering>): Answering =>
  (operation) =>
    operation.startsWith("GET /guilds/") ? instead : guildWith(mute())(operation)

describe("the lookups of a denial", () => {
  it.scoped("does not start near the call's deadline, and never extends the call", () =>
    Effect.gen(function* () {
      for (const [tookMs, explained, asks] of [
        [8400, lacksSending, [post, "GET /users/@me", "GET /channels/7", ...lookups.slice(1)]],
        [8600, takesSending, [post]]
      ] as const) {
        const slow: Answering = (operation) =>
          Effect.delay(guildWith(mute())(operation), operation === post ? tookMs : 0)
        const { discord, sent } = yield* inMemory(slow, { MCP_DEADLINE_MS: "10000" })
        const fiber = yield* Effect.fork(Effect.provide(denialOf(asking(SEND, ["7"], text)), discord))
        yield* TestClock.adjust(tookMs)
        assert.deepStrictEqual(yield* Fiber.join(fiber), explained)
        assert.deepStrictEqual(sent, [...asks])
      }
    })
  )

  it.scoped("stops after five seconds, or half a second before the call's deadline", () =>
    Effect.gen(function* () {
      for (const [deadlineMs, afterMs] of [
        [55_000, 5000],
        [3000, 2500]
      ] as const) {
        const { discord } = yield* inMemory(butGuild(Effect.never), { MCP_DEADLINE_MS: String(deadlineMs) })
        const fiber = yield* Effect.fork(Effect.provide(denialOf(asking(SEND, ["7"], text)), discord))
        yield* TestClock.adjust(afterMs - 1)
        assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* Fiber.join(fiber), takesSending)
      }
    })
  )

  it.scoped("does not explain denied lookups", () =>
    Effect.gen(function* () {
      const { discord, sent } = yield* inMemory(butGuild(refused(50013)))
      assert.deepStrictEqual(yield* Effect.provide(denialOf(asking(SEND, ["7"], text)), discord), takesSending)
      assert.deepStrictEqual(sent, [post, "GET /users/@me", "GET /channels/7", ...lookups.slice(1)])
    })
  )

  it.scoped("makes one lookup for concurrent denials", () =>
    Effect.gen(function* () {
      const { discord, sent } = yield* inMemory((operation) => Effect.delay(guildWith(mute())(operation), 100))
      const all = Effect.all(
        Array.from({ length: 5 }, () => denialOf(asking(SEND, ["7"], text))),
        { concurrency: 5 }
      )
      const fiber = yield* Effect.fork(Effect.provide(all, discord))
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(
        yield* Fiber.join(fiber),
        Array.from({ length: 5 }, () => lacksSending)
      )
      assert.deepStrictEqual(sent.filter((it) => it !== post).sort(), ["GET /channels/7", ...lookups].sort())
    })
  )

  it.scoped("looks up again after 45 seconds", () =>
    Effect.gen(function* () {
      const { discord, sent } = yield* inMemory(guildWith(mute()))
      const again = Effect.provide(denialOf(asking(SEND, ["7"], text)), discord)
      yield* again
      yield* TestClock.adjust(44_000)
      yield* again
      assert.lengthOf(sent, 6)
      yield* TestClock.adjust(2000)
      yield* again
      assert.lengthOf(sent, 11)
    })
  )

  it.scoped("keeps the denial if a lookup dies or returns invalid data", () =>
    Effect.gen(function* () {
      for (const instead of [
        Effect.dieMessage("a bug"),
        answer({ id: 1, roles: "none" }),
        answer([]),
        Effect.interrupt
      ]) {
        const { discord } = yield* inMemory(butGuild(instead))
        assert.deepStrictEqual(yield* Effect.provide(denialOf(asking(SEND, ["7"], text)), discord), takesSending)
      }
    })
  )

  it.scoped("is interrupted with its caller, and other waiting callers look up themselves", () =>
    Effect.gen(function* () {
      const { discord, sent } = yield* inMemory((operation) =>
        Effect.delay(guildWith(mute())(operation), operation.startsWith("GET /guilds/") ? 1000 : 0)
      )
      const one = yield* Effect.fork(Effect.provide(denialOf(asking(SEND, ["7"], text)), discord))
      yield* TestClock.adjust(100)
      const other = yield* Effect.fork(Effect.provide(denialOf(asking(SEND, ["7"], text)), discord))
      yield* TestClock.adjust(100)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(one)))
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* Fiber.join(other), lacksSending)
      assert.deepStrictEqual(
        sent.filter((it) => it === "GET /guilds/1"),
        ["GET /guilds/1", "GET /guilds/1"]
      )
    })
  )

  it.scoped("explains only two codes, for the bot, on known routes", () =>
    Effect.gen(function* () {
      for (const [request, code] of [
        [asking(SEND, ["7"], { ...text, subject: "webhook" }), 50013],
        [asking(SEND, ["7"], text), 50007],
        [asking("PUT /applications/{application_id}/commands", ["7"], { risk: "write" }), 50013]
      ] as const) {
        const { discord, sent } = yield* inMemory(guildWith({ code }))
        const operation = `${request.method} ${request.route}`
        assert.deepStrictEqual(yield* Effect.provide(denialOf(request), discord), denial({}, operation, code))
        assert.lengthOf(sent, 1)
      }
    })
  )

  it.scoped("makes no lookup that Discord may refuse near the invalid-request limit", () =>
    Effect.gen(function* () {
      // From 80 % of the budget of 9500 on, only routes that Discord accepts are used.
      const mark = LIMIT * 0.95 * 0.8
      // The denial itself counts too: with it the limit is reached, or not.
      for (const [counted, requests] of [
        [mark - 2, [post]],
        [mark - 100, [post, "GET /users/@me", "GET /channels/7", ...lookups.slice(1)]]
      ] as const) {
        const { shared, store } = makeSharedStore()
        yield* Effect.replicateEffect(store.countInvalid(1, undefined), counted, { discard: true })
        const { discord, sent } = yield* Effect.provideService(inMemory(guildWith(mute())), SharedLimits, shared)
        yield* Effect.provide(denialOf(asking(SEND, ["7"], text)), discord)
        assert.deepStrictEqual(sent, [...requests])
      }
    })
  )
})
