import { Duration, Effect, Fiber } from "effect"
import type { Check, CheckContext } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** The finding of a check, with the name of the check. */
export interface CheckResult extends Finding {
  readonly name: string
}

/** The time limit of one check. */
export const CHECK_TIMEOUT = Duration.seconds(30)

/**
 * Runs all checks concurrently. Calls `report` for each check in order, as soon as it and all
 * earlier checks are done. A failure of one check does not affect the others.
 */
export const runChecks = <E, R>(
  checks: ReadonlyArray<Check>,
  context: CheckContext,
  report: (result: CheckResult) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const running = yield* Effect.forEach(checks, (check) => Effect.fork(runCheck(check, context)))
    return yield* Effect.forEach(running, (fiber) => Effect.tap(Fiber.join(fiber), report))
  })

const runCheck = ({ name, run }: Check, context: CheckContext) =>
  run(context).pipe(
    Effect.catchTags({
      CheckSkipped: ({ why }) => Effect.succeed<Finding>({ status: "skipped", found: why }),
      QueryFailed: ({ found, todo }) => Effect.succeed<Finding>({ status: "failed", found, todo: [todo] })
    }),
    Effect.catchAllDefect(() =>
      Effect.succeed<Finding>({ status: "failed", found: "this check has a bug", todo: ["Report it."] })
    ),
    Effect.timeoutTo({
      duration: CHECK_TIMEOUT,
      onSuccess: (finding) => finding,
      onTimeout: (): Finding => ({
        status: "failed",
        found: `not finished within ${Duration.toSeconds(CHECK_TIMEOUT)} seconds`,
        todo: ["Retry. If it happens again, check the network and the file system."]
      })
    }),
    Effect.map((finding): CheckResult => ({ name, ...finding }))
  )
