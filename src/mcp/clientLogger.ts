/** The boundary to a client that reads along: what it is sent is a promise. */
import type { LoggingLevel, LoggingMessageNotification } from "@modelcontextprotocol/sdk/types.js"
import { Effect, FiberRef, Logger, LogLevel } from "effect"
import { sanitizeMessage } from "../errors/sanitizeMessage.ts"
import type { Redactor } from "../telemetry/Redactor.ts"

/** The log as a client hears it: nothing before it has asked, then what is at or above the level it asked for. */
export interface ClientLogger {
  /** Takes the parameters of `logging/setLevel`; `false` when they name no level. */
  readonly setLevel: (params: unknown) => boolean
  readonly logger: Logger.Logger<unknown, void>
  /** Has an effect say what the client wants to hear, also where the operator's own log leaves it out. */
  readonly heard: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The syslog levels of the protocol, each with the least severe of our levels that it lets through. */
const leastOf: Readonly<Record<LoggingLevel, LogLevel.LogLevel>> = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  notice: LogLevel.Warning,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  critical: LogLevel.Fatal,
  alert: LogLevel.None,
  emergency: LogLevel.None
}

/** The names of the levels, for whoever named none of them. */
export const levelNames: ReadonlyArray<string> = Object.keys(leastOf)

/** So many lines may be on their way to a client; it loses what is said while it does not read them. */
const UNREAD_MAX = 256

/**
 * Makes the log of one client. A line is our own words and plain annotations,
 * redacted, without causes and places: these stay in the server's own log.
 */
export const make = (
  send: (params: LoggingMessageNotification["params"]) => Promise<void>,
  redactor: Redactor
): ClientLogger => {
  let least: LogLevel.LogLevel | undefined
  let unread = 0
  let missed = 0
  const tell = (level: LoggingLevel, data: Readonly<Record<string, unknown>>) => {
    unread++
    const read = () => {
      unread--
    }
    // A line that cannot be sent is lost: to say so would be the next one.
    send({ level, logger: "effect-discord-mcp", data }).then(read, read)
  }
  const plain = (value: unknown): unknown => {
    const shown = redactor.value(value)
    return typeof shown === "number" || typeof shown === "boolean"
      ? shown
      : sanitizeMessage(typeof shown === "string" ? shown : String(JSON.stringify(shown)))
  }

  return {
    setLevel: (params) => {
      const { level }: { readonly level?: unknown } = Object(params)
      const wanted = typeof level === "string" && Object.hasOwn(leastOf, level) ? (level as LoggingLevel) : undefined // one of its keys
      if (wanted !== undefined) least = leastOf[wanted]
      return wanted !== undefined
    },
    logger: Logger.make(({ annotations, logLevel, message }) => {
      if (least === undefined || LogLevel.lessThan(logLevel, least)) return
      if (unread >= UNREAD_MAX) {
        missed++
        return
      }
      if (missed > 0) {
        tell("warning", { message: `${missed} lines were not sent: they came faster than they were read` })
        missed = 0
      }
      tell(levelOf(logLevel), {
        ...Object.fromEntries([...annotations].map(([name, value]) => [name, plain(value)])),
        message: [message].flat().map(plain).join(" ")
      })
    }),
    heard: (effect) => {
      const wanted = least
      return wanted === undefined
        ? effect
        : Effect.flatMap(FiberRef.get(FiberRef.currentMinimumLogLevel), (said) =>
            LogLevel.lessThan(wanted, said) ? Logger.withMinimumLogLevel(effect, wanted) : effect
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
