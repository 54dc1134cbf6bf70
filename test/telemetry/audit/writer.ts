/** A process that writes records, so many at a time, until it is killed; on stdout it says how many it has kept. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import { make } from "../../../src/telemetry/audit/AuditFile.ts"
import { among, entries } from "./log.ts"

const [, , file = "", batch = "", maxBytes = ""] = process.argv

const write = Effect.scoped(
  Effect.gen(function* () {
    const { append } = yield* make({ file, processes: among(process.pid), maxBytes: Number(maxBytes), keep: 1000 })
    const some = entries(Number(batch))
    yield* Effect.forever(Effect.flatMap(append(some), (seqs) => Console.log(`kept ${seqs.at(-1)}.`))).pipe(
      Effect.catchTag("AuditUnavailable", ({ problem }) => Console.log(`stuck: ${problem}`))
    )
    return yield* Effect.never
  })
)

// The edge of a process of its own.
// @effect-diagnostics-next-line strictEffectProvide:off
NodeRuntime.runMain(Effect.provide(write, NodeContext.layer))
