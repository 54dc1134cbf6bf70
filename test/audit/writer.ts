/**
 * A process that writes records in batches, a number of times or until it is killed. It reports written records on stdout.
 * With `waits` it opens its log, reports that it is ready, and writes when its input ends.
 */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { make } from "../../src/audit/AuditFile.ts"
import { entries } from "./log.ts"

const [, , file = "", batch = "", maxBytes = "", times = "Infinity", start = ""] = process.argv

const inputEnded = Effect.async<void>((resume) => void process.stdin.resume().once("end", () => resume(Effect.void)))

const write = Effect.scoped(
  Effect.gen(function* () {
    const { append } = yield* make({ file, pid: process.pid, maxBytes: Number(maxBytes) })
    const some = entries(Number(batch))
    if (start === "waits") yield* Effect.zipRight(Console.log("ready."), inputEnded)
    yield* Effect.flatMap(append(some), ({ seq }) => Console.log(`kept ${seq + some.length - 1}.`)).pipe(
      Effect.repeatN(Number(times) - 1),
      Effect.catchTag("AuditUnavailable", ({ problem }) =>
        Effect.zipRight(Console.log(`stuck: ${problem}`), Effect.never)
      )
    )
  })
)

// The entry point of a process.
// @effect-diagnostics-next-line strictEffectProvide:off
NodeRuntime.runMain(Effect.provide(write, NodeContext.layer))
