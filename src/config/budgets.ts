import type { Settings } from "./Settings.ts"

/** The time limits of a call. */
export interface Budgets {
  /** The timeout of one attempt. */
  readonly timeoutMs: number
  /** The deadline of the whole call, waits included. */
  readonly deadlineMs: number
}

/** The deadline of a long-running tool, as a multiple of the normal deadline. */
const LONG_DEADLINE_FACTOR = 4

/** Returns the time limits of a normal or a long-running tool. */
export const budgetsOf = (settings: Settings["Type"], duration: "default" | "long"): Budgets =>
  duration === "long"
    ? { timeoutMs: settings.timeoutLongMs, deadlineMs: settings.deadlineMs * LONG_DEADLINE_FACTOR }
    : { timeoutMs: settings.timeoutDefaultMs, deadlineMs: settings.deadlineMs }
