import type { Settings } from "./Settings.ts"

/** The times that hold for a call. */
export interface Budgets {
  /** For one try. */
  readonly timeoutMs: number
  /** For the whole call, waits included. */
  readonly deadlineMs: number
}

/** A long-running tool has so many times the deadline of others. */
const LONG_DEADLINE_FACTOR = 4

/** The times of an ordinary call, or of one that Discord takes its time for. */
export const budgetsOf = (settings: Settings["Type"], duration: "default" | "long"): Budgets =>
  duration === "long"
    ? { timeoutMs: settings.timeoutLongMs, deadlineMs: settings.deadlineMs * LONG_DEADLINE_FACTOR }
    : { timeoutMs: settings.timeoutDefaultMs, deadlineMs: settings.deadlineMs }
