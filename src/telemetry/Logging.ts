import { Cause, HashMap, Layer, Logger, LogLevel } from "effect"
import type { Redactor } from "./Redactor.ts"

/** How log lines look and which are written. */
export interface LoggingSettings {
  readonly level: "debug" | "info" | "warn" | "error" | "none"
  readonly format: "pretty" | "json"
}

const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} as const

/** Logs to stderr, and only there: stdout belongs to the protocol. Every line is redacted before it is formatted. */
export const layer = (settings: LoggingSettings, redactor: Redactor): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, redacted(format[settings.format], redactor)),
    Logger.minimumLogLevel(levels[settings.level])
  )

const format = {
  pretty: Logger.prettyLogger({ stderr: true, colors: "auto" }),
  json: Logger.withConsoleError(Logger.jsonLogger)
} as const

const redacted = (logger: Logger.Logger<unknown, unknown>, redactor: Redactor): Logger.Logger<unknown, void> =>
  Logger.make((entry) => {
    logger.log({
      ...entry,
      message: redactor.value(entry.message),
      cause: Cause.isEmpty(entry.cause) ? entry.cause : Cause.fail(redactor.text(Cause.pretty(entry.cause))),
      annotations: HashMap.map(entry.annotations, redactor.value)
    })
  })
