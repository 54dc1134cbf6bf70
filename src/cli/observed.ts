import { Layer } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { loggingLayer } from "./logging.ts"
import { tracingLayer } from "./tracing.ts"

/** Logs, traces and metrics, for all that runs within. What traces says in the log that it cannot. */
export const observedLayer = (loaded: Loaded): Layer.Layer<never> =>
  Layer.provideMerge(tracingLayer(loaded), loggingLayer(loaded))
