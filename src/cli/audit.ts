import { Console, Data, Effect, Option } from "effect"
import { readSetting } from "../config/Setting.ts"
import { variables } from "../config/Settings.ts"
import { counted } from "../errors/counted.ts"
import type { CheckedLog } from "../telemetry/audit/CheckedLog.ts"
import { checkLogs } from "../telemetry/audit/checkLogs.ts"
import type { Finding } from "../telemetry/audit/verify.ts"
import { ReportedFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import { environmentVariables } from "./process.ts"
import { defaultAuditFile } from "./stateDirectory.ts"

/** The audit log is missing or unreadable. */
export class AuditUnreadable extends Data.TaggedError("AuditUnreadable")<{ readonly message: string }> {}

/** The arguments of `audit verify`. */
export interface VerifyOptions {
  readonly file: Option.Option<string>
  readonly json: boolean
}

/** Checks the audit log and prints the result as text or JSON. Fails with exit code 6 if the log was altered. */
export const verify = Effect.fn("cli.audit.verify")(function* ({ file, json }: VerifyOptions) {
  const named = yield* Option.match(file, {
    onSome: Effect.succeed,
    onNone: () =>
      Effect.mapError(
        readSetting(variables.auditFile, environmentVariables()),
        (message) => new AuditUnreadable({ message })
      )
  })
  const path = named ?? defaultAuditFile()
  if (path === undefined) {
    return yield* new AuditUnreadable({
      message: "No home directory is set in the environment. Name the file: audit verify FILE"
    })
  }
  const logs = yield* Effect.mapError(
    checkLogs(path),
    (error) =>
      new AuditUnreadable({ message: `The audit log ${path} cannot be read: ${error.description ?? error._tag}` })
  )
  if (logs.length === 0) {
    return yield* new AuditUnreadable({ message: `There is no audit log at ${path}.` })
  }
  const intact = logs.every(({ faults }) => faults.length === 0)
  yield* Console.log(json ? JSON.stringify({ intact, logs }, undefined, 2) : logs.map(asText).join("\n\n"))
  if (!intact) return yield* new ReportedFailure({ exitCode: exitCodes.audit.altered.code })
})

/** The maximum number of findings to print. Further findings are only counted. */
const SHOWN_MAX = 20

const asText = ({ faults, files, from, log, records, to, unended, warnings }: CheckedLog): string =>
  [
    `${faults.length === 0 ? "intact" : "BROKEN"}  ${log}`,
    `  ${counted(records, "record")}${from === undefined ? "" : `, ${from} to ${to}`}, in ${counted(files.length, "file")}`,
    ...shown("fault", faults),
    ...shown("warning", warnings),
    ...(unended.length > 0
      ? [
          `  note: ${counted(unended.length, "call")} without an end (still running, or the process was killed): record ${unended.slice(0, SHOWN_MAX).join(", ")}`
        ]
      : [])
  ].join("\n")

const shown = (what: string, findings: ReadonlyArray<Finding>): ReadonlyArray<string> => [
  ...findings
    .slice(0, SHOWN_MAX)
    .map(({ file, line, problem }) => `  ${what}: ${line === undefined ? "" : `${file}:${line} `}${problem}`),
  ...(findings.length > SHOWN_MAX ? [`  and ${findings.length - SHOWN_MAX} more`] : [])
]
