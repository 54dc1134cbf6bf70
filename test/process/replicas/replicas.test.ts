/** Two replicas of a server, each with its own connection, and one real Redis. */
import * as RateLimiter from "@effect/experimental/RateLimiter"
import { assert, describe, it } from "@effect/vitest"
import {
  Context,
  Deferred,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  Redacted,
  Schedule,
  type Scope,
  TestClock
} from "effect"
import { Redis } from "ioredis"
import * as ClientRates from "../../../src/mcp/http/ClientRates.ts"
import * as Replicas from "../../../src/replicas/replicas.ts"
import { ConfirmationTokens, TOKENS_MAX } from "../../../src/safety/ConfirmationTokens.ts"
import { Declines } from "../../../src/safety/Declines.ts"
import { CHANNEL } from "../../safety/gateServer.ts"
import { prepared } from "../../tools/prepared.ts"
import { hasRedis, missingRedis, startRedis } from "./redisServer.ts"

/** A call that deletes one of several messages. */
const callOf = (digit: string) =>
  Effect.orDie(Effect.suspend(() => prepared("messages_delete", { channel_id: CHANNEL, message_id: digit.repeat(18) })))

/** A replica, and what it logs. */
const replica = Effect.fnUntraced(function* (url: string, prefix = "test:", onLog = () => {}) {
  const logged: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    logged.push(`${logLevel.label} ${String(message)}`)
    onLog()
  })
  const stores = yield* Layer.build(
    Layer.provide(Replicas.layer({ url: Redacted.make(url), prefix }), Logger.replace(Logger.defaultLogger, logger))
  )
  const rates = yield* Layer.build(
    Layer.provide(
      ClientRates.layerOverStore(60),
      Layer.succeed(RateLimiter.RateLimiterStore, Context.get(stores, RateLimiter.RateLimiterStore))
    )
  )
  return {
    logged,
    tokens: Context.get(stores, ConfirmationTokens),
    declines: Context.get(stores, Declines),
    rates: Context.get(rates, ClientRates.ClientRates)
  }
})

const codeOf = <A, E>(exit: Effect.Effect<A, E>) =>
  Effect.match(exit, {
    onSuccess: () => "redeemed",
    onFailure: (error) => String(Object(error).validation_issues?.[0]?.code)
  })

const soon = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(200))

