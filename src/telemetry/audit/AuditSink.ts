import { Data, type Effect } from "effect"
import type { Entry } from "./AuditRecord.ts"

/** The record cannot be kept; `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** Where a record stands: its number, and the name of its log where there are several. */
export interface Place {
  readonly seq: number
  readonly log?: string
}

/** Where records are kept. It is asked for one thing at a time. */
export interface AuditSink {
  /** Keeps records and gives their places; what it has kept survives the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<Place>, AuditUnavailable>
}
