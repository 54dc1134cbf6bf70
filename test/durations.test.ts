/** Durations of the server while the wall clock jumps. Those of the Discord chain are in test/discord/Discord.test.ts. */
// @effect-diagnostics strictEffectProvide:off
// @effect-diagnostics asyncFunction:off
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Layer, type Scope, TestClock } from "effect"
import * as CallFailure from "../src/discord/CallFailure.ts"
import * as KillSwitch from "../src/discord/KillSwitch.ts"
import { DiscordAuthError } from "../src/errors/DiscordMcpError.ts"
import * as ClientRates from "../src/mcp/http/ClientRates.ts"
import * as Lifecycle from "../src/mcp/http/Lifecycle.ts"
import { EVENT_LIFE_MS } from "../src/mcp/http/SessionEvents.ts"
import * as Sessions from "../src/mcp/http/Sessions.ts"
import * as ConfirmationTokens from "../src/safety/ConfirmationTokens.ts"
import * as Declines from "../src/safety/Declines.ts"
import { cachedFor, makeCache } from "../src/telemetry/monotonic.ts"
import { makeRedactor } from "../src/text/secrets.ts"
import { jumps, makeJumps } from "./jumpingClock.ts"
import { prepared } from "./tools/prepared.ts"

/** A duration: what begins it, and a check of whether it still lasts. */
interface Row {
  readonly lastsMs: number
  readonly begin: Effect.Effect<Effect.Effect<boolean>, never, Scope.Scope>
}

const MINUTE = Duration.toMillis("1 minute")

/** Counts the runs of an effect. It lasts as long as a second run is not needed. */
const untilSecondRun = <A, R>(cached: (lookup: Effect.Effect<string>) => Effect.Effect<Effect.Effect<A>, never, R>) =>
  Effect.gen(function* () {
    let runs = 0
    const get = yield* cached(
      Effect.sync(() => {
        runs++
        return "found"
      })
    )
    yield* get
    return Effect.map(get, () => runs === 1)
  })

const sessionsOf = (httpSessionIdleMs: number) =>
  Sessions.make(
    { httpMaxSessions: 10, httpSessionIdleMs },
    {
      identity: { version: "1", sandbox: false },
      redactor: makeRedactor([]),
      settings: { result: "both", gateway: false, claudeChannel: false }
    }
  )

const deletion = Effect.orDie(
  Effect.suspend(() =>
    prepared("messages_delete", { channel_id: "1248328050311954441", message_id: "1248328050311954442" })
  )
)

