import type { FileSystem, Path } from "@effect/platform"
import { Context, DateTime, Effect, Layer, Option, type Scope } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"
import type { Risk } from "../../safety/Permit.ts"
import { Caller } from "../Caller.ts"
import type { Redactor } from "../Redactor.ts"
import { span } from "../span.ts"
import type { AuditFileOptions } from "./AuditFile.ts"
import type { AuditSink, AuditUnavailable, Place } from "./AuditSink.ts"
import { groupCommit, type Keep } from "./groupCommit.ts"
import { redactArguments, truncateArgument } from "./redactArguments.ts"

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
  readonly place: Place
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
  }
>() {}

/** The settings that decide whether, where and how strictly records are kept. */
export interface AuditSettings extends AuditFileOptions {
  readonly audit: "file" | "stderr" | "off"
  readonly auditRequired: boolean
}

/** Provides the audit log of the settings. No module is loaded and no file is opened before the first record. */
export const layer = (
  settings: AuditSettings,
  redactor: Redactor
): Layer.Layer<AuditLog, never, FileSystem.FileSystem | Path.Path> =>
  Layer.scoped(
    AuditLog,
    settings.audit === "off"
      ? Effect.succeed(off)
      : Effect.map(keeping(settings), (keep) => over(keep, settings, redactor))
  )

const off: AuditLog["Type"] = { intend: () => Effect.succeedNone, end: () => Effect.void }

const keeping = Effect.fnUntraced(function* (settings: AuditSettings) {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path | Scope.Scope>()
  const sink = yield* Effect.cached(
    Effect.provide(settings.audit === "stderr" ? stderrSink : fileSink(settings), context)
  )
  let opened: AuditSink | undefined
  const append: AuditSink["append"] = (entries) =>
    opened?.append(entries) ??
    Effect.flatMap(sink, (made) => {
      opened = made
      return made.append(entries)
    })
  return yield* groupCommit(
    { append },
    settings.auditRequired
      ? "Calls that change Discord are rejected until it can be."
      : "Calls continue without a record."
  )
})

const fileSink = (options: AuditFileOptions) =>
  Effect.flatMap(
    Effect.promise(() => import("./AuditFile.ts")),
    ({ make }) => make(options)
  )

const stderrSink: Effect.Effect<AuditSink> = Effect.map(
  Effect.promise(() => import("./stderrSink.ts")),
  ({ make }) => make()
)

const over = (keep: Keep, { auditRequired }: AuditSettings, redactor: Redactor): AuditLog["Type"] => {
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
    const place = yield* keep({
      kind: "intended",
      time: DateTime.formatIso(at),
      ...call,
      ids,
      arguments: redactArguments(given, redactor)
    })
    return Option.some({ place, startMs, call })
  }, span("AuditLog.intend"))

  const end = Effect.fnUntraced(function* (ticket: OpenTicket, ending: Ending) {
    const now = yield* DateTime.now
    yield* keep({
      kind: "ended",
      time: DateTime.formatIso(now),
      of: ticket.place.seq,
      ...(ticket.place.log !== undefined && { log: ticket.place.log }),
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
      })
  })
}
