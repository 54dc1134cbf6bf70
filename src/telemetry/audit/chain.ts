/** Each record names the hash of the line before it, so that none can be changed, moved or taken out unseen. */
import { createHash } from "node:crypto"
import { type Option, Schema } from "effect"
import { AuditRecord, type Entry } from "./AuditRecord.ts"

/** After which record the chain stands. */
export interface Position {
  readonly seq: number
  readonly hash: string
}

/** Before the first record. */
export const origin: Position = { seq: 0, hash: "0".repeat(64) }

/** The hash of a line, without its end. */
export const hashOf = (line: string): string => createHash("sha256").update(line).digest("hex")

/** The record on a line, if it is one. */
export const recordOn: (line: string) => Option.Option<AuditRecord> = Schema.decodeOption(Schema.parseJson(AuditRecord))

/** The lines of entries that follow a position, and the position after them. */
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