const rows: Readonly<Record<string, Row>> = {
  "the wait of a client at its rate": {
    lastsMs: MINUTE,
    begin: Effect.gen(function* () {
      const { excess } = Context.get(yield* Layer.build(ClientRates.layer(1)), ClientRates.ClientRates)
      yield* excess("ana")
      return Effect.map(excess("ana"), (wait) => wait !== undefined)
    })
  },
  "the life of a cache entry": {
    lastsMs: MINUTE,
    begin: untilSecondRun((lookup) =>
      Effect.map(makeCache({ capacity: 10, timeToLive: () => MINUTE, lookup: () => lookup }), (cache) =>
        cache.get("key")
      )
    )
  },
  "the life of a cached effect": { lastsMs: MINUTE, begin: untilSecondRun((lookup) => cachedFor(lookup, MINUTE)) },
  "the life of a check of the token": {
    lastsMs: MINUTE,
    begin: Effect.gen(function* () {
      let checks = 0
      const { unready } = yield* Lifecycle.make(
        Effect.sync(() => {
          checks++
          return "accepted" as const
        }),
        Effect.succeed(false),
        () => 0
      )
      // After the first acceptance, the check lives longer.
      yield* Effect.zipRight(unready, unready)
      return Effect.map(unready, () => checks === 2)
    })
  },
  "the idle time of a session": {
    lastsMs: MINUTE,
    begin: Effect.gen(function* () {
      const sessions = yield* sessionsOf(MINUTE)
      const session = yield* sessions.open(undefined)
      return Effect.sync(() => sessions.find(session?.id ?? "", undefined) !== undefined)
    })
  },
  "the life of a message for a resumed stream": {
    lastsMs: EVENT_LIFE_MS,
    begin: Effect.gen(function* () {
      const sessions = yield* sessionsOf(10 * EVENT_LIFE_MS)
      const session = yield* sessions.open(undefined)
      yield* Effect.promise(async () => session?.events.storeEvent("stream", { jsonrpc: "2.0", method: "ping" }))
      return Effect.sync(() => session?.events.after("0.stream").length === 1)
    })
  },
  "the life of a declined call": {
    lastsMs: Duration.toMillis(Declines.DECLINE_LIFE),
    begin: Effect.gen(function* () {
      const declines = yield* Declines.make
      const call = yield* deletion
      yield* declines.add(call, undefined, "declined")
      return Effect.map(declines.find(call, undefined), (how) => how !== undefined)
    })
  },
  "the life of a confirmation token": {
    lastsMs: Duration.toMillis(ConfirmationTokens.TOKEN_LIFE),
    begin: Effect.gen(function* () {
      const tokens = yield* ConfirmationTokens.make
      const call = yield* deletion
      const issued = yield* Effect.replicateEffect(tokens.issue(call, []), 10)
      return Effect.map(Effect.exit(Effect.suspend(() => tokens.redeem(issued.pop() ?? "", call))), Exit.isSuccess)
    })
  },
  "the pause of a rejected token": {
    lastsMs: MINUTE,
    begin: Effect.gen(function* () {
      let asked = 0
      const { check, guard } = yield* KillSwitch.make(
        Effect.sync(() => {
          asked++
          return "refused" as const
        })
      )
      const upstream = { status: 401, method: "GET", route: "/channels/:id" }
      yield* Effect.exit(guard(CallFailure.sent(undefined, new DiscordAuthError({ subject: "bot", upstream }))))
      return Effect.map(Effect.exit(check), () => asked === 1)
    })
  }
}

describe("a wall clock that jumps by an hour", () => {
  for (const [what, { begin, lastsMs }] of Object.entries(rows)) {
    for (const [how, jumpMs] of Object.entries(jumps)) {
      for (const [when, firstMs] of [
        ["at its begin", 0],
        ["near its end", lastsMs - 5000]
      ] as const) {
        it.scoped(`${how} does not change ${what}, ${when}`, () => {
          const wall = makeJumps()
          return wall.onWall(
            Effect.gen(function* () {
              const lasts = yield* begin
              yield* TestClock.adjust(firstMs)
              wall.ms = jumpMs
              assert.isTrue(yield* lasts)
              yield* TestClock.adjust(lastsMs - 2000 - firstMs)
              assert.isTrue(yield* lasts)
              yield* TestClock.adjust(4000)
              assert.isFalse(yield* lasts)
            })
          )
        })
      }
    }
  }

  for (const [how, jumpMs] of Object.entries(jumps)) {
    it.effect(`${how} does not keep the failure of a lookup`, () => {
      const wall = makeJumps()
      return wall.onWall(
        Effect.gen(function* () {
          let fails = true
          const cache = yield* makeCache({
            capacity: 10,
            timeToLive: (exit) => (Exit.isSuccess(exit) ? MINUTE : 0),
            lookup: (_key: string) => (fails ? Effect.fail("away") : Effect.succeed("found"))
          })
          assert.strictEqual(yield* Effect.flip(cache.get("key")), "away")
          fails = false
          wall.ms = jumpMs
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* cache.get("key"), "found")
        })
      )
    })

    it.effect(`${how} is the clock of what a cache looks up`, () => {
      const wall = makeJumps()
      return wall.onWall(
        Effect.gen(function* () {
          const cache = yield* makeCache({
            capacity: 10,
            timeToLive: () => MINUTE,
            lookup: (_key: string) => Effect.clockWith((clock) => Effect.succeed(clock.unsafeCurrentTimeMillis()))
          })
          wall.ms = jumpMs
          assert.strictEqual(yield* cache.get("key"), jumpMs)
        })
      )
    })
  }
})
