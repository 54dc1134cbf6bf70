/** Starts the command that the command line names. A command loads only what it runs. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { parseServeArguments } from "./cli/argv.ts"
import { endWith, reportFailure } from "./cli/exit.ts"
import { letYoungGenerationGrow, redirectConsoleErrors } from "./cli/process.ts"
import { keepInterrupts } from "./resilience/keepInterrupts.ts"
import { turnScheduler } from "./resilience/TurnScheduler.ts"

redirectConsoleErrors()

/** A client waits for the server to start, so `serve` skips the command line parser. */
const serving = parseServeArguments(process.argv.slice(2))

const run =
  serving === undefined
    ? Effect.flatMap(
        Effect.promise(() => import("./cli/run.ts")),
        ({ run }) => run(process.argv)
      )
    : serving.http
      ? Effect.flatMap(
          Effect.promise(() => import("./cli/serveHttp.ts")),
          ({ serveHttp }) => serveHttp(serving)
        )
      : Effect.flatMap(
          Effect.promise(() => {
            letYoungGenerationGrow(false)
            return import("./cli/serve.ts")
          }),
          ({ serve }) => serve(serving)
        )

Effect.tapErrorCause(run, reportFailure).pipe(
  keepInterrupts,
  Effect.withScheduler(turnScheduler),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true, teardown: endWith })
)
