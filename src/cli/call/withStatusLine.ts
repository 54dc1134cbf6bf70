import { Effect } from "effect"
import { Approver } from "../../safety/Approver.ts"
import { Waits } from "../../telemetry/Waits.ts"
import { Progress } from "../../tools/dsl/Progress.ts"
import type { Output } from "../process.ts"
import type { Screen } from "../prompts.ts"
import { styleFor } from "../rendering/Style.ts"
import * as StatusLine from "./StatusLine.ts"

/** Shows a status line while a call runs, and erases it when the call ends. */
export const withStatusLine =
  (tool: string, { stderr, screen }: { readonly stderr: Output; readonly screen: Screen }) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.scoped(
      Effect.gen(function* () {
        const line = yield* StatusLine.make(tool, screen, styleFor(stderr.coloured))
        const { confirm, ...approver } = yield* Approver
        return yield* call.pipe(
          line.besideLogs,
          Effect.provideService(Progress, line.progress),
          Effect.provideService(Waits, line.waits),
          Effect.provideService(Approver, {
            ...approver,
            // The question and the echoed keys use the terminal line of the status.
            ...(confirm !== undefined && { confirm: (question) => line.hidden(confirm(question)) })
          })
        )
      })
    )
