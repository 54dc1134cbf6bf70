import { Effect, Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { secretsOf } from "../config/loadSettings.ts"
import * as Logging from "../telemetry/Logging.ts"
import { makeRedactor, type Redactor } from "../text/secrets.ts"
import { stderr, version } from "./process.ts"

/** Returns a redactor that knows every secret in the settings. All sinks use it. */
export const redactorOf = (loaded: Loaded): Redactor => makeRedactor(secretsOf(loaded))

/** Provides logs, traces and metrics. The tracing layer logs its own failures, so it needs the logging layer. */
export const observabilityLayer = (loaded: Loaded): Layer.Layer<never> =>
  Layer.provideMerge(tracingLayer(loaded), loggingLayer(loaded))

/** Provides logging as configured, and logs the warnings about the settings first. */
const loggingLayer = (loaded: Loaded): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.forEach(loaded.warnings, (warning) => Effect.logWarning(warning))).pipe(
    Layer.provideMerge(
      Logging.layer(
        {
          level: loaded.settings.logLevel,
          format: loaded.settings.logFormat ?? (stderr.onTerminal ? "pretty" : "json"),
          coloured: stderr.coloured
        },
        redactorOf(loaded)
      )
    )
  )

/** Provides traces and metrics. Without a collector, tracing is off and its modules are not loaded. */
export const tracingLayer = (loaded: Loaded): Layer.Layer<never> => {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, serviceName } = loaded.settings
  return endpoint === undefined
    ? Layer.setTracerEnabled(false)
    : Layer.unwrapEffect(
        Effect.map(
          Effect.promise(() => import("../telemetry/tracing.ts")),
          ({ layer }) => layer({ endpoint, headers, serviceName, version }, redactorOf(loaded))
        )
      )
}

/** Shows the metrics to Prometheus until the scope closes, if an address is set. Otherwise, its code is not loaded. */
export const metricsEndpoint = ({ settings: { metricsAddress } }: Loaded) =>
  metricsAddress === undefined
    ? Effect.void
    : Effect.flatMap(
        Effect.promise(() => import("../mcp/http/metricsEndpoint.ts")),
        ({ serveMetrics }) => serveMetrics(metricsAddress)
      )
