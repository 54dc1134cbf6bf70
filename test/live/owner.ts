/** A process that owns a bot's connection and answers the command `wait`, with events in memory. */
// Each owner has its own layers.
// @effect-diagnostics strictEffectProvide:off

import { Context, Effect, Exit, Layer, Scope, SubscriptionRef } from "effect"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { GatewayUnavailable } from "../../src/errors/DiscordMcpError.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import * as EventLog from "../../src/live/EventLog.ts"
import { type Gateway, off } from "../../src/live/Gateway.ts"
import { inMemory, type SegmentFiles } from "../../src/live/SegmentFiles.ts"
import { serve } from "../../src/live/WaitServer.ts"
import { app } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { until } from "./connection/connecting.ts"

const BOT = "1219699408896000001"

/** Starts an owner. `files` are those of its event log: another owner may go on with them. */
export const startOwner = Effect.fnUntraced(function* (
  directory: string,
  {
    environment = {},
    files = inMemory(),
    questionsMax
  }: {
    readonly environment?: Readonly<Record<string, string>>
    readonly files?: SegmentFiles
    readonly questionsMax?: number
  } = {}
) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const owned = yield* SubscriptionRef.make<string | undefined>(directory)
  const log = yield* Scope.extend(Effect.orDie(EventLog.make(files)), scope)
  const watched: Array<string> = []
  let isStarting = false
  let refused = 0
  const starting = new GatewayUnavailable({ reason: "disconnected", retry_after_ms: 1000 })
  const source: Gateway["Type"] = {
    ...off,
    log: Effect.suspend(() => {
      if (isStarting) refused++
      return isStarting ? starting : Effect.succeed(log)
    }),
    botId: Effect.succeed(BOT),
    status: Effect.map(log.stats, (stats) => ({
      intents: ["GUILDS"],
      ...(isStarting ? { unavailable: starting } : { log: stats }),
      dropped: {},
      recovered: 0
    })),
    watch: (channels) =>
      Effect.sync(() => void watched.push(...channels.flatMap(({ channel_id }) => channel_id ?? []))),
    ownedDirectory: owned.changes
  }
  yield* Effect.gen(function* () {
    const dispatch = Context.get(yield* Layer.build(app({ MCP_GATEWAY: "true", ...environment })), Dispatch)
    yield* serve((tool, input) => Effect.map(dispatch.run(tool, input), ({ value }) => value), questionsMax)
  }).pipe(Effect.provide(coreServices(source)), Scope.extend(scope), Effect.provide(nodeContext))
  return {
    log,
    cursor: Effect.map(log.stats, ({ cursor }) => cursor),
    /** Completes when somebody waits for events of a channel. */
    waitsFor: (channel: string) =>
      until(
        Effect.sync(() => watched),
        (channels) => channels.includes(channel)
      ),
    /** Answers as a process that does not have its log yet, or has it. */
    starting: (now: boolean) =>
      Effect.sync(() => {
        isStarting = now
      }),
    /** Completes when it has refused this many questions, because it starts. */
    refuses: (count: number) =>
      until(
        Effect.sync(() => refused),
        (now) => now >= count
      ),
    /** Loses or takes the connection. */
    own: (isOwner: boolean) => SubscriptionRef.set(owned, isOwner ? directory : undefined),
    stop: Scope.close(scope, Exit.void)
  }
})
