import { Cause, Context, FiberRef, FiberRefs, HashMap, Layer, Logger, LogLevel, Option, Tracer } from "effect"
import type { Redactor } from "./Redactor.ts"

/** How log lines look and which are written. */
export interface LoggingSettings {
  readonly level: "debug" | "info" | "warn" | "error" | "none"
  readonly format: "pretty" | "json"
  /** Whether pretty lines are in colours; by default they are not. */
  readonly coloured?: boolean
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
    Logger.replace(Logger.defaultLogger, redacted(formatOf(settings), levels[settings.level], redactor)),
    Logger.minimumLogLevel(levels[settings.level])
  )

const formatOf = ({ coloured = false, format }: LoggingSettings): Logger.Logger<unknown, void> =>
  format === "pretty"
    ? Logger.prettyLogger({ stderr: true, colors: coloured })
    : Logger.withConsoleError(Logger.jsonLogger)

const redacted = (
  logger: Logger.Logger<unknown, unknown>,
  least: LogLevel.LogLevel,
  redactor: Redactor
): Logger.Logger<unknown, void> =>
  Logger.make((entry) => {
    // A client that asks for more lowers what is said at all, but not what is written here.
    if (LogLevel.lessThan(entry.logLevel, least)) return
    logger.log({
      ...entry,
      message: redactor.value(entry.message),
      cause: Cause.isEmpty(entry.cause) ? entry.cause : Cause.fail(redactor.text(Cause.pretty(entry.cause))),
      annotations: HashMap.union(HashMap.map(entry.annotations, redactor.value), traceOf(entry.context))
    })
  })

/** What finds the trace of a line, and the other way round; nothing where there is none. */
const traceOf = (refs: FiberRefs.FiberRefs): HashMap.HashMap<string, unknown> =>
  Option.match(Context.getOption(FiberRefs.getOrDefault(refs, FiberRef.currentContext), Tracer.ParentSpan), {
    onNone: HashMap.empty,
    onSome: ({ traceId }) => (TRACE_ID.test(traceId) ? HashMap.make(["trace_id", traceId]) : HashMap.empty())
  })

/** A span that nobody exports has an id of another shape, which would find nothing. */
const TRACE_ID = /^[\da-f]{32}$/
