import type { PlatformError } from "@effect/platform/Error"
import { Cause, Console, Data, Effect, Exit, Option } from "effect"
import { exitCode, stderr } from "./process.ts"
import { wrapText } from "./rendering/text.ts"

/** An exit code with its meaning, for docs/command-line.md and docs/doctor.md. */
export interface ExitCode {
  readonly code: number
  readonly meaning: string
}

/** All exit codes. `audit verify` and `doctor` have one code for each verdict. Codes of signals are 128 plus the number of the signal. */
export const exitCodes = {
  ok: { code: 0, meaning: "Success. Also: `serve` was stopped, or the reader of the output closed the pipe" },
  failed: { code: 1, meaning: "Failure; stderr says why" },
  planChanges: { code: 2, meaning: "`blueprint plan`: the server differs from the blueprint" },
  timedOut: { code: 3, meaning: "`wait`: no event matched in time" },
  noOwner: { code: 4, meaning: "`wait`: no process owns the bot's connection to the gateway" },
  toolFailed: { code: 5, meaning: "The tool of `call` failed, or `blueprint apply` left differences" },
  auditAltered: { code: 6, meaning: "`audit verify`: the audit log was altered" },
  sigint: { code: 130, meaning: "Stopped by Ctrl-C" },
  sigterm: { code: 143, meaning: "Stopped by SIGTERM" },
  audit: {
    ok: { code: 0, meaning: "The log is intact. There may be warnings and notes, such as a torn line" },
    failed: { code: 1, meaning: "There is no log, or a file of it cannot be read, and no fault was found" },
    altered: { code: 6, meaning: "The log was altered: a fault names the line and the reason" }
  },
  doctor: {
    ok: { code: 0, meaning: "Every check that ran is ok. Skipped checks do not count" },
    warning: { code: 1, meaning: "The server works, but some tools lack something, or a setting has a warning" },
    failed: {
      code: 2,
      meaning:
        "A check failed: for example a wrong setting, a rejected token, or no response from Discord. Also: `doctor` itself failed"
    }
  }
} as const satisfies Readonly<Record<string, ExitCode | Readonly<Record<string, ExitCode>>>>

/** The command failed and has printed the reason. The process ends with this exit code. */
export class ReportedFailure extends Data.TaggedError("ReportedFailure")<{ readonly exitCode: number }> {}

/** Prints the message of a failure. Prints a stack trace only for a defect. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (Cause.isInterruptedOnly(cause) || failure instanceof ReportedFailure) return Effect.void
  const message = failure instanceof Error ? failure.message.trim() : ""
  const text = message === "" ? Cause.pretty(cause) : message
  return Console.error(stderr.onTerminal ? wrapText(text, stderr.columns) : text)
}

/** Calls `onExit` with the exit code for the outcome. An interrupted command ends with the code that its signal set. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => exitCodes.ok.code,
      onFailure: (cause) => {
        const failure = Option.getOrUndefined(Cause.failureOption(cause))
        if (failure instanceof ReportedFailure) return failure.exitCode
        return Cause.isInterruptedOnly(cause) ? (exitCode.pending ?? 0) : exitCodes.failed.code
      }
    })
  )

/** Returns the reason of a file system error as one word. */
export const reasonOf = (error: PlatformError): string => (error._tag === "SystemError" ? error.reason : error._tag)
