import type { FileSystem, Path } from "@effect/platform"
import { Context, DateTime, Effect, Layer, Option, type Scope } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"
import type { Risk } from "../../safety/Permit.ts"
import { truncateWithLength } from "../../text/words.ts"
import { Caller } from "../Caller.ts"
import type { LogOutput } from "../LogOutput.ts"
import { isPlain, type Redactor } from "../Redactor.ts"
import { span } from "../span.ts"
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
export class AuditLog extends Context.Tag("effect-discord-mcp/telemetry/AuditLog")<
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
      : Effect.map(batchingOf(settings), (batching) => over(batching, settings, redactor))
  )

/** Returns an audit log that records nothing. */
export const off: AuditLog["Type"] = {
  intend: () => Effect.succeedNone,
  end: () => Effect.void,
  refusesCalls: Effect.succeed(false)
}

const batchingOf = (settings: AuditSettings) =>
  Effect.flatMap(
    settings.audit === "stderr" ? Effect.succeed(stderrSink(settings.output)) : fileSink(settings),
    (sink) =>
      groupCommit(
        sink,
        settings.auditRequired
          ? "Calls that change Discord are rejected until it can be."
          : "Calls continue without a record."
      )
  )

/** Returns the sink of files, whose module is loaded for the first record. */
const fileSink = Effect.fnUntraced(function* (options: AuditFileOptions) {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path | Scope.Scope>()
  const load = yield* Effect.promise(() => import("./AuditFile.ts")).pipe(
    Effect.flatMap(({ make }) => make(options)),
    Effect.provide(context),
    Effect.cached
  )
  let opened: AuditSink | undefined
  const sink: AuditSink = {
    append: (entries) =>
      opened?.append(entries) ??
      Effect.flatMap(load, (made) => {
        opened = made
        return made.append(entries)
      }),
    isWritable: () => true
  }
  return sink
})

const over = (batching: Batching, { auditRequired }: AuditSettings, redactor: Redactor): AuditLog["Type"] => {
  /** Redacts and truncates text from the client. */
  const clean = (text: string) => truncateArgument(redactor.text(text))

  const intend = Effect.fnUntraced(function* ({ arguments: given, ids, ...what }: Intent) {
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
      arguments: redactArguments(given, redactor)
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

/** The maximum length of one text in characters. The audit log shows each action. It is not a copy. */
const TEXT_MAX = 200

/** The maximum size of all arguments in characters of JSON. */
const TOTAL_MAX = 16_000

/** Prepares the arguments of a call for its record: redacts secrets, replaces files, truncates texts, and bounds the total. */
export const redactArguments = (
  given: Readonly<Record<string, unknown>>,
  redactor: Redactor
): Readonly<Record<string, unknown>> => {
  // Files are replaced first, because they are large. Secrets are redacted before truncation, because truncation
  // could hide them.
  const safe = redactor.value(mapTexts(given, withoutFile))
  return boundTotal(Object(mapTexts(safe, (text) => truncateArgument(text))))
}

/** Truncates a text and adds its full length. */
export const truncateArgument = (text: string): string => truncateWithLength(text, TEXT_MAX)

const withoutFile = (text: string, name: string): string =>
  name === "base64" || DATA_ADDRESS.test(text) ? `[${text.length} characters of base64]` : text

const DATA_ADDRESS = /^data:[^,]*;base64,/i

/** Maps every text of a value. Values without a JSON form become text. */
const mapTexts = (value: unknown, change: (text: string, name: string) => string, name = ""): unknown => {
  if (typeof value === "string") return change(value, name)
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name))
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, key)]))
    : value
}

/** Replaces the largest arguments with their size until the rest fits. */
const boundTotal = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const kept = new Map(Object.entries(given))
  const largestFirst = [...kept]
    .map(([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const)
    .sort(([, a], [, b]) => b - a)
  let total = largestFirst.reduce((sum, [name, size]) => sum + name.length + size, 0)
  for (const [name, size] of largestFirst) {
    if (total <= TOTAL_MAX) break
    kept.set(name, `[${size} characters of JSON]`)
    total -= size
  }
  return Object.fromEntries(kept)
}
