/** A process with live events. It reports on stdout that it is connected, or who owns the connection. */

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer, Redacted, Stream } from "effect"
import { AuditLog, off } from "../../src/audit/AuditLog.ts"
import { isAlive } from "../../src/cli/process.ts"
import { Gateway } from "../../src/live/Gateway.ts"
import * as GatewayLive from "../../src/live/GatewayLive.ts"
import { settings } from "../discord/session.ts"
import { nodeContext } from "../nodeContext.ts"
import { discordOf } from "./connection/discordOf.ts"

const [, , url = "", token = "", directory = ""] = process.argv

const state = Effect.gen(function* () {
  const gateway = yield* Gateway
  const { unavailable } = yield* gateway.status
  const { events } = yield* Effect.flatMap(gateway.log, (log) => log.stats).pipe(
    Effect.orElseSucceed(() => ({ events: 0 }))
  )
  return unavailable === undefined
    ? `connected, ${events} events`
    : `${unavailable.reason} ${unavailable.owner_pid ?? ""}`.trim()
})

const report = Stream.repeatEffect(Effect.zipLeft(state, Effect.sleep("20 millis"))).pipe(
  Stream.changes,
  Stream.runForEach((line) => Console.log(`${line}.`))
)

const gateway = GatewayLive.layer({
  token: Redacted.make(token),
  machine: { directory, pid: process.pid, isAlive }
}).pipe(
  Layer.provide(discordOf({ token, url })),
  Layer.provide(settings({ gateway: true })),
  Layer.provide(Layer.succeed(AuditLog, off)),
  Layer.provide(nodeContext)
)

// The entry point of a process.
// @effect-diagnostics-next-line strictEffectProvide:off
NodeRuntime.runMain(Effect.provide(report, gateway))
