import { Data, type Effect } from "effect"
import type { Entry } from "./AuditRecord.ts"

/** The record cannot be kept; `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** Where records are kept. It is asked for one thing at a time. */
export interface AuditSink {
  /** Keeps records and gives their numbers; what it has kept survives the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<number>, AuditUnavailable>
}
