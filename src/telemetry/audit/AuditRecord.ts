import { Schema } from "effect"
import type { Risk } from "../../safety/Clearance.ts"

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
  ...call,
  outcome: Schema.String,
  outcome_unknown: optional(Schema.Boolean),
  attempts: optional(Count),
  duration_ms: Count
})

/**
 * The log goes on after something was not as it should be: what stands right
 * before is `torn`, the head record or records themselves are `lost`, or so many
 * records could not be written (`unrecorded`).
 */
const Resumed = Schema.Struct({
  kind: Schema.Literal("resumed"),
  ...place,
  torn: optional(Schema.Struct({ characters: Count, sha256: Hash })),
  lost: optional(Schema.Literal("head", "records")),
  unrecorded: optional(Count)
})

/** One line of the audit log. */
export const AuditRecord = Schema.Union(Intended, Ended, Resumed)

/** One line of the audit log. */
export type AuditRecord = typeof AuditRecord.Type

/** A record that has no place yet. */
export type Entry = Unplaced<AuditRecord>

/** What the last record was, kept beside the log: without it, a log whose end is cut off looks whole. */
export const Head = Schema.Struct({
  seq: Count,
  hash: Hash,
  /** The oldest record that is kept; absent when that is not known. */
  first: optional(Count)
})

/** What the last record was. */
export type Head = typeof Head.Type

/** Of each member of the union on its own. */
type Unplaced<R> = R extends AuditRecord ? Omit<R, "seq" | "prev"> : never
