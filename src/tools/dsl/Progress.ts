import { Context, Duration, Effect, Option } from "effect"

/** Receives progress reports of long calls. The default ignores them. */
export class Progress extends Context.Reference<Progress>()("effect-discord-mcp/tools/Progress", {
  defaultValue: (): Listener => ({ report: () => Effect.void })
}) {}

/** Receives progress. */
export interface Listener {
  readonly report: (step: Step) => Effect.Effect<void>
  /** Whether the caller asked for progress. Clients that take it keep a long call alive. */
  readonly takesProgress?: boolean
  /** Completes when the server stops. A wait for an event or a person ends then. Unset: the server stops after the call. */
  readonly stopping?: Effect.Effect<void>
}

/** A progress report. `total` is set if it is known. */
interface Step {
  readonly done: number
  readonly total?: number
  readonly message: string
}

/** The interval of reports. Clients abandon a call without progress after 60 s. */
const INTERVAL = Duration.seconds(10)

/** Reports progress to the caller while an effect waits. `stepAfter` gets the time waited. */
export const whileWaiting =
  (stepAfter: (waited: Duration.Duration) => Step) =>
  <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Progress, ({ report }) => {
      const reportFrom = (waited: Duration.Duration): Effect.Effect<never> =>
        report(stepAfter(waited)).pipe(
          Effect.zipRight(Effect.sleep(INTERVAL)),
          Effect.zipRight(Effect.suspend(() => reportFrom(Duration.sum(waited, INTERVAL))))
        )
      return Effect.raceFirst(waiting, reportFrom(Duration.zero))
    })

/** Waits at most so long. None: the time is over, or the server stops. */
export const waitAtMost =
  (limit: Duration.Duration) =>
  <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
    Effect.flatMap(Progress, ({ stopping = Effect.never }) =>
      Effect.raceFirst(
        Effect.timeoutOption(waiting, limit),
        Effect.map(stopping, () => Option.none<A>())
      )
    )
