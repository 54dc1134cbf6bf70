/** The records of an audit log, and their strict decoding. Only the check of logs loads it. */
import { Option, Schema } from "effect"
import type { Risk } from "../discord/Permit.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A SHA-256 hash in lower-case hexadecimal digits. */
const Hash = Schema.String.pipe(Schema.pattern(/^[\da-f]{64}$/))

const Count = Schema.NonNegativeInt

/** The position of a record: its number, its time, and the hash of the previous line. */
const position = { seq: Schema.Positive.pipe(Schema.int()), time: Schema.String, prev: Hash }

/** The caller, the tool and its arguments. */
const call = {
  request_id: optional(Schema.String),
  client: optional(Schema.String),
  tool: Schema.String,
  risk: Schema.Literal("read", "write", "destructive") satisfies Schema.Schema<Risk>,
  guild: optional(Schema.String)
}

/** A call that is about to be made. Written before any request is sent. */
const Intended = Schema.Struct({
  kind: Schema.Literal("intended"),
  ...position,
  ...call,
  ids: Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.String })),
  arguments: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})

/** The end of the call with the number `of`: `OK`, or the code of its error. */
const Ended = Schema.Struct({
  kind: Schema.Literal("ended"),
  ...position,
  of: Count,
  /** The log of the intent, if the intent is in another log of the same process. */
  log: optional(Schema.String),
  ...call,
  outcome: Schema.String,
  outcome_unknown: optional(Schema.Boolean),
  attempts: optional(Count),
  /** The question to people in Discord that the call needed, and the id of the person who answered it. */
  ask_id: optional(Schema.String),
  approved_by: optional(Schema.String),
  declined_by: optional(Schema.String),
  /** The message of the question, if the server wrote it. */
  message_id: optional(Schema.String),
  duration_ms: Count
})

/** The last record of a log. */
const LogPosition = Schema.Struct({ log: Schema.String, seq: Count, hash: Hash })

/**
 * The first record of each file: the log that the file belongs to, the process that writes it, and the ends of the
 * newest other logs in the directory. The ends show that a log was removed.
 */
const Opened = Schema.Struct({
  kind: Schema.Literal("opened"),
  ...position,
  log: Schema.String,
  pid: Count,
  others: Schema.Array(LogPosition)
})

/** A gap in the log: `unrecorded` records could not be written. */
const Resumed = Schema.Struct({ kind: Schema.Literal("resumed"), ...position, unrecorded: Count })

/** One line of the audit log. */
export const AuditRecord = Schema.Union(Intended, Ended, Opened, Resumed)

/** One line of the audit log. */
export type AuditRecord = typeof AuditRecord.Type

/** A record without its position. */
export type Entry = Unplaced<AuditRecord>

/** Distributes over the union. */
type Unplaced<R> = R extends AuditRecord ? Omit<R, "seq" | "prev"> : never

/** The last record of a log. */
export type LogPosition = typeof LogPosition.Type

/** Parses the record on a line. None if the server would not have written exactly this line. */
export const recordOn = (line: string): Option.Option<AuditRecord> =>
  // JSON has several texts for one value: spaces, repeated keys, escapes. Only the text of `JSON.stringify` is accepted.
  parse(line).pipe(
    Option.filter((value) => JSON.stringify(value) === line),
    Option.flatMap(decode)
  )

const parse = Schema.decodeOption(Schema.parseJson())
const decode = Schema.decodeUnknownOption(AuditRecord, { onExcessProperty: "error" })