describe.skipIf(!hasRedis)(`replicas with one Redis${missingRedis}`, () => {
  it.scopedLive("a token of one replica confirms one call at one replica", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const [one, two] = [yield* replica(url), yield* replica(url)]
      const call = yield* callOf("1")
      const token = (yield* one.tokens.issue(call, [], "ana")) ?? ""
      assert.lengthOf(token, 24)

      assert.strictEqual(yield* codeOf(two.tokens.redeem(token, call, "bruno")), "token_unknown")
      assert.strictEqual(yield* codeOf(two.tokens.redeem(token, yield* callOf("2"), "ana")), "token_mismatch")
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two)),
        ({ tokens }) => codeOf(tokens.redeem(token, call, "ana")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.toSorted(), ["redeemed", ...Array.from({ length: 19 }, () => "token_used")])

      const other = yield* replica(url, "another bot:")
      const second = (yield* one.tokens.issue(call, [], "ana")) ?? ""
      assert.strictEqual(yield* codeOf(other.tokens.redeem(second, call, "ana")), "token_unknown")
    })
  )

  it.scopedLive("a client's oldest tokens are dropped, not those of others", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const { tokens } = yield* replica(url)
      const call = yield* callOf("1")
      const others = (yield* tokens.issue(call, [], "bruno")) ?? ""
      const oldest = (yield* tokens.issue(call, [], "ana")) ?? ""
      const next = (yield* tokens.issue(call, [], "ana")) ?? ""
      yield* Effect.replicateEffect(tokens.issue(call, [], "ana"), TOKENS_MAX - 1, { concurrency: 50 })
      assert.strictEqual(yield* codeOf(tokens.redeem(oldest, call, "ana")), "token_unknown")
      assert.strictEqual(yield* codeOf(tokens.redeem(next, call, "ana")), "redeemed")
      assert.strictEqual(yield* codeOf(tokens.redeem(others, call, "bruno")), "redeemed")
    })
  )

  it.scopedLive("a call declined at one replica is declined at the other, until a person accepts it", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const [one, two] = [yield* replica(redis.url), yield* replica(redis.url)]
      const call = yield* callOf("1")
      yield* one.declines.add(call, "ana", "timed_out")
      assert.strictEqual(yield* two.declines.find(call, "ana"), "timed_out")
      assert.isUndefined(yield* two.declines.find(call, "bruno"))
      assert.isUndefined(yield* two.declines.find(yield* callOf("2"), "ana"))
      yield* one.declines.remove(call, "ana")
      assert.isUndefined(yield* two.declines.find(call, "ana"))

      // A person accepts it at the other replica.
      yield* one.declines.add(call, "ana", "declined")
      yield* two.declines.remove(call, "ana")
      assert.isUndefined(yield* one.declines.find(call, "ana"))

      yield* one.declines.add(call, "ana", "declined")
      yield* redis.kill
      assert.strictEqual(yield* one.declines.find(call, "ana"), "declined")
    })
  )

  it.scopedLive("the requests of a client count at all replicas", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const [one, two] = [yield* replica(url), yield* replica(url)]
      const [took, excesses] = yield* Effect.timed(
        Effect.forEach(
          Array.from({ length: 90 }, (_, at) => (at % 2 === 0 ? one : two)),
          ({ rates }) => rates.excess("ana"),
          { concurrency: "unbounded" }
        )
      )
      const allowed = excesses.filter((excess) => excess === undefined).length
      // One request a second comes back meanwhile.
      assert.isAtLeast(allowed, 60)
      assert.isAtMost(allowed, 61 + Duration.toSeconds(took))
      assert.isUndefined(yield* two.rates.excess("bruno"))
    })
  )

  it.scopedLive("without Redis there is no token and the process counts alone; both work again once it is back", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const { logged, rates, tokens } = yield* replica(redis.url)
      const call = yield* callOf("1")
      const token = (yield* tokens.issue(call, [])) ?? ""
      yield* redis.kill

      assert.strictEqual(yield* codeOf(tokens.redeem(token, call)), "token_store_away")
      assert.isUndefined(yield* tokens.issue(call, []))
      const [took, excesses] = yield* Effect.timed(Effect.replicateEffect(rates.excess("ana"), 70))
      assert.isAtMost(excesses.filter((excess) => excess === undefined).length, 61 + Duration.toSeconds(took))
      assert.lengthOf(
        logged.filter((line) => line.startsWith("WARN Redis (MCP_REDIS_URL) is unavailable")),
        1,
        logged.join("\n")
      )

      yield* redis.start
      const fresh = yield* Effect.retry(
        Effect.filterOrFail(tokens.issue(call, []), (issued) => issued !== undefined),
        soon
      )
      assert.strictEqual(yield* codeOf(tokens.redeem(fresh ?? "", call)), "redeemed")
      assert.strictEqual(yield* codeOf(tokens.redeem(token, call)), "token_unknown")
      assert.lengthOf(
        logged.filter((line) => line.startsWith("INFO")),
        1,
        logged.join("\n")
      )
    })
  )

  it.scopedLive("a token whose use was not answered in time confirms nothing, then or later", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const { tokens } = yield* replica(redis.url)
      const call = yield* callOf("1")
      const token = (yield* tokens.issue(call, [])) ?? ""
      yield* redis.signal("SIGSTOP")
      assert.strictEqual(yield* codeOf(tokens.redeem(token, call)), "token_store_away")
      // The next command does not wait for a second, as the first did.
      const [waited, code] = yield* Effect.timed(codeOf(tokens.redeem(token, call)))
      assert.strictEqual(code, "token_store_away")
      assert.isBelow(Duration.toMillis(waited), 900)
      yield* redis.signal("SIGCONT")
      const later = yield* Effect.retry(
        Effect.filterOrFail(codeOf(tokens.redeem(token, call)), (answer) => answer !== "token_store_away"),
        soon
      )
      assert.strictEqual(later, "token_used")
    })
  )

  it.scopedLive("the end of a server is not logged as a loss of Redis", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const { logged } = yield* Effect.scoped(replica(redis.url))
      // Another connection is opened after the first is closed.
      const { tokens } = yield* replica(redis.url)
      assert.isDefined(yield* tokens.issue(yield* callOf("1"), []))
      assert.deepStrictEqual(logged, [])
    })
  )

  it.scoped("a server starts while Redis is unavailable, with a warning", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      yield* redis.kill
      // The refusal comes in real time, and the start waits in virtual time.
      const warned = yield* Deferred.make<void>()
      const starting = yield* Effect.fork(replica(redis.url, "test:", () => Deferred.unsafeDone(warned, Exit.void)))
      yield* Deferred.await(warned)
      yield* TestClock.adjust("3 seconds")
      const { logged, tokens } = yield* starting
      assert.isUndefined(yield* tokens.issue(yield* callOf("1"), []))
      assert.match(logged[0] ?? "", /^WARN .*ECONNREFUSED/)
    })
  )
})

