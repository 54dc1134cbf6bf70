import { Effect, Random } from "effect"

/** How random a wait is. Formulas: AWS Architecture Blog, "Exponential Backoff And Jitter". */
export type Jitter = "none" | "full" | "decorrelated"

/** Settings of an exponential backoff. */
export interface BackoffSettings {
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  readonly jitter: Jitter
}

/** Where a series of waits stands: how many there were, and the last one. */
export interface BackoffState {
  readonly retries: number
  readonly previousMs: number
}

/** The largest jitter added on top of a wait that the server asked for. */
const HINT_JITTER_MAX_MS = 250

/** The state before the first wait. */
export const initial = (settings: BackoffSettings): BackoffState => ({ retries: 0, previousMs: settings.baseDelayMs })

/**
 * The next wait, in milliseconds. With a server's hint it is the hint plus a
 * little: never less, and not clamped to the maximum, for that earns another refusal.
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
