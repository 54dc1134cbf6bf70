import { Clock, Duration, Effect, Layer } from "effect"
import { Transport } from "../../discord/Transport.ts"
import type { HttpResponse, ResponseBody } from "../../errors/classifyResponse.ts"

/** A recorded response: its duration, arrival time, `Date` header and summary. */
export interface RecordedResponse {
  readonly tookMs: number
  readonly atMs: number
  readonly date: string | undefined
  /** A summary of the response: `HTTP 404 and a web page`. */
  readonly summary: string
}

/** Wraps a transport and records the last response to each path. */
export interface ResponseRecorder {
  readonly record: (transport: Layer.Layer<Transport>) => Layer.Layer<Transport>
  readonly last: (path: string) => Effect.Effect<RecordedResponse | undefined>
}

/** Makes an empty recorder. */
export const make = (): ResponseRecorder => {
  // The keys are paths. The doctor requests only a few paths.
  const responses = new Map<string, RecordedResponse>()
  const recording = ({ send }: Transport["Type"]): Transport["Type"] => ({
    send: (request, onPhase) =>
      Effect.flatMap(Effect.timed(send(request, onPhase)), ([took, response]) =>
        Effect.map(Clock.currentTimeMillis, (atMs) => {
          responses.set(request.path, {
            tookMs: Math.round(Duration.toMillis(took)),
            atMs,
            date: response.header("date"),
            summary: summaryOf(response)
          })
          return response
        })
      )
  })
  return {
    record: (transport) => Layer.provide(Layer.effect(Transport, Effect.map(Transport, recording)), transport),
    last: (path) => Effect.sync(() => responses.get(path))
  }
}

const summaryOf = ({ body, header, status }: HttpResponse): string => {
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
  cut: "a body that is incomplete or too long"
}
