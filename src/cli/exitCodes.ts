/** An exit code with its meaning, for docs/command-line.md and docs/doctor.md. */
export interface ExitCode {
  readonly code: number
  readonly meaning: string
}

/** All exit codes. `audit verify` and `doctor` have one code for each verdict. Codes of signals are 128 plus the number of the signal. */
export const exitCodes = {
  ok: { code: 0, meaning: "Success. Also: `serve` was stopped, or the reader of the output closed the pipe" },
  failed: { code: 1, meaning: "Failure; stderr says why" },
  toolFailed: { code: 5, meaning: "The tool of `call` failed" },
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
