import { FileSystem, Path } from "@effect/platform"
import { Effect, Option } from "effect"
import type { CheckedLog, ReadLog } from "./CheckedLog.ts"
import { isLink, readCheckpoint } from "./checkpoint.ts"
import { compareLogs } from "./compareLogs.ts"
import { type LogFiles, logSet, rotatedAmong } from "./LogFiles.ts"
import { begin, type Finding, type Line } from "./verify.ts"

/** Checks all logs that belong to a path, each on its own and against what others say of it. */
export const checkLogs = Effect.fn("audit.checkLogs")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const set = logSet(yield* Path.Path, path)
  const names = (yield* fs.exists(set.directory)) ? yield* fs.readDirectory(set.directory) : []
  const logs = set.logsAmong(names)
  const found = yield* Effect.forEach(logs, (name) => readLog(set.filesOf(name), set.isOwn(name)))
  const read = found.filter((log) => log !== undefined)
  const compared = yield* compareLogs(read, {
    // Written while others were read: looked at again before anything is said of it.
    again: (name) => readLog(set.filesOf(name), set.isOwn(name)),
    isOlderThanAll: (name) => set.logsAmong([name, ...logs])[0] === name,
    pathOf: (name) => set.filesOf(name).log
  })
  return compared satisfies ReadonlyArray<CheckedLog>
})

/** A log is rotated seldom; this ends the check of one that is rotated all the time. */
const ROUNDS_MAX = 1000

/** Reads a log, also while it is written: rotated files do not change, and the last is read when none was added meanwhile. */
const readLog = Effect.fnUntraced(function* (log: LogFiles, own: boolean) {
  const fs = yield* FileSystem.FileSystem
  // Before the files: a server that writes meanwhile makes them longer than the checkpoint says, never shorter.
  const checkpoint = Option.getOrUndefined(yield* readCheckpoint(fs, log.checkpoint))
  const check = begin(checkpoint, { opened: own })
  const files: Array<string> = []
  const take = (file: string, text: string) => {
    files.push(file)
    for (const line of linesOf(file, text)) check.line(line)
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { current, rotated } = yield* listed(log)
    for (const file of rotated.filter((one) => !files.includes(one))) take(file, yield* fs.readFileString(file))
    const text = current ? yield* textOf(fs, log.log) : ""
    if (!(yield* listed(log)).rotated.every((file) => files.includes(file))) continue
    if (current) take(log.log, text)
    break
  }
  if (files.length === 0 && checkpoint === undefined) return undefined
  const links = own ? yield* Effect.filter([...files, log.checkpoint], (file) => isLink(fs, file)) : []
  const checked = check.end()
  const faults = [...checked.verdict.faults, ...links.map(linked)]
  const read: ReadLog = { name: log.name, log: log.log, files, ...checked, verdict: { ...checked.verdict, faults } }
  return read
})

/** The text of a file; none of one that was rotated a moment ago. */
const textOf = (fs: FileSystem.FileSystem, file: string) =>
  fs
    .readFileString(file)
    .pipe(
      Effect.catchTag("SystemError", (error) => (error.reason === "NotFound" ? Effect.succeed("") : Effect.fail(error)))
    )

/** The files of a log that are there: those rotated out, oldest first, and whether the one that is written is. */
const listed = Effect.fnUntraced(function* (log: LogFiles) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const names = yield* fs.readDirectory(paths.dirname(log.log))
  return { rotated: rotatedAmong(log.name, names).map(log.rotated), current: names.includes(log.name) }
})

const linked = (file: string): Finding => ({ file, problem: `${file} is a symbolic link: the server writes none` })

const linesOf = (file: string, text: string): ReadonlyArray<Line> => {
  const texts = text.split("\n")
  const rest = texts.pop() ?? ""
  return [
    ...texts.map((line, at) => ({ file, number: at + 1, text: line, ended: true })),
    ...(rest === "" ? [] : [{ file, number: texts.length + 1, text: rest, ended: false }])
  ]
}
