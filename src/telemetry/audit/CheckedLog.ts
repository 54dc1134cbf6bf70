import type { Checked, Verdict } from "./verify.ts"

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
