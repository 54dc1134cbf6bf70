import { Effect, Random } from "effect"

/** The jitter of waits. Formulas: AWS Architecture Blog, "Exponential Backoff And Jitter". */
export type Jitter = "none" | "full" | "decorrelated"

/** Settings of an exponential backoff. */
export interface BackoffSettings {
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  readonly jitter: Jitter
}

/** The state of a series of waits: their number, and the last one. */
export interface BackoffState {
  readonly retries: number
  readonly previousMs: number
}

/** The maximum jitter added to a wait that the server requested. */
const HINT_JITTER_MAX_MS = 250

/** The state before the first wait. */
export const initial = (settings: BackoffSettings): BackoffState => ({ retries: 0, previousMs: settings.baseDelayMs })

/**
 * Returns the next wait in milliseconds. If the server sent a hint, the wait is the hint plus a small
 * jitter. This wait may exceed the maximum, because retrying earlier would fail again.
 */
export const next = (
  settings: BackoffSettings,
  state: BackoffState,
  hintMs: number | undefined
): Effect.Effect<number> => {
  if (hintMs !== undefined) {
    return settings.jitter === "none"
      ? Effect.succeed(hintMs)
      : between(hintMs, hintMs + Math.min(settings.baseDelayMs, HINT_JITTER_MAX_MS))
  }
  const cap = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** Math.min(state.retries, 52))
  switch (settings.jitter) {
    case "none":
      return Effect.succeed(cap)
    case "full":
      return between(0, cap)
    case "decorrelated":
      return Effect.map(between(settings.baseDelayMs, Math.max(settings.baseDelayMs, state.previousMs * 3)), (ms) =>
        Math.min(settings.maxDelayMs, ms)
      )
  }
}

const between = (min: number, max: number) => Effect.map(Random.next, (random) => min + random * (max - min))
