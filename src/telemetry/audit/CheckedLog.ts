import type { Checked, Verdict } from "./verify.ts"

/** A log with all its files and the result of its check. */
export interface CheckedLog extends Verdict {
  readonly log: string
  /** Oldest first. */
  readonly files: ReadonlyArray<string>
}

/** A checked log before it is compared with other logs. */
export interface ReadLog extends Checked {
  readonly name: string
  readonly log: string
  readonly files: ReadonlyArray<string>
}
