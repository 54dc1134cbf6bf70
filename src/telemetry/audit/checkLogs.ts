import { FileSystem, Path } from "@effect/platform"
import { Effect, Option } from "effect"
import { isLink, readCheckpoint } from "./checkpoint.ts"
import { compareLogs } from "./compareLogs.ts"
import { type LogFiles, logSet, rotatedAmong } from "./LogFiles.ts"
import { begin, type Checked, type Finding, type Line, type Verdict } from "./verify.ts"

/** A log with all its files, and what became of it. */
export interface CheckedLog extends Verdict {
  readonly log: string
  /** Oldest first. */
  readonly files: ReadonlyArray<string>
}

/** A log that was read, before logs are compared with each other. */
export interface ReadLog extends Checked {
  readonly name: string
  readonly log: string
  readonly files: ReadonlyArray<string>
}

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

/** So often a log is read again that is rotated while it is read. */
const READS_MAX = 10

const readLog = (log: LogFiles, own: boolean) =>
  Effect.iterate(
    { reads: 0, read: undefined as ReadLog | undefined, moved: true },
    {
      while: ({ moved, reads }) => moved && reads < READS_MAX,
      body: ({ reads }) => Effect.map(readOnce(log, own), (once) => ({ reads: reads + 1, ...once }))
    }
  ).pipe(Effect.map(({ read }) => read))

const readOnce = Effect.fnUntraced(function* (log: LogFiles, own: boolean) {
  const fs = yield* FileSystem.FileSystem
  // Before the files: a server that writes meanwhile makes them longer than the checkpoint says, never shorter.
  const checkpoint = Option.getOrUndefined(yield* readCheckpoint(fs, log.checkpoint))
  const files = yield* filesOf(log)
  if (files.length === 0 && checkpoint === undefined) return { read: undefined, moved: false }
  const check = begin(checkpoint, { opened: own })
  yield* Effect.forEach(
    files,
    (file) => Effect.map(textOf(fs, file), (text) => linesOf(file, text).forEach(check.line)),
    { discard: true }
  )
  const links = own ? yield* Effect.filter([...files, log.checkpoint], (file) => isLink(fs, file)) : []
  const checked = check.end()
  const faults = [...checked.verdict.faults, ...links.map(linked)]
  const read: ReadLog = { name: log.name, log: log.log, files, ...checked, verdict: { ...checked.verdict, faults } }
  return { read, moved: (yield* filesOf(log)).join() !== files.join() }
})

/** The text of a file; none of one that was rotated a moment ago, which is noticed by the names that changed. */
const textOf = (fs: FileSystem.FileSystem, file: string) =>
  fs
    .readFileString(file)
    .pipe(
      Effect.catchTag("SystemError", (error) => (error.reason === "NotFound" ? Effect.succeed("") : Effect.fail(error)))
    )

/** The files of a log, oldest first. */
const filesOf = Effect.fnUntraced(function* (log: LogFiles) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const names = yield* fs.readDirectory(paths.dirname(log.log))
  return [...rotatedAmong(log.name, names).map(log.rotated), ...(names.includes(log.name) ? [log.log] : [])]
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
