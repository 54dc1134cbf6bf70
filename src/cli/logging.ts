import { Effect, Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import * as Logging from "../telemetry/Logging.ts"
import { remarks } from "./environment.ts"
import { redactorOf } from "./redactor.ts"

/** Logs as the settings want them; what is odd about the environment is their first lines. */
export const loggingLayer = (loaded: Loaded): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.forEach(loaded.warnings, (warning) => Effect.logWarning(warning))).pipe(
    Layer.provideMerge(
      Logging.layer(
        {
          level: loaded.settings.logLevel,
          format: loaded.settings.logFormat ?? (remarks.onTerminal ? "pretty" : "json"),
          coloured: remarks.coloured
        },
        redactorOf(loaded)
      )
    )
  )
