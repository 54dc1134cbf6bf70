import { Clock, Effect, Layer } from "effect"
import { Transport } from "../../discord/Transport.ts"

/** An answer as it came: how long it took, when it was there, and what time it was for whoever gave it. */
export interface Sighting {
  readonly tookMs: number
  readonly atMs: number
  readonly date: string | undefined
}

/** Stands beside the wire and remembers the last answer to each path. */
export interface Witness {
  readonly watch: (transport: Layer.Layer<Transport>) => Layer.Layer<Transport>
  readonly last: (path: string) => Effect.Effect<Sighting | undefined>
}

/** Makes a witness who has seen nothing yet. */
export const make = (): Witness => {
  // By path: the doctor asks for a handful.
  const sightings = new Map<string, Sighting>()
  const watched = ({ send }: Transport["Type"]): Transport["Type"] => ({
    send: (request, onPhase) =>
      Effect.flatMap(Clock.currentTimeMillis, (sentMs) =>
        Effect.tap(send(request, onPhase), (answer) =>
          Effect.map(Clock.currentTimeMillis, (atMs) =>
            sightings.set(request.path, { tookMs: atMs - sentMs, atMs, date: answer.header("date") })
          )
        )
      )
  })
  return {
    watch: (transport) => Layer.provide(Layer.effect(Transport, Effect.map(Transport, watched)), transport),
    last: (path) => Effect.sync(() => sightings.get(path))
  }
}
