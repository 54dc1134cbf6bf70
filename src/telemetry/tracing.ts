/**
 * The boundary to an OpenTelemetry collector, and the only file of `telemetry` that uses
 * HTTP. Loaded only if a collector is configured.
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
import type { Redactor } from "../text/secrets.ts"
import { exportedMetrics, exportedTraces } from "./exportFilter.ts"
import { byMonotonicClock } from "./monotonic.ts"

/** The collector, and the service name and version. */
export interface TracingSettings {
  readonly endpoint: string
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>> | undefined
  readonly serviceName: string
  readonly version: string
}

/** The time limit of one export, and of the last exports at the end of the process. */
const RESPONSE_TIMEOUT = "5 seconds"
const FLUSH_TIMEOUT = "2 seconds"

/** The batch size of spans, and the export interval of spans and metrics. */
const BATCH_SPANS = 256
const EXPORT_INTERVAL = "5 seconds"

/** The maximum number of concurrent exports. If more are needed, the collector is too slow. */
const EXPORTS_MAX = 4

/** Exports redacted spans and metrics until the scope closes. Exports the remaining ones when it closes. */
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
        exportInterval: EXPORT_INTERVAL,
        shutdownTimeout: FLUSH_TIMEOUT
      } as const
      return Layer.merge(
        Layer.unwrapScoped(
          Effect.map(
            exporting(
              OtlpTracer.make({ ...options, url: `${settings.endpoint}/v1/traces`, maxBatchSize: BATCH_SPANS })
            ),
            Layer.setTracer
          )
        ),
        Layer.scopedDiscard(exporting(OtlpMetrics.make({ ...options, url: `${settings.endpoint}/v1/metrics` })))
      )
    })
  ).pipe(Layer.provide(serialization(redactor)), Layer.provide(client(new URL(settings.endpoint).origin)))

/** Identifies a process among the processes of one service, so that their counters are not merged. */
const instance = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 32), 4), (numbers) =>
  numbers.map((number) => number.toString(16).padStart(8, "0")).join("")
)

/** Makes an exporter. It reads no environment variables, and measures its pause after a failure by the monotonic clock. */
const exporting = <A, E, R>(exporter: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  byMonotonicClock(Effect.withConfigProvider(exporter, ConfigProvider.fromMap(new Map())))

const serialization = (redactor: Redactor) =>
  Layer.succeed(OtlpSerialization, {
    traces: (data) => HttpBody.unsafeJson(exportedTraces(data, redactor)),
    metrics: (data) => HttpBody.unsafeJson(exportedMetrics(data, redactor)),
    logs: HttpBody.unsafeJson
  })

/**
 * An HTTP client that bounds concurrent exports. It logs a warning when exports start
 * to fail, and a notice when they succeed again.
 */
const client = (origin: string) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const fetchClient = yield* HttpClient.HttpClient
      const exports = yield* Effect.makeSemaphore(EXPORTS_MAX)
      let arrives = true
      const report = (problem: string | undefined) =>
        Effect.suspend(() => {
          if (arrives === (problem === undefined)) return Effect.void
          arrives = !arrives
          return problem === undefined
            ? Effect.logInfo(`the collector at ${origin} accepts traces and metrics again`)
            : Effect.logWarning(
                `the collector at ${origin} does not accept traces and metrics: ${problem}. Calls continue; these exports are lost`
              )
        })
      return HttpClient.transform(fetchClient, (sending, request) =>
        sending.pipe(
          // An unread response would hold its socket until garbage collection.
          Effect.tap(({ stream }) => Effect.ignore(Stream.runDrain(stream))),
          Effect.timeoutFail({
            duration: RESPONSE_TIMEOUT,
            onTimeout: () => new RequestError({ request, reason: "Transport", description: "no response in time" })
          }),
          Effect.onExit((exit) => (Exit.isInterrupted(exit) ? Effect.void : report(problemOf(exit)))),
          exports.withPermitsIfAvailable(1),
          // Dies, because the exporter retries failures and keeps their spans in memory.
          Effect.flatMap(
            Option.match({
              onNone: () => Effect.dieMessage("too many concurrent exports: this one is dropped"),
              onSome: Effect.succeed
            })
          )
        )
      )
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))

const problemOf = (exit: Exit.Exit<HttpClientResponse, HttpClientError>): string | undefined =>
  Exit.match(exit, {
    onSuccess: ({ status }) => (status < 300 ? undefined : `it responds with status ${status}`),
    onFailure: (cause) => Option.match(Cause.failureOption(cause), { onNone: () => "a bug", onSome: networkOf })
  })

/** Returns the network error that `fetch` nests two causes deep: its code if it has one. */
const networkOf = (error: HttpClientError): string => {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(Object(error.cause).cause)
  return String(code ?? message ?? error.description ?? error.reason)
}
