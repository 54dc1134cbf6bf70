/**
 * The boundary to a collector of OpenTelemetry, and the only file of this room
 * that knows HTTP. It is loaded where an address of one is set, and nowhere else.
 */
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import { OtlpSerialization } from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpClient from "@effect/platform/HttpClient"
import { type HttpClientError, RequestError } from "@effect/platform/HttpClientError"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Cause, ConfigProvider, Effect, Exit, Layer, Option, Random, Redacted, Stream } from "effect"
import { exportedMetrics, exportedTraces } from "./exportFilter.ts"
import type { Redactor } from "./Redactor.ts"

/** Where traces and metrics go, and whose they are. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>> | undefined
  readonly serviceName: string
  readonly version: string
}

/** How long a collector may take to answer, and at the end of the process for all that is left. */
const ANSWER_WITHIN = "5 seconds"
const FLUSH_WITHIN = "2 seconds"

/** So many spans go at once, or all there are after so long; metrics go as often. */
const BATCH_SPANS = 256
const EVERY = "5 seconds"

/** More exports than these, under way together, means that the collector does not keep up. */
const EXPORTS_AT_ONCE = 4

/** Sends spans and metrics, each redacted, as long as the scope lives; at its end, what is left of them. */
export const layer = (settings: TracingSettings, redactor: Redactor): Layer.Layer<never> =>
  Layer.unwrapEffect(
    Effect.map(instance, (id) => {
      const options = {
        resource: {
          serviceName: settings.serviceName,
          serviceVersion: settings.version,
          attributes: { "service.instance.id": id }
        },
        headers: settings.headers === undefined ? undefined : Redacted.value(settings.headers),
        exportInterval: EVERY,
        shutdownTimeout: FLUSH_WITHIN
      } as const
      return Layer.merge(
        Layer.unwrapScoped(
          Effect.map(
            settled(OtlpTracer.make({ ...options, url: `${settings.endpoint}/v1/traces`, maxBatchSize: BATCH_SPANS })),
            Layer.setTracer
          )
        ),
        Layer.scopedDiscard(settled(OtlpMetrics.make({ ...options, url: `${settings.endpoint}/v1/metrics` })))
      )
    })
  ).pipe(Layer.provide(serialization(redactor)), Layer.provide(client(new URL(settings.endpoint).origin)))

/** Tells the processes of one service from each other: their counts add up, and must not be taken for one another's. */
const instance = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 32), 4), (numbers) =>
  numbers.map((number) => number.toString(16).padStart(8, "0")).join("")
)

/** What the exporter would read of the environment by itself: settings are read in one place. */
const settled = Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))

const serialization = (redactor: Redactor) =>
  Layer.succeed(OtlpSerialization, {
    traces: (data) => HttpBody.unsafeJson(exportedTraces(data, redactor)),
    metrics: (data) => HttpBody.unsafeJson(exportedMetrics(data, redactor)),
    logs: HttpBody.unsafeJson
  })

/**
 * A client that bounds what a slow collector can hold up, and tells the log, once
 * each time, that nothing arrives any more and that it does again.
 */
const client = (origin: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const fetching = yield* HttpClient.HttpClient
      const exports = yield* Effect.makeSemaphore(EXPORTS_AT_ONCE)
      let arrives = true
      const told = (problem: string | undefined) =>
        Effect.suspend(() => {
          if (arrives === (problem === undefined)) return Effect.void
          arrives = !arrives
          return problem === undefined
            ? Effect.logInfo(`the collector at ${origin} takes traces and metrics again`)
            : Effect.logWarning(
                `the collector at ${origin} does not take traces and metrics: ${problem}. Calls go on; what it misses is lost`
              )
        })
      return HttpClient.transform(fetching, (sending, request) =>
        sending.pipe(
          // Unread, its socket would be held until it is collected as garbage.
          Effect.tap(({ stream }) => Effect.ignore(Stream.runDrain(stream))),
          Effect.timeoutFail({
            duration: ANSWER_WITHIN,
            onTimeout: () => new RequestError({ request, reason: "Transport", description: "no answer in time" })
          }),
          Effect.onExit((exit) => (Exit.isInterrupted(exit) ? Effect.void : told(problemOf(exit)))),
          exports.withPermitsIfAvailable(1),
          // A defect, for a failure would be tried again, and wait with all its spans in hand.
          Effect.flatMap(
            Option.match({
              onNone: () => Effect.dieMessage("too many exports are under way: this one is dropped"),
              onSome: Effect.succeed
            })
          )
        )
      )
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))

const problemOf = (exit: Exit.Exit<HttpClientResponse, HttpClientError>): string | undefined =>
  Exit.match(exit, {
    onSuccess: ({ status }) => (status < 300 ? undefined : `it answers ${status}`),
    onFailure: (cause) => Option.match(Cause.failureOption(cause), { onNone: () => "a bug", onSome: networkOf })
  })

/** What `fetch` hides two causes deep: the network's own error, by its code if it has one. */
const networkOf = (error: HttpClientError): string => {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(Object(error.cause).cause)
  return String(code ?? message ?? error.description ?? error.reason)
}
