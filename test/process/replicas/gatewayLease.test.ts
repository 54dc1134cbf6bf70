/** Replicas of which one owns the bot's connection to the gateway, by a lease in a real Redis. */
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Fiber, Layer, Logger, Option, Redacted, Scope } from "effect"
import { type Claim, type Claims, type Ownership, ReplicaClaims } from "../../../src/live/connection/Ownership.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import { gatewayLayer, type LeaseTimes } from "../../../src/replicas/lease.ts"
import * as Redis from "../../../src/replicas/Redis.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { monotonicMs } from "../../../src/telemetry/monotonic.ts"
import { gatewayOf } from "../../live/live.ts"
import { hasRedis, missingRedis, startRedis } from "./redisServer.ts"

/** Shorter than in production, by the same rules. */
const times: LeaseTimes = {
  life: Duration.millis(2000),
  renewed: Duration.millis(300),
  givenUp: Duration.millis(400),
  rest: Duration.millis(200),
  afterStart: Duration.millis(2000)
}

/** The lease of a replica with its own connection to Redis. */
const leaseOf = (url: string, pid: number) =>
  gatewayLayer(pid, times).pipe(
    Layer.provide(Redis.layer({ url: Redacted.make(url), prefix: "test:" })),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )

const replica = Effect.fnUntraced(function* (url: string, pid: number) {
  const claims = Context.get(yield* Layer.build(leaseOf(url, pid)), ReplicaClaims)
  return claims ?? (yield* Effect.dieMessage("no claims"))
})

const ownerOf = (claim: Claim) => (claim.is === "taken" ? claim.owner?.pid : claim.is)

/** Claims until the replica owns the lease. */
const ownedBy = ({ claim }: Claims): Effect.Effect<Ownership> =>
  Effect.flatMap(Effect.orDie(claim), (result) =>
    result.is === "owned"
      ? Effect.succeed(result.ownership)
      : Effect.zipRight(Effect.sleep("20 millis"), ownedBy({ claim }))
  )

describe.skipIf(!hasRedis)(`the lease of the gateway connection${missingRedis}`, () => {
  it.scopedLive("is of one replica, which renews it, and passes to another one when it ends", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      const replicas = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (pid) => replica(url, pid))
      // Redis has just started, so nobody knows whether there was a lease.
      for (const { claim } of replicas) assert.strictEqual((yield* claim).is, "unknown")
      const first = yield* Effect.raceAll(
        replicas.map((claims, at) => Effect.map(ownedBy(claims), (ownership) => ({ pid: at + 1, claims, ownership })))
      )
      const { ownership, pid } = first
      const beats = yield* Effect.fork(ownership.lost)
      const others = replicas.filter((claims) => claims !== first.claims)
      const startMs = yield* monotonicMs
      while ((yield* monotonicMs) - startMs < 1.5 * Duration.toMillis(times.life)) {
        const claims = yield* Effect.forEach(others, ({ claim }) => claim, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          claims.map(ownerOf),
          others.map(() => pid)
        )
        yield* Effect.sleep("50 millis")
      }
      assert.isTrue(yield* ownership.holds)
      // The same replica may claim again: its answer may have been lost.
      assert.strictEqual((yield* first.claims.claim).is, "owned")

      // The process has died: nothing renews the lease.
      yield* Fiber.interrupt(beats)
      const second = yield* Effect.raceAll(others.map(ownedBy))
      assert.isFalse(yield* ownership.holds)

      // The next owner ends its connection: the lease stays for a rest, and then passes on.
      assert.notStrictEqual(ownerOf(yield* first.claims.claim), "owned")
      yield* second.release
      assert.notStrictEqual(ownerOf(yield* first.claims.claim), "owned")
      yield* ownedBy(first.claims)
    })
  )

  it.scopedLive("is given up before it ends if Redis is unavailable, and nobody gets it meanwhile", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const [one, two] = [yield* replica(redis.url, 1), yield* replica(redis.url, 2)]
      const ownership = yield* ownedBy(one)
      const ownedMs = yield* monotonicMs
      const lost = yield* Effect.fork(Effect.zipRight(ownership.lost, monotonicMs))
      yield* redis.kill
      assert.strictEqual(ownerOf(yield* two.claim), "unknown")
      assert.isTrue(yield* ownership.holds)
      const lostMs = yield* lost
      assert.isFalse(yield* ownership.holds)
      assert.isAtLeast(lostMs - ownedMs, Duration.toMillis(times.life) / 2)
      yield* redis.start
      yield* ownedBy(two)
    })
  )

  it.scopedLive("is never of two replicas when Redis loses it", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const [one, two] = [yield* replica(redis.url, 1), yield* replica(redis.url, 2)]
      const ownership = yield* ownedBy(one)
      yield* Effect.fork(ownership.lost)
      // Redis starts again without its data, within the life of the lease.
      yield* Effect.zipRight(redis.kill, redis.start)
      const next = yield* Effect.forkScoped(ownedBy(two))
      const startMs = yield* monotonicMs
      while ((yield* monotonicMs) - startMs < 1.5 * Duration.toMillis(times.life)) {
        const isTaken = Option.isSome(yield* Fiber.poll(next))
        assert.isFalse(isTaken && (yield* ownership.holds))
        yield* Effect.sleep("20 millis")
      }
    })
  )

  it.scopedLive("lets one of two machines connect, and the other one follow", () =>
    Effect.gen(function* () {
      const redis = yield* startRedis
      const sandbox = yield* Sandbox.make()
      const machine = Effect.fnUntraced(function* (pid: number) {
        const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
        const scope = yield* Scope.make()
        yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
        const live = gatewayOf(sandbox, directory, { pid }).pipe(Layer.provide(leaseOf(redis.url, pid)))
        const gateway = Context.get(yield* Layer.buildWithScope(live, scope), Gateway)
        const reason = Effect.map(gateway.status, ({ unavailable }) => unavailable?.reason ?? "connected")
        return { reason, stop: Scope.close(scope, Exit.void) }
      })
      const reasons = Effect.suspend(() => Effect.all([one.reason, two.reason]))
      const until = (holds: (reasons: ReadonlyArray<string>) => boolean): Effect.Effect<ReadonlyArray<string>> =>
        Effect.flatMap(reasons, (now) =>
          holds(now) ? Effect.succeed(now) : Effect.zipRight(Effect.sleep("20 millis"), until(holds))
        )
      const [one, two] = [yield* machine(1), yield* machine(2)]
      const first = yield* until((now) => now.includes("connected") && now.includes("not_owner"))
      assert.lengthOf((yield* sandbox.gateway).identifies, 1)
      const [owner, follower] = first[0] === "connected" ? [one, 1] : [two, 0]
      yield* owner.stop
      yield* until((now) => now[follower] === "connected")
      const { identifies } = yield* sandbox.gateway
      yield* redis.kill
      yield* until((now) => now[follower] === "disconnected")
      assert.deepStrictEqual((yield* sandbox.gateway).identifies, identifies)
    }).pipe(Effect.provide(NodeContext.layer))
  )
})
