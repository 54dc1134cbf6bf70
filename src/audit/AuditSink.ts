/** The hash chain of records, and where its lines are written. */
import { createHash } from "node:crypto"
import { Data, Effect } from "effect"
import type { LogOutput } from "../telemetry/LogOutput.ts"
import type { Entry } from "./AuditRecord.ts"

/** A record cannot be written. `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** The position of a record: its number, and the name of its log if there are several. */
export interface RecordPosition {
  readonly seq: number
  readonly log?: string
}

/** Writes records. It is called for one batch at a time. */
export interface AuditSink {
  /** Writes records and returns the position of the first. Written records survive the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<RecordPosition, AuditUnavailable>
  /** Returns whether a record can be written, as far as that is known without a write. */
  readonly isWritable: () => boolean
}

/** A position in the chain: the last record and its hash. */
export interface Position {
  readonly seq: number
  readonly hash: string
}

/** The position before the first record. */
export const origin: Position = { seq: 0, hash: "0".repeat(64) }

/** Returns the hash of a line, without its line break. */
export const hashOf = (line: string | Uint8Array): string => createHash("sha256").update(line).digest("hex")

/** Appends entries to the chain: returns their lines and the new position. */
export const link = (
  after: Position,
  entries: ReadonlyArray<Entry>
): { readonly lines: ReadonlyArray<string>; readonly position: Position } => {
  const lines: Array<string> = []
  let position = after
  for (const { kind, time, ...facts } of entries) {
    const seq = position.seq + 1
    const line = JSON.stringify({ seq, time, kind, ...facts, prev: position.hash })
    lines.push(line)
    position = { seq, hash: hashOf(line) }
  }
  return { lines, position }
}

/** Returns the text of a checkpoint. */
export const checkpointText = ({ hash, seq }: Position): string => `${JSON.stringify({ seq, hash })}\n`

/** Writes records to stderr, with one chain per process. A record that stderr has not accepted in time is an error. */
export const stderrSink = (output: LogOutput): AuditSink => {
  let position = origin
  return {
    append: (entries) =>
      Effect.suspend(() => {
        const first = position.seq + 1
        const linked = link(position, entries)
        const advance = Effect.sync(() => {
          position = linked.position
        })
        return output.record(`${linked.lines.join("\n")}\n`).pipe(
          Effect.zipRight(advance),
          // The number of a record that may still be written is not used again.
          Effect.tapError(({ passed }) => (passed ? advance : Effect.void)),
          Effect.mapError(({ problem }) => new AuditUnavailable({ problem })),
          Effect.as({ seq: first })
        )
      }),
    isWritable: () => output.recordProblem === undefined
  }
}
