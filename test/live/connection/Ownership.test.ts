// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as Ownership from "../../../src/live/connection/Ownership.ts"
import { nodeContext } from "../../nodeContext.ts"
import { turn } from "../../turns.ts"

/** Lets virtual time pass in steps, and the files be written in between: the last reading follows what was written. */
const pass = (directory: string, seconds: number) =>
  TestClock.adjust("1 second").pipe(
    Effect.zipRight(Effect.repeatN(turn, 4)),
    Effect.zipRight(Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(directory))),
    Effect.repeatN(seconds - 1)
  )

const claimant = (directory: string, pid: number, alive: ReadonlyArray<number> = [1, 2, 3]) =>
  Ownership.make({ directory, pid, isAlive: (one) => alive.includes(one) })

const owned = Effect.flatMap((claim: Ownership.Claim) =>
  claim.is === "owned" ? Effect.succeed(claim.ownership) : Effect.dieMessage(`owned by ${claim.owner?.pid}`)
)

const ownerOf = Effect.map((claim: Ownership.Claim) => (claim.is === "owned" ? "self" : claim.owner?.pid))

describe("the ownership of a connection", () => {
  it.effect("is of the first process, and the second one says of which", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
      const first = yield* claimant(directory, 1)
      const second = yield* claimant(directory, 2)
      const ownership = yield* owned(first.claim)
      yield* Effect.forkScoped(ownership.lost)
      for (let at = 0; at < 30; at++) {
        assert.strictEqual(yield* ownerOf(second.claim), 1)
        yield* pass(directory, 2)
      }
      assert.isTrue(yield* ownership.holds)
      yield* ownership.release
      assert.strictEqual(yield* ownerOf(second.claim), "self")
      assert.isFalse(yield* ownership.holds)
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("of a process that has died passes within 20 seconds, at once if this machine knows", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
      const first = yield* owned((yield* claimant(directory, 1)).claim)
      const beats = yield* Effect.fork(first.lost)
      const second = yield* claimant(directory, 2)
      assert.strictEqual(yield* ownerOf(second.claim), 1)
      yield* pass(directory, 12)
      yield* Fiber.interrupt(beats)
      let seconds = 0
      for (; (yield* ownerOf(second.claim)) !== "self"; seconds += 2) yield* pass(directory, 2)
      assert.isAtMost(seconds, 18)
      assert.isAtLeast(seconds, 10)
      const third = yield* claimant(directory, 3, [3])
      assert.strictEqual(yield* ownerOf(third.claim), "self")
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("ends for a process that was stopped while another one took it", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
      const first = yield* owned((yield* claimant(directory, 1)).claim)
      const second = yield* owned((yield* claimant(directory, 2, [2])).claim)
      assert.deepStrictEqual(yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(directory)), [
        "owner-2"
      ])
      // It beats again: the file is gone.
      yield* first.lost
      assert.deepStrictEqual([yield* first.holds, yield* second.holds], [false, true])
      yield* first.release
      assert.isTrue(yield* second.holds)
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("is of one process, however many claim it at once", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 20; round++) {
        const directory = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
        const dead = yield* owned((yield* claimant(directory, 99)).claim)
        const claims = yield* Effect.forEach(
          Array.from({ length: 8 }, (_, index) => index + 1),
          (pid) => Effect.flatMap(claimant(directory, pid, [1, 2, 3, 4, 5, 6, 7, 8]), ({ claim }) => claim),
          { concurrency: "unbounded" }
        )
        const holding = yield* Effect.filter(claims, (claim) =>
          claim.is === "owned" ? claim.ownership.holds : Effect.succeed(false)
        )
        assert.strictEqual(holding.length, 1)
        yield* TestClock.adjust("10 seconds")
        assert.isFalse(yield* dead.holds)
      }
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )
})

describe("the ownership among replicas and on this machine", () => {
  const taken = (pid: number): Ownership.Claim => ({ is: "taken", owner: { pid, host: "a", since: "" } })
  const unclaimed: Ownership.Claims = { claim: Effect.dieMessage("claimed") }
  /** An owned connection that tells whether it holds, and notes its release. */
  const held = (name: string, holds: boolean, released: Array<string>): Ownership.Claims => ({
    claim: Effect.succeed({
      is: "owned",
      ownership: {
        lost: holds ? Effect.never : Effect.void,
        holds: Effect.succeed(holds),
        release: Effect.sync(() => released.push(name))
      }
    })
  })

  it.effect("is another process's if either is, and only a replica that has the first claims the second", () =>
    Effect.gen(function* () {
      const released: Array<string> = []
      const replica = Ownership.both({ claim: Effect.succeed(taken(7)) }, unclaimed)
      assert.strictEqual(yield* ownerOf(replica.claim), 7)
      const machine = Ownership.both(held("replica", true, released), { claim: Effect.succeed(taken(8)) })
      assert.strictEqual(yield* ownerOf(machine.claim), 8)
      // The replica keeps its claim: otherwise one elsewhere would connect beside the process of this machine.
      assert.deepStrictEqual(released, [])
    })
  )

  for (const [first, second] of [
    [true, true],
    [false, true],
    [true, false]
  ] as const) {
    it.effect(`${first && second ? "holds" : "is lost"} if one is ${first} and the other ${second}`, () =>
      Effect.gen(function* () {
        const released: Array<string> = []
        const both = Ownership.both(held("replica", first, released), held("machine", second, released))
        const ownership = yield* owned(both.claim)
        assert.strictEqual(yield* ownership.holds, first && second)
        const isLost = yield* Effect.raceFirst(
          Effect.as(ownership.lost, true),
          Effect.as(Effect.repeatN(turn, 4), false)
        )
        assert.strictEqual(isLost, !(first && second))
        yield* ownership.release
        // A process of this machine may follow at once, but no replica before it.
        assert.deepStrictEqual(released, ["machine", "replica"])
      })
    )
  }
})
