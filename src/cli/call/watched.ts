import { Effect } from "effect"
import { Approver } from "../../safety/Approver.ts"
import { Waits } from "../../telemetry/Waits.ts"
import { Progress } from "../../tools/dsl/Progress.ts"
import type { Screen } from "../confirm.ts"
import type { Output } from "../environment.ts"
import { paint } from "../style.ts"
import * as StatusLine from "./StatusLine.ts"

/** Runs a call under a line that tells how far it is, and that is gone when it has ended, however it ended. */
export const watched =
  (tool: string, { remarks, screen }: { readonly remarks: Output; readonly screen: Screen }) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.scoped(
      Effect.gen(function* () {
        const line = yield* StatusLine.make(tool, screen, paint(remarks.coloured))
        const { confirm, ...approver } = yield* Approver
        return yield* call.pipe(
          line.besideLogs,
          Effect.provideService(Progress, line.progress),
          Effect.provideService(Waits, line.waits),
          Effect.provideService(Approver, {
            ...approver,
            // A question stands where the line does, and keys are echoed there.
            ...(confirm !== undefined && { confirm: (question) => line.hidden(confirm(question)) })
          })
        )
      })
    )
