/** The boundary to MCP log notifications, which are promises. */

import type { LoggingLevel, LoggingMessageNotification } from "@modelcontextprotocol/sdk/types.js"
import { Effect, FiberRef, Logger, LogLevel } from "effect"
import { sanitizeMessage } from "../text/sanitizeMessage.ts"
import type { Redactor } from "../text/secrets.ts"
import { counted } from "../text/words.ts"

/** Sends log messages to the client at or above the level that it requests. Nothing is sent before that request. */
export interface ClientLogger {
  /** Sets the level from the parameters of `logging/setLevel`. Returns `false` if they have no valid level. */
  readonly setLevel: (params: unknown) => boolean
  readonly logger: Logger.Logger<unknown, void>
  /** Runs an effect with the client's log level if that is lower than the server's. */
  readonly withClientLogLevel: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Each level of the protocol with the minimum level of Effect that it includes. */
const minimumLevels: Readonly<Record<LoggingLevel, LogLevel.LogLevel>> = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  notice: LogLevel.Warning,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  critical: LogLevel.Fatal,
  alert: LogLevel.None,
  emergency: LogLevel.None
}

/** The names of the levels, for error messages. */
export const levelNames: ReadonlyArray<string> = Object.keys(minimumLevels)

/** The maximum number of unsent messages. Further messages are dropped and counted. */
const PENDING_MAX = 256

/**
 * Makes the logger of one client. Messages and annotations are redacted and sanitized;
 * causes stay in the server's log.
 */
export const make = (
  send: (params: LoggingMessageNotification["params"]) => Promise<void>,
  redactor: Redactor
): ClientLogger => {
  let minimum: LogLevel.LogLevel | undefined
  let pending = 0
  let dropped = 0
  const notify = (level: LoggingLevel, data: Readonly<Record<string, unknown>>) => {
    pending++
    const read = () => {
      pending--
    }
    // A failure to send is ignored: reporting it would be another message.
    send({ level, logger: "effect-discord-mcp", data }).then(read, read)
  }
  const sanitizeValue = (value: unknown): unknown => {
    const redacted = redactor.value(value)
    return typeof redacted === "number" || typeof redacted === "boolean"
      ? redacted
      : sanitizeMessage(typeof redacted === "string" ? redacted : String(JSON.stringify(redacted)))
  }

  return {
    setLevel: (params) => {
      const { level }: { readonly level?: unknown } = Object(params)
      const wanted =
        typeof level === "string" && Object.hasOwn(minimumLevels, level) ? (level as LoggingLevel) : undefined // one of its keys
      if (wanted !== undefined) minimum = minimumLevels[wanted]
      return wanted !== undefined
    },
    logger: Logger.make(({ annotations, logLevel, message }) => {
      if (minimum === undefined || LogLevel.lessThan(logLevel, minimum)) return
      if (pending >= PENDING_MAX) {
        dropped++
        return
      }
      if (dropped > 0) {
        notify("warning", {
          message: `${counted(dropped, "line")} ${dropped === 1 ? "was" : "were"} not sent, because the client did not read in time`
        })
        dropped = 0
      }
      notify(levelOf(logLevel), {
        ...Object.fromEntries([...annotations].map(([name, value]) => [name, sanitizeValue(value)])),
        message: [message].flat().map(sanitizeValue).join(" ")
      })
    }),
    withClientLogLevel: (effect) => {
      const wanted = minimum
      return wanted === undefined
        ? effect
        : Effect.flatMap(FiberRef.get(FiberRef.currentMinimumLogLevel), (current) =>
            LogLevel.lessThan(wanted, current) ? Logger.withMinimumLogLevel(effect, wanted) : effect
          )
    }
  }
}

const levelOf = ({ ordinal }: LogLevel.LogLevel): LoggingLevel => {
  if (ordinal >= LogLevel.Fatal.ordinal) return "critical"
  if (ordinal >= LogLevel.Error.ordinal) return "error"
  if (ordinal >= LogLevel.Warning.ordinal) return "warning"
  return ordinal >= LogLevel.Info.ordinal ? "info" : "debug"
}
