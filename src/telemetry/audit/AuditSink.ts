import { Data, type Effect } from "effect"
import type { Entry } from "./AuditRecord.ts"

/** A record cannot be written. `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** The position of a record: its number, and the name of its log if there are several. */
export interface Place {
  readonly seq: number
  readonly log?: string
}

/** Writes records. It is called for one batch at a time. */
export interface AuditSink {
  /** Writes records and returns their positions. Written records survive the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<Place>, AuditUnavailable>
}
