import { Clock, Effect, Layer } from "effect"
import { Transport } from "../../discord/Transport.ts"
import type { HttpResponse, ResponseBody } from "../../errors/classifyResponse.ts"

/** An answer as it came: how long it took, when it was there, and what time it was for whoever gave it. */
export interface Sighting {
  readonly tookMs: number
  readonly atMs: number
  readonly date: string | undefined
  /** What came, in a few words: `HTTP 404 and a web page`. */
  readonly what: string
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
            sightings.set(request.path, {
              tookMs: atMs - sentMs,
              atMs,
              date: answer.header("date"),
              what: whatCame(answer)
            })
          )
        )
      )
  })
  return {
    watch: (transport) => Layer.provide(Layer.effect(Transport, Effect.map(Transport, watched)), transport),
    last: (path) => Effect.sync(() => sightings.get(path))
  }
}

const whatCame = ({ body, header, status }: HttpResponse): string => {
  const location = status >= 300 && status < 400 ? header("location") : undefined
  if (location !== undefined) {
    return `HTTP ${status}, a redirect to ${URL.canParse(location) ? new URL(location).origin : "another path"}`
  }
  return `HTTP ${status} and ${header("content-type")?.includes("html") === true ? "a web page" : bodies[body.kind]}`
}

const bodies: Readonly<Record<ResponseBody["kind"], string>> = {
  empty: "an empty body",
  json: "JSON",
  foreign: "a body that is not JSON",
  cut: "a body that breaks off or is too long"
}
