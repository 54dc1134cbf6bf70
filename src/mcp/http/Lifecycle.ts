import { Duration, Effect, Exit } from "effect"
import { cachedFor, makeCache } from "../../telemetry/monotonic.ts"
import { areOrIs, counted } from "../../text/words.ts"

/** Readiness and shutdown of the server. */
export interface Lifecycle {
  /** Runs a request. Fails with the given response while the server is stopping. */
  readonly accept: <A, E, R, Refusal>(
    work: Effect.Effect<A, E, R>,
    refusal: Refusal
  ) => Effect.Effect<A, E | Refusal, R>
  /** Returns why the server is not ready; `undefined` if it is ready. */
  readonly unready: Effect.Effect<string | undefined>
  /** Accepts no further requests, and waits up to 30 seconds for running ones. */
  readonly drain: Effect.Effect<void>
}

/** Whether Discord accepts the token; `unknown` if Discord did not answer. */
export type TokenCheck = Effect.Effect<"accepted" | "refused" | "unknown">

/** The time limits for running calls, and for clients to read the results. */
const DRAIN = Duration.seconds(30)
const DRAIN_STEP = Duration.millis(20)

/** The cache time of the token check: after an acceptance, and after any other result. */
const ACCEPTED_FOR = Duration.minutes(1)
const UNKNOWN_FOR = Duration.seconds(5)

/** The cache time of the refusal of calls. */
const REFUSES_FOR = Duration.seconds(5)

/** Makes the lifecycle. `refusesCalls` tells whether calls cannot be recorded now. `running` counts the calls of all sessions, including calls without an open stream. */
export const make = Effect.fnUntraced(function* (
  checkToken: TokenCheck,
  refusesCalls: Effect.Effect<boolean>,
  running: () => number
): Effect.fn.Return<Lifecycle> {
  let draining = false
  let inFlight = 0
  let last: "accepted" | "refused" | "unknown" = "unknown"
  // An accepted token stays accepted while Discord does not answer.
  const check = Effect.map(checkToken, (now) => {
    last = now === "unknown" && last === "accepted" ? last : now
    return last
  })
  const shortly = yield* cachedFor(check, UNKNOWN_FOR)
  // After a failed record, the check writes to the audit log, and anyone can ask. Before, it costs nothing.
  const refusals = yield* makeCache({
    capacity: 1,
    timeToLive: (exit: Exit.Exit<boolean>) => (Exit.isSuccess(exit) && exit.value ? REFUSES_FOR : 0),
    lookup: (_: "now") => refusesCalls
  })
  // A client that disconnects must not end the check for the others that wait for it.
  const refuses = Effect.uninterruptible(refusals.get("now"))
  const longer = yield* cachedFor(check, ACCEPTED_FOR)

  return {
    accept: (work, refusal) =>
      Effect.acquireUseRelease(
        Effect.suspend(() => (draining ? Effect.fail(refusal) : Effect.sync(() => inFlight++))),
        () => work,
        () => Effect.sync(() => inFlight--)
      ),
    unready: Effect.gen(function* () {
      if (draining) return "The server is shutting down."
      if (yield* refuses) return "The audit log cannot be written. Calls that change Discord are refused."
      switch (yield* last === "accepted" ? longer : shortly) {
        case "accepted":
          return undefined
        case "refused":
          return "Discord refuses the bot token."
        case "unknown":
          return "Discord has not accepted the bot token yet."
      }
    }),
    drain: Effect.gen(function* () {
      draining = true
      yield* Effect.logInfo(`stopping: ${counted(inFlight, "request")} ${areOrIs(inFlight)} in flight`)
      yield* Effect.sleep(DRAIN_STEP).pipe(
        Effect.repeat({ until: () => inFlight === 0 && running() === 0 }),
        Effect.interruptible,
        Effect.timeoutOption(DRAIN)
      )
    })
  }
})
