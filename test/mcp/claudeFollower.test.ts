/** Claude Code's channel over restarts and takeovers: each mention reaches it once. */
// Each process has its own layers.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, FiberMap, Layer, Logger, Scope, TestClock } from "effect"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import { notifyClaude } from "../../src/mcp/watchedEvents.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { app, roomy, Sandbox } from "../dispatch/app.ts"
import { until } from "../live/connection/connecting.ts"
import { start } from "../live/live.ts"
import { nodeContext } from "../nodeContext.ts"
import { turn } from "../turns.ts"

/** A process with a session of Claude Code. It keeps its files in `directory`. */
const processIn = Effect.fnUntraced(function* (directory: string, pid: number, delivered: Array<string>) {
  const sandbox = yield* Sandbox
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const sinceMs = yield* Clock.currentTimeMillis
  const gateway = yield* start(sandbox, directory, { pid })
  const dispatch = Context.get(
    yield* Layer.build(app({ MCP_GATEWAY: "true" })).pipe(Effect.provide(coreServices(gateway)), Scope.extend(scope)),
    Dispatch
  )
  const fibers = yield* Scope.extend(FiberMap.make<string>(), scope)
  const notify = ({ params }: { readonly params: object }) =>
    Effect.sync(() => void delivered.push(String(Object(params).meta.event_id)))
  yield* notifyClaude({ dispatch }, { fibers, notify, sinceMs })
  return { ...gateway, stop: Effect.zipRight(Scope.close(scope, Exit.void), gateway.stop) }
})

const withSandbox = <A, E>(test: Effect.Effect<A, E, SandboxModule.Sandbox | FileSystem.FileSystem | Scope.Scope>) =>
  Effect.scoped(
    Effect.provide(test, Layer.mergeAll(SandboxModule.layer(roomy), nodeContext, Logger.remove(Logger.defaultLogger)))
  )

const mentioning = Effect.map(Sandbox, ({ dispatch, ids }) => {
  let number = 0
  return (times: number) =>
    Effect.replicateEffect(
      Effect.suspend(() =>
        dispatch({
          t: "MESSAGE_CREATE",
          d: {
            id: String(2_000_000_000_000_000_000n + BigInt(++number)),
            channel_id: ids.channels.general,
            guild_id: ids.guild,
            content: `<@${ids.bot}> number ${number}`,
            mentions: [{ id: ids.bot }],
            timestamp: "2026-11-23T12:00:00.000Z",
            author: { id: ids.members.ada, username: "ada" }
          },
          guildId: ids.guild
        })
      ),
      times,
      { discard: true }
    )
})

const pass = Effect.zipRight(TestClock.adjust("1 second"), Effect.replicateEffect(turn, 5))

/** Completes when so many mentions are delivered, and checks that no more come. */
const untilDelivered = (delivered: ReadonlyArray<string>, count: number) =>
  Effect.gen(function* () {
    yield* until(Effect.as(pass, delivered), ({ length }) => length >= count)
    yield* Effect.replicateEffect(pass, 10)
    assert.strictEqual(delivered.length, count)
    assert.strictEqual(new Set(delivered).size, count)
  })

describe("Claude Code's channel", () => {
  it.effect("has each mention once over a takeover, also those that nobody was connected for", () =>
    Effect.gen(function* () {
      const directory = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const mention = yield* mentioning
      const delivered: Array<string> = []
      const first = yield* processIn(directory, 1, delivered)
      yield* first.connected
      yield* mention(20)
      yield* untilDelivered(delivered, 20)
      const second = yield* processIn(directory, 2, delivered)
      yield* until(Effect.as(pass, delivered), () => true)
      yield* mention(20)
      yield* untilDelivered(delivered, 40)
      yield* first.stop
      yield* mention(100)
      yield* until(Effect.zipRight(pass, second.status), ({ unavailable }) => unavailable === undefined)
      yield* mention(10)
      yield* untilDelivered(delivered, 150)
    }).pipe(withSandbox)
  )

  it.effect("has the mentions since its session began, also those before its first call succeeds", () =>
    Effect.gen(function* () {
      const directory = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const mention = yield* mentioning
      const delivered: Array<string> = []
      const only = yield* processIn(directory, 1, delivered)
      // The bot is connected before the follower calls again: it waits a second after its first failure.
      yield* until(Effect.zipRight(turn, only.status), ({ unavailable }) => unavailable === undefined)
      yield* mention(5)
      yield* only.logged(5)
      yield* untilDelivered(delivered, 5)
    }).pipe(withSandbox)
  )

  it.effect("goes on after a restart where it was, and takes all of a log that is new", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const directory = yield* fs.makeTempDirectoryScoped()
      const mention = yield* mentioning
      const delivered: Array<string> = []
      const first = yield* processIn(directory, 1, delivered)
      yield* first.connected
      yield* mention(3)
      yield* untilDelivered(delivered, 3)
      yield* first.stop
      yield* mention(4)
      const second = yield* processIn(directory, 2, delivered)
      yield* second.connected
      yield* untilDelivered(delivered, 7)
      yield* second.stop
      const { ids } = yield* Sandbox
      yield* fs.remove(`${directory}/gateway/${ids.bot}/events`, { recursive: true })
      yield* mention(2)
      const third = yield* processIn(directory, 3, delivered)
      yield* third.connected
      yield* untilDelivered(delivered, 9)
    }).pipe(withSandbox)
  )
})
