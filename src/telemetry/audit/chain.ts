/** The hash chain: each record has the hash of the previous line, so a changed, moved or removed record is noticed. */
import { createHash } from "node:crypto"
import { type Option, Schema } from "effect"
import { AuditRecord, type Entry } from "./AuditRecord.ts"

/** A position in the chain: the last record and its hash. */
export interface Position {
  readonly seq: number
  readonly hash: string
}

/** The position before the first record. */
export const origin: Position = { seq: 0, hash: "0".repeat(64) }

/** Returns the hash of a line, without its line break. */
export const hashOf = (line: string): string => createHash("sha256").update(line).digest("hex")

/** Parses the record on a line. */
export const recordOn: (line: string) => Option.Option<AuditRecord> = Schema.decodeOption(Schema.parseJson(AuditRecord))

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
