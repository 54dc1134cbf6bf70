import { Effect, Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import * as Logging from "../telemetry/Logging.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import { onTerminal } from "./environment.ts"

/** Logs as the settings want them; what is odd about the environment is their first lines. */
export const loggingLayer = ({ settings, token, warnings }: Loaded): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.forEach(warnings, (warning) => Effect.logWarning(warning))).pipe(
    Layer.provideMerge(
      Logging.layer(
        { level: settings.logLevel, format: settings.logFormat ?? (onTerminal() ? "pretty" : "json") },
        Redactor.make([token])
      )
    )
  )
