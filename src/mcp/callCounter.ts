/** The boundary to calls that the SDK waits for as promises. */
// @effect-diagnostics asyncFunction:off
import { Effect, type Exit } from "effect"

/** Counts running calls. */
export interface CallCounter {
  /** Waits until no call is running. */
  readonly idle: Effect.Effect<void>
  readonly running: () => number
  /** Counts a call until its exit is known. A promise of an exit never rejects. */
  readonly during: <A>(exit: Promise<Exit.Exit<A>>) => Promise<Exit.Exit<A>>
}

/** Makes a counter of running calls. */
export const makeCallCounter: Effect.Effect<CallCounter> = Effect.map(Effect.makeLatch(true), (idle) => {
  let running = 0
  return {
    idle: idle.await,
    running: () => running,
    during: async (exit) => {
      if (running++ === 0) idle.unsafeClose()
      const ended = await exit
      if (--running === 0) idle.unsafeOpen()
      return ended
    }
  }
})
