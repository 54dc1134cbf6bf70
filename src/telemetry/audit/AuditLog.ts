import type { FileSystem, Path } from "@effect/platform"
import { Context, DateTime, Effect, Layer, Option, type Scope } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import { Caller } from "../Caller.ts"
import type { Redactor } from "../Redactor.ts"
import type { AuditFileOptions } from "./AuditFile.ts"
import type { AuditSink, AuditUnavailable, Place } from "./AuditSink.ts"
import { groupCommit, type Keep } from "./groupCommit.ts"
import { redactArguments, shortened } from "./redactArguments.ts"

/** What is recorded of a call before it is made. */
export interface Intent {
  readonly tool: string
  readonly risk: Risk
  readonly guild?: string
  readonly ids: ReadonlyArray<{ readonly kind: string; readonly id: string }>
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What is recorded of how it ended: `OK`, or the code of its error. */
export interface Ending {
  readonly outcome: string
  /** The gate may have found it higher than the arguments alone had it. */
  readonly risk: Risk
  readonly outcome_unknown?: boolean
  readonly attempts?: number
}

/** A call whose intent is on record; none where no record is kept. */
export type Ticket = Option.Option<Begun>

interface Begun {
  readonly place: Place
  readonly at: DateTime.Utc
  readonly call: Omit<Intent, "ids" | "arguments"> & { readonly request_id?: string; readonly client?: string }
}

/** Two records for every call that may change Discord: what it is about to do, and how it ended. */
export class AuditLog extends Context.Tag("effect-discord-mcp/telemetry/AuditLog")<
  AuditLog,
  {
    /** Records that a call is about to be made; done once the record is in the file. Fails only where records are required. */
    readonly intend: (intent: Intent) => Effect.Effect<Ticket, AuditUnavailable>
    /** Records how it ended. The call has happened, so this cannot fail any more. */
    readonly end: (ticket: Ticket, ending: Ending) => Effect.Effect<void>
  }
>() {}

/** Whether, where and how strictly records are kept. */
export interface AuditSettings extends AuditFileOptions {
  readonly audit: "file" | "stderr" | "off"
  readonly auditRequired: boolean
}

/** The audit log as the operator wants it. Nothing is loaded or opened before the first record. */
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
  return yield* groupCommit(
    { append: (entries) => Effect.flatMap(sink, ({ append }) => append(entries)) },
    settings.auditRequired ? "Calls that change Discord are refused until it can." : "Calls go on without a record."
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
  /** A client says of itself what it likes. */
  const told = (text: string) => shortened(redactor.text(text))

  const intend = Effect.fn("AuditLog.intend")(function* ({ arguments: given, ids, ...what }: Intent) {
    const at = yield* DateTime.now
    const { client, requestId } = yield* Caller
    const call = {
      ...(requestId !== undefined && { request_id: told(requestId) }),
      ...(client !== undefined && { client: told(client) }),
      ...what
    }
    const place = yield* keep({
      kind: "intended",
      time: DateTime.formatIso(at),
      ...call,
      ids,
      arguments: redactArguments(given, redactor)
    })
    return Option.some({ place, at, call })
  })

  const end = Effect.fn("AuditLog.end")(function* (ticket: Begun, ending: Ending) {
    const now = yield* DateTime.now
    yield* keep({
      kind: "ended",
      time: DateTime.formatIso(now),
      of: ticket.place.seq,
      ...(ticket.place.log !== undefined && { log: ticket.place.log }),
      ...ticket.call,
      ...ending,
      duration_ms: Math.max(0, DateTime.distance(ticket.at, now))
    })
  })

  return AuditLog.of({
    intend: (intent) =>
      auditRequired ? intend(intent) : Effect.catchTag(intend(intent), "AuditUnavailable", () => Effect.succeedNone),
    end: (ticket, ending) =>
      Option.match(ticket, {
        onNone: () => Effect.void,
        // That it could not be written is in the log, and will be in the next record.
        onSome: (begun) => Effect.ignore(end(begun, ending))
      })
  })
}
