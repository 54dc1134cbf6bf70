/** A process that writes records, so many at a time, so often or until it is killed; on stdout it says what it has kept. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { make } from "../../../src/telemetry/audit/AuditFile.ts"
import { entries } from "./log.ts"

const [, , file = "", batch = "", maxBytes = "", times = "Infinity"] = process.argv

const write = Effect.scoped(
  Effect.gen(function* () {
    const { append } = yield* make({ file, pid: process.pid, maxBytes: Number(maxBytes) })
    const some = entries(Number(batch))
    yield* Effect.flatMap(append(some), (places) => Console.log(`kept ${places.at(-1)?.seq}.`)).pipe(
      Effect.repeatN(Number(times) - 1),
      Effect.catchTag("AuditUnavailable", ({ problem }) =>
        Effect.zipRight(Console.log(`stuck: ${problem}`), Effect.never)
      )
    )
  })
)

// The edge of a process of its own.
// @effect-diagnostics-next-line strictEffectProvide:off
NodeRuntime.runMain(Effect.provide(write, NodeContext.layer))
