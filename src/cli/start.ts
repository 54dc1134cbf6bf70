/** Starts the command that the command line names. A command loads only what it runs. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import { turnScheduler } from "../resilience/TurnScheduler.ts"
import { parseServeArguments } from "./argv.ts"
import { endWith, reportFailure } from "./exit.ts"
import { letYoungGenerationGrow, redirectConsoleErrors } from "./process.ts"

redirectConsoleErrors()

/** A client waits for the server to start, so `serve` skips the command line parser. */
const serving = parseServeArguments(process.argv.slice(2))

const run =
  serving === undefined
    ? Effect.flatMap(
        Effect.promise(() => import("./run.ts")),
        ({ run }) => run(process.argv)
      )
    : serving.http
      ? Effect.flatMap(
          Effect.promise(() => import("./serveHttp.ts")),
          ({ serveHttp }) => serveHttp(serving)
        )
      : Effect.flatMap(
          Effect.promise(() => {
            letYoungGenerationGrow(false)
            return import("./serve.ts")
          }),
          ({ serve }) => serve(serving)
        )

Effect.tapErrorCause(run, reportFailure).pipe(
  keepInterrupts,
  Effect.withScheduler(turnScheduler),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true, teardown: endWith })
)
