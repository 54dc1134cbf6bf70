import { Effect } from "effect"
import { Transport } from "../../discord/Transport.ts"
import type { Redactor } from "../../telemetry/Redactor.ts"
import { askedOf, type Came, cameOf, type Exchange, routeOf } from "./Exchange.ts"

/** A way to Discord, and what has gone over it. */
export interface Recorder {
  readonly transport: Transport["Type"]
  /** In the order in which it was asked. */
  readonly exchanges: Effect.Effect<ReadonlyArray<Exchange>>
}

/** Remembers everything that is asked through another way to Discord, and what comes back. */
export const recorder = (through: Transport["Type"], redactor: Redactor): Recorder => {
  const exchanges: Array<Exchange> = []
  return {
    transport: Transport.of({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const one = { route: routeOf(request, redactor), asked: askedOf(request, redactor) }
          // Who gives up waiting has met silence.
          const at = exchanges.push({ ...one, came: { silence: true } }) - 1
          const note = (came: Came) =>
            Effect.sync(() => {
              exchanges[at] = { ...one, came }
            })
          return through.send(request, onPhase).pipe(
            Effect.tap((answer) => note(cameOf(answer, redactor))),
            Effect.tapError(({ network }) => note({ network }))
          )
        })
    }),
    exchanges: Effect.sync(() => [...exchanges])
  }
}
