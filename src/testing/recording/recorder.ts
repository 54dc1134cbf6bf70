import { Effect } from "effect"
import { Transport } from "../../discord/Transport.ts"
import type { Redactor } from "../../text/secrets.ts"
import { type Exchange, type Outcome, outcomeOf, requestRecord, routeOf } from "./Exchange.ts"

/** A transport that records, and its exchanges. */
export interface Recorder {
  readonly transport: Transport["Type"]
  /** The exchanges, in order of their requests. */
  readonly exchanges: Effect.Effect<ReadonlyArray<Exchange>>
}

/** Records all requests through another transport and their outcomes. */
export const recorder = (through: Transport["Type"], redactor: Redactor): Recorder => {
  const exchanges: Array<Exchange> = []
  return {
    transport: Transport.of({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const one = { route: routeOf(request, redactor), asked: requestRecord(request, redactor) }
          // The outcome of an interrupted request is silence.
          const at = exchanges.push({ ...one, came: { silence: true } }) - 1
          const record = (came: Outcome) =>
            Effect.sync(() => {
              exchanges[at] = { ...one, came }
            })
          return through.send(request, onPhase).pipe(
            Effect.tap((answer) => record(outcomeOf(answer, redactor))),
            Effect.tapError(({ network }) => record({ network }))
          )
        })
    }),
    exchanges: Effect.sync(() => [...exchanges])
  }
}
