import { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A SHA-256 hash in lower-case hexadecimal digits. */
const Hash = Schema.String.pipe(Schema.pattern(/^[\da-f]{64}$/))

const Count = Schema.NonNegativeInt

/** The position of a record: its number, its time, and the hash of the previous line. */
const place = { seq: Schema.Positive.pipe(Schema.int()), time: Schema.String, prev: Hash }

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
  ...place,
  ...call,
  ids: Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.String })),
  arguments: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})

/** The end of the call with the number `of`: `OK`, or the code of its error. */
const Ended = Schema.Struct({
  kind: Schema.Literal("ended"),
  ...place,
  of: Count,
  /** The log of the intent, if the intent is in another log of the same process. */
  log: optional(Schema.String),
  ...call,
  outcome: Schema.String,
  outcome_unknown: optional(Schema.Boolean),
  attempts: optional(Count),
  duration_ms: Count
})

/** The last record of another log. */
const Reached = Schema.Struct({ log: Schema.String, seq: Count, hash: Hash })

/**
 * The first record of each file: the process that writes it, and the ends of the newest other logs
 * in the directory. These ends show that a log was removed.
 */
const Opened = Schema.Struct({
  kind: Schema.Literal("opened"),
  ...place,
  pid: Count,
  others: Schema.Array(Reached)
})

/**
 * A gap in the log: the line before is `torn`, the checkpoint or records are `lost`, or
 * `unrecorded` records could not be written. Only version 0.1 writes `torn` and `lost`.
 */
const Resumed = Schema.Struct({
  kind: Schema.Literal("resumed"),
  ...place,
  torn: optional(Schema.Struct({ characters: Count, sha256: Hash })),
  lost: optional(Schema.Literal("head", "records")),
  unrecorded: optional(Count)
})

/** One line of the audit log. */
export const AuditRecord = Schema.Union(Intended, Ended, Opened, Resumed)

/** One line of the audit log. */
export type AuditRecord = typeof AuditRecord.Type

/** A record without its position. */
export type Entry = Unplaced<AuditRecord>

/** The end of another log when this log was opened. */
export type Reached = typeof Reached.Type

/**
 * The last record of a log, in a separate file. Without this file, removal of the last records
 * would not be noticed.
 */
export const Checkpoint = Schema.Struct({
  seq: Count,
  hash: Hash,
  /** The oldest record that is kept. Written by version 0.1, which removed old records. */
  first: optional(Count)
})

/** The last record of a log. */
export type Checkpoint = typeof Checkpoint.Type

/** Distributes over the union. */
type Unplaced<R> = R extends AuditRecord ? Omit<R, "seq" | "prev"> : never
