import type { Entry, Head } from "./AuditRecord.ts"
import { hashOf, origin, type Position } from "./chain.ts"
import type { Tail } from "./tail.ts"

/** How a log is gone on with. */
export interface Resumption {
  readonly position: Position
  /** The oldest record that is kept, where that is known. */
  readonly first: number | undefined
  /** What the next record must say: what was found at the end of the log that should not be there, or should. */
  readonly found: Found
}

/** What is noted of the end of a log. */
export type Found = Pick<Extract<Entry, { readonly kind: "resumed" }>, "torn" | "lost">

/**
 * Where a chain goes on, by how the log ends and what its head record says. A log
 * that has lost its end goes on after the record that is lost, not after the last
 * one left: so the gap stays, and shows.
 */
export const resume = (tail: Tail, head: Head | undefined): Resumption => {
  const torn = tail.remains === "" ? {} : { torn: { characters: tail.remains.length, sha256: hashOf(tail.remains) } }
  const last = tail.position ?? origin
  if (head === undefined) {
    const fresh = tail.position === undefined && tail.remains === ""
    return { position: last, first: fresh ? 1 : undefined, found: fresh ? {} : { ...torn, lost: "head" } }
  }
  // The process may have ended between a record and the head record about it, never the other way round.
  const whole = last.seq > head.seq || (last.seq === head.seq && last.hash === head.hash)
  return {
    position: whole ? last : { seq: head.seq, hash: head.hash },
    first: head.first,
    found: whole ? torn : { ...torn, lost: "records" }
  }
}
