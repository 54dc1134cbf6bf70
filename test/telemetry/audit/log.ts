/** What tests of the audit log are made of: a directory, entries, and a sink as a process has one. */
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect, Layer, Logger, Option } from "effect"
import { type AuditFileOptions, make } from "../../../src/telemetry/audit/AuditFile.ts"
import type { AuditRecord, Entry } from "../../../src/telemetry/audit/AuditRecord.ts"
import { recordOn } from "../../../src/telemetry/audit/chain.ts"
import { checkLogs } from "../../../src/telemetry/audit/checkLogs.ts"

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

/** Processes of which only these run, seen by one of them. */
export const among = (pid: number, ...running: ReadonlyArray<number>): AuditFileOptions["processes"] => ({
  pid,
  isRunning: (other) => Effect.succeed(running.includes(other))
})

/** The sink of a process, for as long as the scope lives. */
export const opened = (file: string, options: Partial<AuditFileOptions> = {}) =>
  make({ file, processes: among(100), ...options })

/** A process that writes entries one by one and ends as it should. */
export const session = (file: string, count: number, options: Partial<AuditFileOptions> = {}) =>
  Effect.scoped(
    Effect.flatMap(opened(file, options), ({ append }) =>
      Effect.forEach(entries(count), (it) => append([it]), { discard: true })
    )
  )

/** The lines of a file. */
export const linesIn = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.map(fs.readFileString(file), (text) => text.split("\n").filter((line) => line !== ""))
  )

/** The records in a file. */
export const recordsIn = (file: string) =>
  Effect.map(
    linesIn(file),
    (lines): ReadonlyArray<AuditRecord> => lines.flatMap((line) => Option.toArray(recordOn(line)))
  )

/** What the check of the first log at a path finds, a text each: `line problem`. */
export const findings = (file: string) =>
  Effect.map(checkLogs(file), ([log]) => ({
    records: log?.records,
    faults: log?.faults.map(({ line, problem }) => `${line ?? "-"} ${problem}`),
    warnings: log?.warnings.map(({ line, problem }) => `${line ?? "-"} ${problem}`),
    unended: log?.unended.length
  }))
