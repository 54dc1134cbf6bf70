import { FileSystem, Path } from "@effect/platform"
import { Effect, Option } from "effect"
import { readHead } from "./head.ts"
import { filesAt, rotatedAmong, SLOTS } from "./LogFiles.ts"
import { type Line, type Verdict, verify } from "./verify.ts"

/** A log with all its files, and what became of it. */
export interface CheckedLog extends Verdict {
  readonly log: string
  /** Oldest first. */
  readonly files: ReadonlyArray<string>
}

/** Checks the log at a path, with what was rotated out of it, and those that other processes wrote beside it. */
export const checkLogs = Effect.fn("audit.checkLogs")(function* (path: string) {
  const paths = yield* Path.Path
  const slots = Array.from({ length: SLOTS }, (_, at) => filesAt(paths, path, at + 1))
  const checked = yield* Effect.forEach(slots, checkLog)
  return checked.filter((log) => log !== undefined)
})

const checkLog = Effect.fnUntraced(function* (log: ReturnType<typeof filesAt>) {
  const fs = yield* FileSystem.FileSystem
  const exists = yield* fs.exists(log.directory)
  const names = exists ? yield* fs.readDirectory(log.directory) : []
  // Before the log: a server that writes meanwhile makes the log longer than its head record says, never shorter.
  const head = Option.getOrUndefined(yield* readHead(fs, log.head))
  const current = yield* fs.exists(log.log)
  const files = [...rotatedAmong(log, names).map(log.rotated), ...(current ? [log.log] : [])]
  if (files.length === 0 && head === undefined) return undefined
  const lines = yield* Effect.forEach(files, (file) =>
    Effect.map(fs.readFileString(file), (text) => linesOf(file, text))
  )
  return { log: log.log, files, ...verify(lines.flat(), head) } satisfies CheckedLog as CheckedLog
})

const linesOf = (file: string, text: string): ReadonlyArray<Line> => {
  const texts = text.split("\n")
  const rest = texts.pop() ?? ""
  return [
    ...texts.map((line, at) => ({ file, number: at + 1, text: line, ended: true })),
    ...(rest === "" ? [] : [{ file, number: texts.length + 1, text: rest, ended: false }])
  ]
}
