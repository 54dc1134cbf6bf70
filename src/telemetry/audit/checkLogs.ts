import { FileSystem, Path } from "@effect/platform"
import { Effect, Option } from "effect"
import type { CheckedLog, ReadLog } from "./CheckedLog.ts"
import { isLink, readCheckpoint } from "./checkpoint.ts"
import { compareLogs } from "./compareLogs.ts"
import { type LogFiles, logSet, rotatedAmong } from "./LogFiles.ts"
import { begin, type Finding, type Line } from "./verify.ts"

/** Checks all logs of a path. Checks each log individually and against the other logs. */
export const checkLogs = Effect.fn("audit.checkLogs")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const set = logSet(yield* Path.Path, path)
  const names = (yield* fs.exists(set.directory)) ? yield* fs.readDirectory(set.directory) : []
  const logs = set.logsAmong(names)
  const found = yield* Effect.forEach(logs, (name) => readLog(set.filesOf(name), set.isOwn(name)))
  const read = found.filter((log) => log !== undefined)
  const compared = yield* compareLogs(read, {
    // A log that is being written is read again before a fault is reported.
    again: (name) => readLog(set.filesOf(name), set.isOwn(name)),
    isOlderThanAll: (name) => set.logsAmong([name, ...logs])[0] === name,
    pathOf: (name) => set.filesOf(name).log
  })
  return compared satisfies ReadonlyArray<CheckedLog>
})

/** Bounds the check of a log that is rotated continuously. */
const ROUNDS_MAX = 1000

/**
 * Reads a log that may be written meanwhile. Rotated files do not change. The current file counts
 * only if no file was rotated meanwhile.
 */
const readLog = Effect.fnUntraced(function* (log: LogFiles, own: boolean) {
  const fs = yield* FileSystem.FileSystem
  // Reads the checkpoint before the files, because a running server only makes the files longer.
  const checkpoint = Option.getOrUndefined(yield* readCheckpoint(fs, log.checkpoint))
  const check = begin(checkpoint, { opened: own })
  const files: Array<string> = []
  const take = (file: string, text: string) => {
    files.push(file)
    for (const line of linesOf(file, text)) check.line(line)
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { current, rotated } = yield* existingFiles(log)
    for (const file of rotated.filter((one) => !files.includes(one))) take(file, yield* fs.readFileString(file))
    const text = current ? yield* textOf(fs, log.log) : ""
    if (!(yield* existingFiles(log)).rotated.every((file) => files.includes(file))) continue
    if (current) take(log.log, text)
    break
  }
  if (files.length === 0 && checkpoint === undefined) return undefined
  const links = own ? yield* Effect.filter([...files, log.checkpoint], (file) => isLink(fs, file)) : []
  const checked = check.end()
  const faults = [...checked.verdict.faults, ...links.map(symbolicLink)]
  const read: ReadLog = { name: log.name, log: log.log, files, ...checked, verdict: { ...checked.verdict, faults } }
  return read
})

/** Returns the text of a file, or an empty text if the file was rotated meanwhile. */
const textOf = (fs: FileSystem.FileSystem, file: string) =>
  fs
    .readFileString(file)
    .pipe(
      Effect.catchTag("SystemError", (error) => (error.reason === "NotFound" ? Effect.succeed("") : Effect.fail(error)))
    )

/** Lists the existing files of a log: the rotated ones, oldest first, and whether the current one exists. */
const existingFiles = Effect.fnUntraced(function* (log: LogFiles) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const names = yield* fs.readDirectory(paths.dirname(log.log))
  return { rotated: rotatedAmong(log.name, names).map(log.rotated), current: names.includes(log.name) }
})

const symbolicLink = (file: string): Finding => ({
  file,
  problem: `${file} is a symbolic link: the server never creates one`
})

const linesOf = (file: string, text: string): ReadonlyArray<Line> => {
  const texts = text.split("\n")
  const rest = texts.pop() ?? ""
  return [
    ...texts.map((line, at) => ({ file, number: at + 1, text: line, ended: true })),
    ...(rest === "" ? [] : [{ file, number: texts.length + 1, text: rest, ended: false }])
  ]
}
