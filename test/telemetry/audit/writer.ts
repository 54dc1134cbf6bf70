/**
 * A process that writes records, so many at a time, so often or until it is killed; on stdout it says what it has kept.
 * With `waits` it opens its log, says that it is ready, and writes once its input ends.
 */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { make } from "../../../src/telemetry/audit/AuditFile.ts"
import { entries } from "./log.ts"

const [, , file = "", batch = "", maxBytes = "", times = "Infinity", start = ""] = process.argv

const inputEnded = Effect.async<void>((resume) => void process.stdin.resume().once("end", () => resume(Effect.void)))

const write = Effect.scoped(
  Effect.gen(function* () {
    const { append } = yield* make({ file, pid: process.pid, maxBytes: Number(maxBytes) })
    const some = entries(Number(batch))
    if (start === "waits") yield* Effect.zipRight(Console.log("ready."), inputEnded)
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