/** What can happen to the store between a record and its check. */
const losses: Readonly<
  Record<
    string,
    (
      redis: Effect.Effect.Success<typeof startRedis>,
      holds: Effect.Effect<void>
    ) => Effect.Effect<unknown, never, Scope.Scope>
  >
> = {
  "loses its data": ({ url }) => command(url, "flushall"),
  "restarts without its data": ({ kill, start }) => Effect.zipRight(kill, start),
  "is unavailable": ({ kill }) => kill,
  "does not answer for a while": ({ signal }, holds) =>
    signal("SIGSTOP").pipe(Effect.zipRight(holds), Effect.zipRight(signal("SIGCONT")))
}

/** Runs one command of Redis without arguments. */
const command = (url: string, name: "flushall") =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Redis(url)),
    (redis) => Effect.promise(() => redis[name]()),
    (redis) => Effect.sync(() => redis.disconnect())
  )

/** Every record that protects: how it is made, and what must not happen after it. */
const records: Readonly<
  Record<
    string,
    (one: Effect.Effect.Success<ReturnType<typeof replica>>) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  >
> = {
  "a decline": ({ declines }) =>
    Effect.gen(function* () {
      const call = yield* callOf("1")
      yield* declines.add(call, "ana", "declined")
      return Effect.map(declines.find(call, "ana"), (how) => assert.strictEqual(how, "declined"))
    }),
  "a decline after an acceptance": ({ declines }) =>
    Effect.gen(function* () {
      const call = yield* callOf("1")
      yield* declines.add(call, "ana", "declined")
      yield* declines.remove(call, "ana")
      assert.isUndefined(yield* declines.find(call, "ana"))
      yield* declines.add(call, "ana", "cancelled")
      return Effect.map(declines.find(call, "ana"), (how) => assert.strictEqual(how, "cancelled"))
    }),
  "a used confirmation token": ({ tokens }) =>
    Effect.gen(function* () {
      const call = yield* callOf("1")
      const token = (yield* tokens.issue(call, [], "ana")) ?? ""
      yield* Effect.orDie(tokens.redeem(token, call, "ana"))
      return Effect.map(codeOf(tokens.redeem(token, call, "ana")), (code) => assert.notStrictEqual(code, "redeemed"))
    }),
  "the rate of a client": ({ rates }) =>
    Effect.gen(function* () {
      yield* Effect.replicateEffect(rates.excess("ana"), 70)
      return Effect.map(Effect.replicateEffect(rates.excess("ana"), 60), (excesses) =>
        // One request a second comes back.
        assert.isAtMost(excesses.filter((excess) => excess === undefined).length, 30)
      )
    })
}

describe.skipIf(!hasRedis)(`a record that protects${missingRedis}`, () => {
  for (const [what, record] of Object.entries(records)) {
    for (const [event, happens] of Object.entries(losses)) {
      it.scopedLive(`keeps ${what} in force where it was made when Redis ${event}`, () =>
        Effect.gen(function* () {
          const redis = yield* startRedis
          const one = yield* replica(redis.url)
          const holds = yield* record(one)
          yield* holds
          yield* happens(redis, holds)
          yield* holds
          // Checked again over the restored connection.
          if (event !== "is unavailable") {
            yield* Effect.retry(
              Effect.filterOrFail(one.tokens.issue(yield* callOf("2"), [], "bruno"), (issued) => issued !== undefined),
              soon
            )
            yield* holds
          }
        })
      )
    }
  }

  it.scopedLive("ends when a person accepts the call at another replica, but not by an acceptance before it", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const [one, two] = [yield* replica(redis.url), yield* replica(redis.url)]
      const call = yield* callOf("1")
      yield* one.declines.add(call, "ana", "declined")
      yield* two.declines.remove(call, "ana")
      assert.isUndefined(yield* one.declines.find(call, "ana"))
      // Declined while Redis does not answer: the acceptance in Redis is older.
      yield* redis.signal("SIGSTOP")
      yield* one.declines.add(call, "ana", "timed_out")
      yield* redis.signal("SIGCONT")
      yield* Effect.retry(
        Effect.filterOrFail(one.tokens.issue(call, [], "ana"), (issued) => issued !== undefined),
        soon
      )
      assert.strictEqual(yield* one.declines.find(call, "ana"), "timed_out")
    })
  )
})
