import { Schema } from "effect"
import type { Risk } from "../../safety/Permit.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** SHA-256, in lower-case hexadecimal digits. */
const Hash = Schema.String.pipe(Schema.pattern(/^[\da-f]{64}$/))

const Count = Schema.NonNegativeInt

/** Where a record stands: its number, when it was made, and the hash of the line before it. */
const place = { seq: Schema.Positive.pipe(Schema.int()), time: Schema.String, prev: Hash }

/** Who asked for what. */
const call = {
  request_id: optional(Schema.String),
  client: optional(Schema.String),
  tool: Schema.String,
  risk: Schema.Literal("read", "write", "destructive") satisfies Schema.Schema<Risk>,
  guild: optional(Schema.String)
}

/** A call that is about to be made: written before anything of it is sent. */
const Intended = Schema.Struct({
  kind: Schema.Literal("intended"),
  ...place,
  ...call,
  ids: Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.String })),
  arguments: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})

/** How the call that `of` numbers has ended: `OK`, or the code of its error. */
const Ended = Schema.Struct({
  kind: Schema.Literal("ended"),
  ...place,
  of: Count,
  /** The log that `of` stands in, where it is another one of the same process. */
  log: optional(Schema.String),
  ...call,
  outcome: Schema.String,
  outcome_unknown: optional(Schema.Boolean),
  attempts: optional(Count),
  duration_ms: Count
})

/** What the last record of a log was. */
const Reached = Schema.Struct({ log: Schema.String, seq: Count, hash: Hash })

/**
 * The first record of each file: the process that writes it, and how far the newest
 * other logs of the directory had come, so that one that is taken away is missed.
 */
const Opened = Schema.Struct({
  kind: Schema.Literal("opened"),
  ...place,
  pid: Count,
  others: Schema.Array(Reached)
})

/**
 * The log goes on after something was not as it should be: what stands right
 * before is `torn`, the checkpoint or records themselves are `lost`, or so many
 * records could not be written (`unrecorded`). Only version 0.1 notes `torn` and `lost`.
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

/** A record that has no place yet. */
export type Entry = Unplaced<AuditRecord>

/** How far a log had come when another one was opened. */
export type Reached = typeof Reached.Type

/** What the last record was, kept beside the log: without it, a log whose end is cut off looks whole. */
export const Checkpoint = Schema.Struct({
  seq: Count,
  hash: Hash,
  /** The oldest record that is kept: of version 0.1, which removed old ones. */
  first: optional(Count)
})

/** What the last record was. */
export type Checkpoint = typeof Checkpoint.Type

/** Of each member of the union on its own. */
type Unplaced<R> = R extends AuditRecord ? Omit<R, "seq" | "prev"> : never
