import { Duration, Effect, Fiber } from "effect"
import { checks } from "./checks.ts"
import type { Check, Examination } from "./Examination.ts"
import type { Finding } from "./Finding.ts"

/** What a check found, under its name. */
export interface Examined extends Finding {
  readonly name: string
}

/** How long one check may take, whatever it waits for. */
export const LIMIT = Duration.seconds(30)

/**
 * Makes all checks at once and tells of each in their order, as soon as it and those
 * before it are done. Nothing that goes wrong in one keeps another from its end.
 */
export const examine = <E, R>(examination: Examination, tell: (examined: Examined) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const running = yield* Effect.forEach(checks, (check) => Effect.fork(examinedBy(check, examination)))
    return yield* Effect.forEach(running, (fiber) => Effect.tap(Fiber.join(fiber), tell))
  })

const examinedBy = ({ name, run }: Check, examination: Examination) =>
  run(examination).pipe(
    Effect.catchTags({
      Unasked: ({ why }) => Effect.succeed<Finding>({ status: "skipped", found: `not looked at: ${why}` }),
      Unanswered: ({ found, todo }) => Effect.succeed<Finding>({ status: "failed", found, todo: [todo] })
    }),
    Effect.catchAllDefect(() =>
      Effect.succeed<Finding>({ status: "failed", found: "this check has a bug", todo: ["Report it."] })
    ),
    Effect.timeoutTo({
      duration: LIMIT,
      onSuccess: (finding) => finding,
      onTimeout: (): Finding => ({
        status: "failed",
        found: `not done within ${Duration.toSeconds(LIMIT)} seconds`,
        todo: ["Try again: something this machine was asked for does not come."]
      })
    }),
    Effect.map((finding): Examined => ({ name, ...finding }))
  )
