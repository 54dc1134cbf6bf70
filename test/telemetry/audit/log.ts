/** What tests of the audit log are made of: a directory, entries, and a sink as a process has one. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { FileSystem, Path } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, Logger, Option } from "effect"
import { type AuditFileOptions, make } from "../../../src/telemetry/audit/AuditFile.ts"
import type { AuditRecord, Entry } from "../../../src/telemetry/audit/AuditRecord.ts"
import { recordOn } from "../../../src/telemetry/audit/chain.ts"
import { checkLogs } from "../../../src/telemetry/audit/checkLogs.ts"
import { logSet } from "../../../src/telemetry/audit/LogFiles.ts"

/** The file system of this machine, and nothing on the console. */
export const quiet = Layer.merge(NodeContext.layer, Logger.remove(Logger.defaultLogger))

/** A path for a log in a directory of its own, which the log has to make. */
export const place = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  Effect.map(fs.makeTempDirectoryScoped({ prefix: "audit-" }), (directory) => `${directory}/state/audit.log`)
)

/** An entry that can be told from others by its name. */
export const entry = (tool: string): Entry => ({
  kind: "intended",
  time: "2026-11-20T10:00:00.000Z",
  tool,
  risk: "write",
  ids: [],
  arguments: {}
})

/** So many entries. */
export const entries = (count: number): ReadonlyArray<Entry> =>
  Array.from({ length: count }, (_, at) => entry(`tool_${at}`))

/** The sink of a process, for as long as the scope lives. */
export const opened = (file: string, options: Partial<AuditFileOptions> = {}) => make({ file, pid: 100, ...options })

/** A process that writes entries one by one and ends as it should. */
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

/** The file of the one log at a path. */
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

/** All that the logs at a path hold at this moment. */
export const textAt = (path: string): string => {
  const directory = dirname(path)
  return readdirSync(directory)
    .filter((name) => name.startsWith("audit") && name.endsWith(".log"))
    .map((name) => readFileSync(`${directory}/${name}`, "utf8"))
    .join("")
}

/** The records in the logs at a path, without those that open a file. */
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

/** What the check of the logs at a path finds, a text each: `line problem`. Records that open a file do not count. */
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
