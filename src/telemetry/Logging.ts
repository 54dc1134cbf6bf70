import { Cause, Context, FiberRef, FiberRefs, HashMap, Layer, Logger, LogLevel, Option, Tracer } from "effect"
import type { Redactor } from "../text/secrets.ts"

/** The format and minimum level of the log. */
export interface LoggingSettings {
  readonly level: "debug" | "info" | "warn" | "error" | "none"
  readonly format: "pretty" | "json"
  /** Whether pretty lines have colours. Default: false. */
  readonly coloured?: boolean
}

const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} as const

/** Logs to stderr only, because stdout belongs to the protocol. Secrets are redacted from every line before it is formatted. */
export const layer = (settings: LoggingSettings, redactor: Redactor): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, redactEntries(formatOf(settings), levels[settings.level], redactor)),
    Logger.minimumLogLevel(levels[settings.level])
  )

const formatOf = ({ coloured = false, format }: LoggingSettings): Logger.Logger<unknown, void> =>
  format === "pretty"
    ? Logger.prettyLogger({ stderr: true, colors: coloured })
    : Logger.withConsoleError(Logger.jsonLogger)

const redactEntries = (
  logger: Logger.Logger<unknown, unknown>,
  least: LogLevel.LogLevel,
  redactor: Redactor
): Logger.Logger<unknown, void> =>
  Logger.make((entry) => {
    // A client may lower the minimum level for itself, but not for stderr.
    if (LogLevel.lessThan(entry.logLevel, least)) return
    logger.log({
      ...entry,
      message: redactor.value(entry.message),
      cause: Cause.isEmpty(entry.cause) ? entry.cause : Cause.fail(redactor.text(Cause.pretty(entry.cause))),
      annotations: HashMap.union(
        HashMap.map(entry.annotations, (value) => redactor.value(value)),
        traceOf(entry.context)
      )
    })
  })

/** Returns the ids of the exported trace and span of a line, if there are any. */
const traceOf = (refs: FiberRefs.FiberRefs): HashMap.HashMap<string, unknown> =>
  Option.match(Context.getOption(FiberRefs.getOrDefault(refs, FiberRef.currentContext), Tracer.ParentSpan), {
    onNone: HashMap.empty,
    onSome: ({ traceId }) => (TRACE_ID.test(traceId) ? HashMap.make(["trace_id", traceId]) : HashMap.empty())
  })

/** The format of ids of exported spans. Other spans have shorter ids. */
const TRACE_ID = /^[\da-f]{32}$/
