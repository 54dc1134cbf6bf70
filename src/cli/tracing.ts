import { Effect, Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { redactorOf } from "./redactor.ts"
import { version } from "./version.ts"

/** Traces and metrics as the settings want them: nothing is traced, and nothing of it loaded, where no collector is named. */
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
