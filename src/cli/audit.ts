import type { PlatformError } from "@effect/platform/Error"
import { Console, Data, Effect } from "effect"
import { type CheckedLog, checkLogs } from "../audit/checkLogs.ts"
import { settingsNamedBy } from "../audit/LogFiles.ts"
import type { Finding } from "../audit/verify.ts"
import { readSetting } from "../config/Setting.ts"
import { variables } from "../config/Settings.ts"
import { counted } from "../text/words.ts"
import { defaultAuditFile } from "./Environment.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { environmentVariables, host } from "./process.ts"

/** The audit log is missing or unreadable. */
export class AuditUnreadable extends Data.TaggedError("AuditUnreadable")<{ readonly message: string }> {}

/** The arguments of `audit verify`. */
export interface VerifyOptions {
  readonly files: ReadonlyArray<string>
  readonly json: boolean
}

/**
 * Checks the audit logs and prints the result as text or JSON. Fails with exit code 6 if one was altered. Otherwise it
 * fails with exit code 1 if a path has no log, or if a file cannot be read.
 */
export const verify = Effect.fn("cli.audit.verify")(function* ({ files, json }: VerifyOptions) {
  const setting =
    files.length > 0
      ? undefined
      : yield* Effect.mapError(
          readSetting(variables.auditFile, environmentVariables()),
          (message) => new AuditUnreadable({ message })
        )
  const path = setting ?? defaultAuditFile(host())
  const named = files.length > 0 ? files : path === undefined ? [] : [path]
  if (named.length === 0) {
    return yield* new AuditUnreadable({
      message: "No home directory is set in the environment. Name the file: audit verify FILE"
    })
  }
  const problems: Array<string> = []
  const reading = <A>(path: string, empty: A) =>
    Effect.catchAll((error: PlatformError) =>
      Effect.sync(() => {
        problems.push(`The audit log ${path} cannot be read: ${error.description ?? error._tag}`)
        return empty
      })
    )
  const settings = new Set<string>()
  for (const path of named) {
    const log = yield* settingsNamedBy(path).pipe(reading(path, undefined))
    if (log === undefined) continue
    for (const setting of log.settings) settings.add(setting)
    if (!log.exists || log.settings.length === 0) problems.push(`There is no audit log at ${path}.`)
  }
  const logs = (yield* Effect.forEach(settings, (path) => checkLogs(path).pipe(reading(path, [])))).flat()
  for (const { unreadable } of logs) {
    problems.push(...unreadable.map(({ file, problem }) => `The audit log ${file} cannot be read: ${problem}`))
  }
  const altered = logs.some(({ faults }) => faults.length > 0)
  const intact = !altered && problems.length === 0
  if (logs.length > 0) {
    yield* Console.log(json ? JSON.stringify({ intact, logs }, undefined, 2) : logs.map(asText).join("\n\n"))
  }
  const unreadable = new AuditUnreadable({ message: problems.join("\n") })
  if (altered) {
    if (problems.length > 0) yield* Console.error(unreadable.message)
    return yield* new ReportedFailure({ exitCode: exitCodes.audit.altered.code })
  }
  if (!intact) return yield* unreadable
})

/** The maximum number of findings to print. Further findings are only counted. */
const FINDINGS_MAX = 20

const asText = ({ faults, files, from, log, records, to, unended, unreadable, warnings }: CheckedLog): string =>
  [
    `${faults.length > 0 ? "BROKEN" : unreadable.length > 0 ? "UNREAD" : "intact"}  ${log}`,
    `  ${counted(records, "record")}${from === undefined ? "" : `, ${from} to ${to}`}, in ${counted(files.length, "file")}`,
    ...lines("fault", faults),
    ...lines("unreadable", unreadable),
    ...lines("warning", warnings),
    ...(unended.length > 0
      ? [
          `  note: ${counted(unended.length, "call")} without an end (still running, or the process was killed): record ${unended.slice(0, FINDINGS_MAX).join(", ")}`
        ]
      : [])
  ].join("\n")

const lines = (what: string, findings: ReadonlyArray<Finding>): ReadonlyArray<string> => [
  ...findings.slice(0, FINDINGS_MAX).map(({ file, line, problem }) => {
    const where = file === undefined ? "" : `${line === undefined ? file : `${file}:${line}`} `
    return `  ${what}: ${where}${problem}`
  }),
  ...(findings.length > FINDINGS_MAX ? [`  and ${findings.length - FINDINGS_MAX} more`] : [])
]
