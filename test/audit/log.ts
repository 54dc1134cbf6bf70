/** Parts of audit log tests: a directory, entries, and a sink. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { FileSystem, Path } from "@effect/platform"
import { Effect, Layer, Logger, Option } from "effect"
import { type AuditFileOptions, make } from "../../src/audit/AuditFile.ts"
import { type AuditRecord, type Entry, recordOn } from "../../src/audit/AuditRecord.ts"
import { checkLogs } from "../../src/audit/checkLogs.ts"
import { logSet } from "../../src/audit/LogFiles.ts"
import { nodeContext } from "../nodeContext.ts"

/** The file system of this machine, without console output. */
export const quiet = Layer.merge(nodeContext, Logger.remove(Logger.defaultLogger))

/** A path for a log in a new directory, which the log creates. */
export const place = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  Effect.map(fs.makeTempDirectoryScoped({ prefix: "audit-" }), (directory) => `${directory}/state/audit.log`)
)

/** An entry with a name. */
export const entry = (tool: string): Entry => ({
  kind: "intended",
  time: "2026-11-20T10:00:00.000Z",
  tool,
  risk: "write",
  ids: [],
  arguments: {}
})

/** This many entries. */
export const entries = (count: number): ReadonlyArray<Entry> =>
  Array.from({ length: count }, (_, at) => entry(`tool_${at}`))

/** The sink of a process for as long as the scope lives. */
export const opened = (file: string, options: Partial<AuditFileOptions> = {}) => make({ file, pid: 100, ...options })

/** A process that writes entries one by one and ends normally. */
export const session = (file: string, count: number, options: Partial<AuditFileOptions> = {}) =>
  Effect.scoped(
    Effect.flatMap(opened(file, options), ({ append }) =>
      Effect.forEach(entries(count), (it) => append([it]), { discard: true })
    )
  )

/** The names of the logs at a path, oldest first. */
export const namesOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const set = logSet(yield* Path.Path, path)
  return (yield* fs.exists(set.directory)) ? set.logsAmong(yield* fs.readDirectory(set.directory)) : []
})

/** The file of the only log at a path. */
export const logAt = (path: string) =>
  Effect.flatMap(namesOf(path), ([name, ...more]) =>
    name === undefined || more.length > 0
      ? Effect.dieMessage(`${more.length + (name === undefined ? 0 : 1)} logs at ${path}`)
      : Effect.succeed(path.replace(/[^/]*$/, name))
  )

/** The lines of a file. */
export const linesIn = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.map(fs.readFileString(file), (text) => text.split("\n").filter((line) => line !== ""))
  )

/** The contents of all logs at a path. */
export const textAt = (path: string): string => {
  const directory = dirname(path)
  return readdirSync(directory)
    .filter((name) => name.startsWith("audit") && name.endsWith(".log"))
    .map((name) => readFileSync(`${directory}/${name}`, "utf8"))
    .join("")
}

/** The records of the logs at a path, without `opened` records. */
export const recordsIn = (path: string) =>
  Effect.flatMap(namesOf(path), (names) =>
    Effect.map(
      Effect.forEach(names, (name) => linesIn(path.replace(/[^/]*$/, name))),
      (lines): ReadonlyArray<AuditRecord> =>
        lines
          .flat()
          .flatMap((line) => Option.toArray(recordOn(line)))
          .filter(({ kind }) => kind !== "opened")
    )
  )

/** The findings for the logs at a path, as `line problem`. `opened` records are not counted. */
export const findings = Effect.fnUntraced(function* (path: string) {
  const logs = yield* checkLogs(path)
  const texts = (what: "faults" | "warnings") =>
    logs.flatMap((log) => log[what].map(({ line, problem }) => `${line ?? "-"} ${problem}`))
  return {
    records: logs.reduce((sum, { files, records }) => sum + records - files.length, 0),
    faults: texts("faults"),
    warnings: texts("warnings"),
    unended: logs.reduce((sum, { unended }) => sum + unended.length, 0)
  }
})
