import { Console, Data, Effect, Option } from "effect"
import type { CheckedLog } from "../telemetry/audit/CheckedLog.ts"
import { checkLogs } from "../telemetry/audit/checkLogs.ts"
import type { Finding } from "../telemetry/audit/verify.ts"
import { auditFile } from "./auditFile.ts"
import { exitCodes, Told } from "./ending.ts"
import { environment } from "./environment.ts"

/** There is nothing to check, or it cannot be read. */
export class AuditUnread extends Data.TaggedError("AuditUnread")<{ readonly message: string }> {}

/** What `audit verify` is asked for. */
export interface VerifyOptions {
  readonly file: Option.Option<string>
  readonly json: boolean
}

/** Checks the audit log and tells what it found: for people, or as JSON. */
export const verify = Effect.fn("cli.audit.verify")(function* ({ file, json }: VerifyOptions) {
  const named = environment().MCP_AUDIT_FILE?.trim()
  const path = Option.getOrUndefined(file) ?? (named || auditFile())
  if (path === undefined) {
    return yield* new AuditUnread({ message: "No home directory is known: name the file, as in audit verify FILE" })
  }
  const logs = yield* Effect.mapError(
    checkLogs(path),
    (error) => new AuditUnread({ message: `The audit log ${path} cannot be read: ${error.description ?? error._tag}` })
  )
  if (logs.length === 0) {
    return yield* new AuditUnread({ message: `There is no audit log at ${path}: nothing has been recorded there.` })
  }
  const intact = logs.every(({ faults }) => faults.length === 0)
  yield* Console.log(json ? JSON.stringify({ intact, logs }, undefined, 2) : logs.map(asText).join("\n\n"))
  if (!intact) return yield* new Told({ exitCode: exitCodes.auditBroken })
})

/** More findings than this are counted, not shown. */
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

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`
