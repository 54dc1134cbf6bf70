import type { FileSystem } from "@effect/platform"
import { Effect, Option, Stream } from "effect"
import { hashOf, type Position, recordOn } from "./chain.ts"

/** How a log ends. */
export interface Tail {
  /** After the last whole record; `undefined` where there is none. */
  readonly position: Position | undefined
  /** What stands after it and is no record: a line that was torn. */
  readonly remains: string
  /** Whether the last line is ended. */
  readonly ended: boolean
}

/** The end of a log that has no lines. */
export const empty: Tail = { position: undefined, remains: "", ended: true }

/** How much of a file is read: more than the longest record and a torn one after it. */
const TAIL_BYTES = 512 * 1024

/** Reads how a file of so many bytes ends. A line cut at its front is looked at only when nothing after it is whole. */
export const readTail = (fs: FileSystem.FileSystem, path: string, size: number) =>
  fs.stream(path, { offset: Math.max(0, size - TAIL_BYTES) }).pipe(
    Stream.runCollect,
    // All at once, as whoever checks the file does: a character that is torn, too, is the same text to both.
    Effect.map((chunks) => tailOf(Buffer.concat([...chunks]).toString("utf8")))
  )

/** How a text ends, line by line from its last. */
export const tailOf = (text: string): Tail => {
  const ended = text === "" || text.endsWith("\n")
  const lines = text.split("\n")
  if (ended) lines.pop()
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? ""
    const record = recordOn(line)
    if (Option.isSome(record)) {
      return {
        position: { seq: record.value.seq, hash: hashOf(line) },
        remains: lines.slice(at + 1).join("\n"),
        ended
      }
    }
  }
  return { position: undefined, remains: lines.join("\n"), ended }
}
