import type { FileSystem, Path } from "@effect/platform"
import { Cause, Context, DateTime, Effect, Exit, Layer, Option, type Scope } from "effect"
import type { Risk } from "../discord/Permit.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { ScopeRejectedError } from "../errors/DiscordMcpError.ts"
import { codeOf } from "../errors/ErrorCode.ts"
import { AUDIT_RECORD } from "../errors/fields.ts"
import { Caller } from "../telemetry/Caller.ts"
import type { LogOutput } from "../telemetry/LogOutput.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { span } from "../telemetry/span.ts"
import type { Redactor } from "../text/secrets.ts"
import { counted, truncateWithLength } from "../text/words.ts"
import type { AuditFileOptions } from "./AuditFile.ts"
import {
  type AuditSink,
  type AuditUnavailable,
  type Batching,
  groupCommit,
  type RecordPosition,
  stderrSink
} from "./AuditSink.ts"

/** The record of a call before it is made. */
export interface Intent {
  readonly tool: string
  readonly risk: Risk
  readonly guild?: string
  readonly ids: ReadonlyArray<{ readonly kind: string; readonly id: string }>
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The record of a call's end: `OK`, or the code of its error. */
export interface Ending {
  readonly outcome: string
  /** The gate's risk, which can be higher than the arguments alone suggest. */
  readonly risk: Risk
  readonly outcome_unknown?: boolean
  readonly attempts?: number
  /** The question to people in Discord that the call needed, and the id of the person who answered it. */
  readonly ask_id?: string
  readonly approved_by?: string
  readonly declined_by?: string
  /** The message of the question, if the server wrote it. */
  readonly message_id?: string
}

/** A call whose intent is recorded. None if the audit log is off. */
export type Ticket = Option.Option<OpenTicket>

interface OpenTicket {
  readonly position: RecordPosition
  /** The start of the call in monotonic milliseconds. */
  readonly startMs: number
  readonly call: Omit<Intent, "ids" | "arguments"> & { readonly request_id?: string; readonly client?: string }
}

/** Keeps two records of every call that may change Discord: its intent and its outcome. */
export class AuditLog extends Context.Tag("effect-discord-mcp/audit/AuditLog")<
  AuditLog,
  {
    /** Records the intent. Completes when the record is written. Fails only with MCP_AUDIT_REQUIRED. */
    readonly intend: (intent: Intent) => Effect.Effect<Ticket, AuditUnavailable>
    /** Records the outcome. Never fails, because the call has already happened. */
    readonly end: (ticket: Ticket, ending: Ending) => Effect.Effect<void>
    /** Returns whether calls are refused now because their records cannot be written. */
    readonly refusesCalls: Effect.Effect<boolean>
  }
>() {}

/** The settings that decide whether, where and how strictly records are kept. */
export interface AuditSettings extends AuditFileOptions {
  readonly audit: "file" | "stderr" | "off"
  readonly auditRequired: boolean
  /** The output of `stderr`. */
  readonly output: LogOutput
}

/** Provides the audit log of the settings. No file is opened, and its module is not loaded, before the first record. */
export const layer = (
  settings: AuditSettings,
  redactor: Redactor
): Layer.Layer<AuditLog, never, FileSystem.FileSystem | Path.Path> =>
  Layer.scoped(
    AuditLog,
    settings.audit === "off"
      ? Effect.succeed(off)
      : Effect.gen(function* () {
          const sink = settings.audit === "stderr" ? stderrSink(settings.output) : yield* fileSink(settings)
          const consequence = settings.auditRequired
            ? "Calls that change Discord are rejected until it can be."
            : "Calls continue without a record."
          return over(yield* groupCommit(sink, consequence), settings, redactor)
        })
  )

/** Returns an audit log that records nothing. */
export const off: AuditLog["Type"] = {
  intend: () => Effect.succeedNone,
  end: () => Effect.void,
  refusesCalls: Effect.succeed(false)
}

/** Returns the sink of files, whose module is loaded for the first record. */
const fileSink = Effect.fnUntraced(function* (options: AuditFileOptions) {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path | Scope.Scope>()
  const load = yield* Effect.promise(() => import("./AuditFile.ts")).pipe(
    Effect.flatMap(({ make }) => make(options)),
    Effect.provide(context),
    Effect.cached
  )
  return {
    append: (entries) => Effect.flatMap(load, (sink) => sink.append(entries)),
    isWritable: () => true
  } satisfies AuditSink as AuditSink
})

const over = (batching: Batching, { auditRequired }: AuditSettings, redactor: Redactor): AuditLog["Type"] => {
  /** Redacts and truncates text from the client. */
  const clean = (text: string) => truncateArgument(redactor.text(text))

  const intend = Effect.fnUntraced(function* ({ arguments: input, ids, ...what }: Intent) {
    const at = yield* DateTime.now
    const startMs = yield* monotonicMs
    const { client, requestId } = yield* Caller
    const call = {
      ...(requestId !== undefined && { request_id: clean(requestId) }),
      ...(client !== undefined && { client: clean(client) }),
      ...what
    }
    const position = yield* batching.append({
      kind: "intended",
      time: DateTime.formatIso(at),
      ...call,
      ids,
      arguments: redactArguments(input, redactor)
    })
    return Option.some({ position, startMs, call })
  }, span("AuditLog.intend"))

  const end = Effect.fnUntraced(function* (ticket: OpenTicket, ending: Ending) {
    const now = yield* DateTime.now
    yield* batching.append({
      kind: "ended",
      time: DateTime.formatIso(now),
      of: ticket.position.seq,
      ...(ticket.position.log !== undefined && { log: ticket.position.log }),
      ...ticket.call,
      ...ending,
      duration_ms: Math.round((yield* monotonicMs) - ticket.startMs)
    })
  }, span("AuditLog.end"))

  return AuditLog.of({
    intend: (intent) =>
      auditRequired ? intend(intent) : Effect.catchTag(intend(intent), "AuditUnavailable", () => Effect.succeedNone),
    end: (ticket, ending) =>
      Option.match(ticket, {
        onNone: () => Effect.void,
        // The write failure is logged, and the next record mentions it.
        onSome: (open) => Effect.ignore(end(open, ending))
      }),
    refusesCalls: auditRequired ? Effect.map(batching.isWritable, (isWritable) => !isWritable) : Effect.succeed(false)
  })
}

/**
 * Runs what may change Discord between its two records. Fails without running it if it must be recorded and cannot be.
 * `factsOf` returns what the outcome has beside the exit.
 */
export const recorded = <A extends { readonly attempts?: number }, E extends DiscordMcpError, R>(
  audit: AuditLog["Type"],
  intent: Intent,
  run: Effect.Effect<A, E, R>,
  factsOf: (exit: Exit.Exit<A, E>) => Partial<Ending>
): Effect.Effect<A, E | ScopeRejectedError, R> =>
  Effect.acquireUseRelease(
    Effect.mapError(audit.intend(intent), () => unrecordable(intent.tool)),
    () => run,
    (ticket, exit) => audit.end(ticket, { risk: intent.risk, ...endingOf(exit), ...factsOf(exit) })
  )

const unrecordable = (tool: string) =>
  new ScopeRejectedError({ tool, required: AUDIT_RECORD, granted: "none: the audit log cannot be written" })

const endingOf = (exit: Exit.Exit<{ readonly attempts?: number }, DiscordMcpError>): Omit<Ending, "risk"> => {
  if (Exit.isSuccess(exit)) return { outcome: "OK", ...attemptsOf(exit.value) }
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (error === undefined) return { outcome: Cause.isInterruptedOnly(exit.cause) ? "CANCELLED" : "INTERNAL_ERROR" }
  return {
    outcome: codeOf(error),
    ...("outcome_unknown" in error && error.outcome_unknown && { outcome_unknown: true }),
    ...("attempts" in error ? attemptsOf(error) : {}),
    ...("ask_id" in error && { ask_id: error.ask_id }),
    ...("declined_by" in error && error.declined_by !== undefined && { declined_by: error.declined_by })
  }
}

const attemptsOf = ({ attempts }: { readonly attempts?: number }): Pick<Ending, "attempts"> =>
  attempts === undefined ? {} : { attempts }

/** The maximum length of one text in characters. The audit log shows each action. It is not a copy. */
const TEXT_MAX = 200

/** The maximum size of all arguments in characters of JSON. */
const TOTAL_MAX = 16_000

/** Prepares the arguments of a call for its record: redacts secrets, replaces files, truncates texts, and bounds the total. */
export const redactArguments = (
  input: Readonly<Record<string, unknown>>,
  redactor: Redactor
): Readonly<Record<string, unknown>> => {
  // Secrets are redacted before truncation, because truncation could hide them.
  const safe = redactor.value(input, (text, name, redact) =>
    name === "base64" || DATA_ADDRESS.test(text)
      ? `[${counted(text.length, "character")} of base64]`
      : truncateArgument(redact(text))
  )
  return boundTotal(Object(safe))
}

const DATA_ADDRESS = /^data:[^,]*;base64,/i

/** Truncates a text and adds its full length. */
export const truncateArgument = (text: string): string => truncateWithLength(text, TEXT_MAX)

/** Replaces the largest arguments with their size until the rest fits. */
const boundTotal = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (JSON.stringify(input).length <= TOTAL_MAX) return input
  const kept = new Map(Object.entries(input))
  const largestFirst = [...kept]
    .map(([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const)
    .sort(([, a], [, b]) => b - a)
  let total = largestFirst.reduce((sum, [name, size]) => sum + name.length + size, 0)
  for (const [name, size] of largestFirst) {
    if (total <= TOTAL_MAX) break
    kept.set(name, `[${counted(size, "character")} of JSON]`)
    total -= size
  }
  return Object.fromEntries(kept)
}
