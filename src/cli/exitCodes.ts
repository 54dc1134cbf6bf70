/** An exit code with its meaning, for docs/command-line.md and docs/doctor.md. */
export interface ExitCode {
  readonly code: number
  readonly meaning: string
}

/** All exit codes. `doctor` has one code for each verdict. Codes of signals are 128 plus the number of the signal. */
export const exitCodes = {
  ok: { code: 0, meaning: "Success. Also: `serve` was stopped, or the reader of the output closed the pipe" },
  failed: { code: 1, meaning: "Failure; stderr says why" },
  toolFailed: { code: 5, meaning: "The tool of `call` failed" },
  auditAltered: { code: 6, meaning: "`audit verify`: the audit log was altered" },
  sigint: { code: 130, meaning: "Stopped by Ctrl-C" },
  sigterm: { code: 143, meaning: "Stopped by SIGTERM" },
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
